import { expect, onTestFinished } from 'vitest'
import { openTopups, type TopupsFixture } from './topups.ts'
import { createWorld, type World } from './world.ts'

/** A world in which customers top up. When the test is finished, the installation is verified. */
export async function openTopupWorld(
  parts: Parameters<typeof openTopups>[1] = {},
  { isExpected = () => false }: { isExpected?(difference: { actual: string }): boolean } = {},
): Promise<TopupsFixture & { world: World; events(): Promise<string[]> }> {
  const world = await createWorld()
  onTestFinished(async () => {
    const { differences } = await world.verify()
    await world[Symbol.asyncDispose]()
    expect(differences.filter((one) => !isExpected(one))).toEqual([])
  })
  const fixture = await openTopups(world, parts)
  return {
    ...fixture,
    world,
    events: async () => {
      const { data } = (await fixture.asServer('GET', '/events?size=100')).body
      return (data as { eventType: string; data: { topupId?: string } }[])
        .filter((event) => event.data.topupId)
        .map((event) => `${event.eventType} ${event.data.topupId}`)
    },
  }
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Corruption } from './corruptions.ts'
import { isLong } from './length.ts'
import { openRolledBack } from './rolled-back.ts'
import { unseenCorruptions, unseenWithoutSeals, verifiedAs } from './unseen-corruptions.ts'
import type { World } from './world.ts'

type Harmed = {
  /** A world whose history is sealed. */
  history(): Promise<World>
  /** What is done to a row; the seals find most of them alike, so that npm test tries one of `oneOf`. */
  corruptions: readonly Corruption[]
  oneOf: number
  /** What verify should say, and what is done. */
  impossible: Readonly<Record<string, string>>
}

/** Whatever is done to what was recorded, `verify` names the row; and without seals it finds what cannot be true. */
export function corruptionLaw(what: string, { history, corruptions, oneOf, impossible }: Harmed): void {
  describe(what, () => {
    let world: World
    beforeAll(async () => {
      world = await history()
    })
    afterAll(() => world[Symbol.asyncDispose]())

    test('whatever is done to it by hand, verify names the row', async () => {
      const database = await openRolledBack(world.databaseUrl)
      const verified = verifiedAs(world.app)
      expect((await database.after('select 1', verified)).differences).toEqual([])
      const tried = corruptions.filter((_, index) => isLong || index % oneOf === 0)
      expect(await unseenCorruptions(database, tried, verified)).toEqual([])
      expect(tried.length).toBeGreaterThan(4)
    })

    test('without seals, verify finds what cannot be true of it', async () => {
      const database = await openRolledBack(world.databaseUrl)
      expect(await unseenWithoutSeals(database, impossible, verifiedAs(world.app))).toEqual([])
    })
  })
}

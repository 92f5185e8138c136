import { expect, onTestFinished, test } from 'vitest'
import { createWorld } from '../world/world.ts'

/** A staging installation whose clock was a year ahead once, and was set back to the machine's time. */
async function openMovedBack() {
  const world = await createWorld({ ownTime: true })
  onTestFinished(() => world[Symbol.asyncDispose]())
  await world.merchant()
  await world.runUntilIdle()
  const { testClock } = world.app
  await testClock!.move(world.app, { to: 'later', by: Temporal.Duration.from('P1Y') })
  await world.runUntilIdle()
  await testClock!.move(world.app, { to: 'the machine' })
  const found = async () => (await world.verify()).differences.map(({ about, wrong }) => `${about}: ${wrong}`)
  return { world, found }
}

test('what fell due while the clock was a year ahead is not too late, and what is due years after that is found', async () => {
  const { world, found } = await openMovedBack()
  expect(await found()).toEqual([])
  const tables = ['florin.scheduled_tasks', 'disputes.cursors']
  for (const table of tables)
    await world.query(
      `update ${table} set due_at = due_at + interval '2 years' where id = (select min(id) from ${table}) returning id`,
    )
  const never = 'it is never looked at again'
  expect((await found()).map((one) => one.replace(/\d+/, '…')).toSorted()).toEqual([
    `reading of disputes …: ${never}`,
    `scheduled task …: ${never}`,
  ])
})

test('of a clock that was moved before its history was kept, no due time is too late', async () => {
  const { world, found } = await openMovedBack()
  await world.query('update florin.clock set furthest_at = null returning id')
  expect(await found()).toEqual([])
})

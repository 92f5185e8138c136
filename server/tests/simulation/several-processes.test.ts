import { expect, test } from 'vitest'
import { drainDueWork, nextDueAt } from '#kernel/due-work.ts'
import { disagreements } from './agreement.ts'
import { diceOf } from './dice.ts'
import { troubles } from './invariants.ts'
import { order } from './shoppers.ts'
import { openTown, type Town } from './town.ts'

/** The line to the acquirer is good today: it is one another that the processes have to get along with. */
async function openCalmTown(): Promise<Town> {
  const town = await openTown({ seed: 1 })
  town.line.calmDown()
  return town
}

test('two processes under one load, one of which dies: the other goes on with what was begun, and nothing is done twice', async () => {
  await using town = await openCalmTown()
  const dice = diceOf(1)
  const { reached } = town.processes[0]!.doom({ after: 'statement', count: 12 })
  const shoppers = Array.from({ length: 16 }, () => dice.fork())
  const rush = Promise.allSettled(shoppers.map((own) => order(town, own)))
  await reached
  await town.processes[0]!.kill(rush)
  const [, left] = town.processes
  town.processes = [left!]
  const unfinished = await town.sql.query('select from payments.payments where current_ask is not null')
  expect(unfinished.rowCount).toBeGreaterThan(0)

  await passUntilNothingIsDue(town)

  expect(await troubles(town.sql)).toEqual([])
  expect(await disagreements({ ...town, vault: left!.app.vault })).toEqual([])
})

test('two processes that look for due work at the same moment share it, and each thing is done once', async () => {
  await using town = await openCalmTown()
  const dice = diceOf(2)
  for (let count = 0; count < 15; count++) await order(town, dice.fork())
  const { rows } = await town.sql.query<{ due: bigint }>(
    "select count(*) as due from webhooks.notifications where status = 'waiting'",
  )
  const tellAll = town.processes.map(({ app }) => {
    const jobs = app.jobs.filter(({ name }) => name === 'deliver notifications')
    return drainDueWork(jobs, app.log)
  })

  const done = await Promise.all(tellAll)

  expect(rows[0]!.due).toBeGreaterThan(8n)
  expect(BigInt(done.reduce((sum, count) => sum + count, 0))).toBe(rows[0]!.due)
  expect(BigInt(town.stores.flatMap(({ receiver }) => receiver.requests).length)).toBe(rows[0]!.due)
})

async function passUntilNothingIsDue(town: Town): Promise<void> {
  const { app } = town.processes[0]!
  for (let round = 0; round < 200; round++) {
    await drainDueWork(app.jobs, app.log)
    const next = await nextDueAt(app.db, ['payments.payments', 'checkout.sessions', 'webhooks.notifications'])
    if (!next) break
    if (Temporal.Instant.compare(next, town.clock.now()) > 0) town.clock.set(next)
    else town.clock.pass({ minutes: 2 })
  }
  town.clock.pass({ days: 3 })
  await drainDueWork(app.jobs, app.log)
}

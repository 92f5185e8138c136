import { expect, test } from 'vitest'
import { nextDueAt, runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { disagreements } from './agreement.ts'
import { troubles } from './invariants.ts'
import { randomOf } from './random.ts'
import { order } from './shoppers.ts'
import { openSimulation, type Simulation } from './simulation.ts'

/** The line to the acquirer is good today: it is one another that the processes have to get along with. */
async function openCalmSimulation(): Promise<Simulation> {
  const simulation = await openSimulation({ seed: 1 })
  simulation.acquirerProxy.calmDown()
  simulation.backupProxy.calmDown()
  return simulation
}

test('two processes under one load, one of which dies: the other continues its work, and nothing is done twice', async () => {
  await using simulation = await openCalmSimulation()
  const random = randomOf(1)
  // With its third payment at the acquirer: whatever the machine does first, the result of that one is not recorded.
  const { reached } = simulation.processes[0]!.doom({ after: 'request', count: 3 })
  const shoppers = Array.from({ length: 16 }, () => random.fork())
  const rush = Promise.allSettled(shoppers.map((own) => order(simulation, own)))
  await reached
  await simulation.processes[0]!.kill(rush)
  const [, left] = simulation.processes
  simulation.processes = [left!]
  const unfinished = await simulation.sql.query('select from payments.payments where request_key is not null')
  expect(unfinished.rowCount).toBeGreaterThan(0)

  await passUntilNothingIsDue(simulation)

  expect(await troubles(simulation.sql)).toEqual([])
  expect(await disagreements({ ...simulation, vault: left!.app.vault })).toEqual([])
})

test('two processes that look for due work at the same moment share it, and each thing is done once', async () => {
  await using simulation = await openCalmSimulation()
  const random = randomOf(2)
  for (let count = 0; count < 15; count++) await order(simulation, random.fork())
  const { rows } = await simulation.sql.query<{ due: bigint }>(
    "select count(*) as due from notifications.notifications where status = 'waiting'",
  )
  const notifyAll = simulation.processes.map(({ app }) => {
    const jobs = app.jobs.filter(({ name }) => name === 'deliver notifications')
    return runDueWorkUntilIdle(jobs, app.log)
  })

  const done = await Promise.all(notifyAll)

  expect(rows[0]!.due).toBeGreaterThan(8n)
  expect(BigInt(done.reduce((sum, count) => sum + count, 0))).toBe(rows[0]!.due)
  expect(BigInt(simulation.stores.flatMap(({ receiver }) => receiver.requests).length)).toBe(rows[0]!.due)
})

async function passUntilNothingIsDue(simulation: Simulation): Promise<void> {
  const { app } = simulation.processes[0]!
  for (let round = 0; round < 200; round++) {
    await runDueWorkUntilIdle(app.jobs, app.log)
    const next = await nextDueAt(app.db, ['payments.payments', 'checkout.sessions', 'notifications.notifications'])
    if (!next) break
    if (Temporal.Instant.compare(next, simulation.clock.now()) > 0) simulation.clock.set(next)
    else simulation.clock.pass({ minutes: 2 })
  }
  simulation.clock.pass({ days: 3 })
  await runDueWorkUntilIdle(app.jobs, app.log)
}

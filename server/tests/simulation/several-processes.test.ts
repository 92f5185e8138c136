import { afterAll, expect, test } from 'vitest'
import { nextDueAt, runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { seedsOf } from '../world/length.ts'
import { disagreements } from './agreement.ts'
import { troubles } from './invariants.ts'
import type { Place } from './process.ts'
import { type Random, randomOf } from './random.ts'
import { order } from './shoppers.ts'
import { openSimulation, type Simulation } from './simulation.ts'

/** Two in `npm test`: of each seed several processes are opened, and most of them die. */
const seeds = seedsOf({ short: 2, long: 50 })

/** The line to the acquirer is good today: it is one another that the processes have to get along with. */
async function openCalmSimulation(seed: number): Promise<Simulation> {
  const simulation = await openSimulation({ seed })
  simulation.acquirerProxy.calmDown()
  simulation.backupProxy.calmDown()
  return simulation
}

/** A run in which hardly any death left work behind has tested nothing. */
let deathsAmidWork = 0
afterAll(() => {
  if (seeds.length > 1) expect(deathsAmidWork).toBeGreaterThan(seeds.length / 3)
})

const deathTitle =
  'two processes under one load, one of which dies: the other continues its work, and nothing is done twice (SEED=%i)'
test.each(seeds)(deathTitle, async (seed) => {
  await using simulation = await openCalmSimulation(seed)
  const random = randomOf(seed)
  const [mortal, left] = simulation.processes
  const { reached } = mortal!.doom(somePlace(random))
  const shoppers = Array.from({ length: 8 }, () => random.fork())
  const rush = Promise.allSettled(shoppers.map((own) => order(simulation, own)))
  await Promise.race([reached, rush])
  await mortal!.kill(rush)
  simulation.processes = [left!]
  const unfinished = await simulation.sql.query('select from payments.payments where request_key is not null')
  if (unfinished.rowCount! > 0) deathsAmidWork++

  await passUntilNothingIsDue(simulation)

  expect(await troubles(simulation.sql)).toEqual([])
  expect(await disagreements({ ...simulation, vault: left!.app.vault })).toEqual([])
})

/** Which statement is the tenth depends on the machine; a death at a request leaves a payment behind on any. */
const somePlace = (random: Random): Place => {
  const place = random.pick(['request', 'request', 'statement'] as const)
  const count = random.between(1, place === 'request' ? 2 : 15)
  return random.chance(50) ? { before: place, count } : { after: place, count }
}

const workTitle =
  'two processes that look for due work at the same moment share it, and each thing is done once (SEED=%i)'
test.each(seeds)(workTitle, async (seed) => {
  await using simulation = await openCalmSimulation(seed)
  const random = randomOf(seed)
  const shoppers = Array.from({ length: 10 }, () => random.fork())
  await Promise.all(shoppers.map((own) => order(simulation, own)))
  const { rows } = await simulation.sql.query<{ due: bigint }>(
    "select count(*) as due from notifications.notifications where status = 'waiting'",
  )
  const notifyAll = simulation.processes.map(({ app }) => {
    const jobs = app.jobs.filter(({ name }) => name === 'deliver notifications')
    return runDueWorkUntilIdle(jobs, app.log)
  })

  const done = await Promise.all(notifyAll)

  expect(rows[0]!.due).toBeGreaterThan(3n)
  expect(BigInt(done.reduce((sum, count) => sum + count, 0))).toBe(rows[0]!.due)
  expect(BigInt(simulation.stores.flatMap(({ receiver }) => receiver.requests).length)).toBe(rows[0]!.due)
})

async function passUntilNothingIsDue(simulation: Simulation): Promise<void> {
  const { app } = simulation.processes[0]!
  for (let round = 0; round < 200; round++) {
    await runDueWorkUntilIdle(app.jobs, app.log, app)
    const next = await nextDueAt(app.db, ['payments.payments', 'checkout.sessions', 'notifications.notifications'])
    if (!next) break
    if (Temporal.Instant.compare(next, simulation.clock.now()) > 0) simulation.clock.set(next)
    else simulation.clock.pass({ minutes: 2 })
  }
  simulation.clock.pass({ days: 3 })
  await runDueWorkUntilIdle(app.jobs, app.log, app)
}

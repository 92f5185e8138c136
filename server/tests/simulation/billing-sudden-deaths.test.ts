import { afterAll, expect, onTestFinished, test } from 'vitest'
import { billingPeriodsOf } from '#acquiring/billing'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import type { App } from '../../src/app/compose.ts'
import { verify } from '../../src/audit/verify.ts'
import { byLength, seedsOf } from '../world/length.ts'
import { takeWarmDatabase } from '../world/warm-database.ts'
import { handClock } from '../world/world.ts'
import { openProcess, type Place, type Process } from './process.ts'
import { type Random, randomOf } from './random.ts'
import { scriptedAcquirer } from './scripted-acquirer.ts'
import { openSites, type Subscription, subscribe } from './subscription-simulation.ts'

/** Five in `npm test`, each with a death in most of its days. */
const seeds = seedsOf({ short: 5, long: 15 })
/** The fewer days, the more time passes between them, so that every subscription has several periods all the same. */
const { days, hours, size } = byLength({
  short: { days: 7, hours: { from: 80, to: 300 }, size: 9 },
  long: { days: 90, hours: { from: 10, to: 60 }, size: 25 },
})
const log = openLog({ level: 'silent', to: { write: () => undefined } })

/** A run without any killed process has tested nothing. */
let deaths = 0
afterAll(() => {
  if (seeds.length > 1) expect(deaths).toBeGreaterThan((seeds.length * days) / 3)
})

/**
 * Every card is good here, so any period that is not charged, or charged twice, was lost or doubled by a killed
 * process. A worker dies before or after a request or a statement, and others go on.
 */
test.each(seeds)(
  'workers die in the middle of billing, and every period is charged once all the same (SEED=%i)',
  async (seed) => {
    const random = randomOf(seed)
    const acquirer = scriptedAcquirer(() => ({ says: 'yes' }))
    const clock = handClock(Temporal.Instant.from('2026-01-31T10:00:00Z'))
    const database = await takeWarmDatabase()
    onTestFinished(database.release)
    const parts = { databaseUrl: database.url, clock, keys: generateKeys(), acquirer }
    const steady = await openProcess({ ...parts, openDb: database.openAs('steady') })
    onTestFinished(() => steady.stop())
    const [site] = await openSites(steady.app.directory)
    const simulation: Subscription[] = []
    for (let each = 0; each < size; each++)
      simulation.push(await subscribe(steady.app, random, site!, () => ({ says: 'yes' })))

    for (let day = 0; day < days; day++) {
      clock.pass({ hours: random.between(hours.from, hours.to) })
      const mortal = await openProcess({ ...parts, openDb: database.openAs('mortal') })
      if (await dies(mortal, steady, somePlace(random))) deaths++
    }
    // Whatever a death left behind is found out, and made again a day later, by those who live.
    for (let day = 0; day < 3; day++) {
      await work(steady.app)
      clock.pass({ days: 1 })
    }
    await work(steady.app)

    for (const { id, oracle, pans } of simulation) {
      oracle.reach(clock.now().epochMilliseconds)
      const charges = await billingPeriodsOf(steady.app.db, id)
      expect(charges.map(({ period, plannedAt, status }) => [period, plannedAt.epochMilliseconds, status])).toEqual(
        oracle.charges
          .map((line) => line.split(' '))
          .map(([period, at, status]) => [Number(period), Number(at), status]),
      )
      const billed = charges.reduce((sum, { amount }) => sum + amount.minor, 0n)
      const [first, ...others] = pans.flatMap(acquirer.captured)
      expect(others.reduce((sum, minor) => sum + minor, 0n)).toBe(billed)
      expect(first).toBeDefined()
    }
    expect((await verify(steady.app)).differences).toEqual([])
  },
  120_000,
)

const somePlace = (random: Random): Place => {
  const place = random.pick(['request', 'statement'] as const)
  const count = random.between(1, place === 'request' ? 6 : 15)
  return random.chance(50) ? { before: place, count } : { after: place, count }
}

/** Both work at once; the mortal one comes to its place, if there is so much to do, and is killed there. */
async function dies(mortal: Process, steady: Process, place: Place): Promise<boolean> {
  const { reached } = mortal.doom(place)
  const working = work(mortal.app)
  const outcome = await Promise.race([reached.then(() => 'dead'), working.then(() => 'alive')])
  await work(steady.app)
  await mortal.kill(working)
  return outcome === 'dead'
}

const work = (app: App) =>
  runDueWorkUntilIdle(
    app.jobs.filter(({ name }) => name === 'resolve payments' || name === 'bill orders'),
    log,
  )

import { expect, onTestFinished, test } from 'vitest'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { type App, openApp } from '../../src/app/compose.ts'
import { readConfig } from '../../src/app/config.ts'
import { verify } from '../../src/audit/verify.ts'
import { byLength, seedsOf } from '../world/length.ts'
import { takeWarmDatabase } from '../world/warm-database.ts'
import { handClock } from '../world/world.ts'
import { invoiceTroubles } from './agreement-of-invoices.ts'
import { randomOf } from './random.ts'
import { scriptedAcquirer } from './scripted-acquirer.ts'
import { found } from './subscription-records.ts'
import { change, openSites, type Subscription, scriptFrom, subscribe } from './subscription-simulation.ts'

/** `FLORIN_SUBSCRIPTIONS=5000 SEED=7 npx vitest run …` for a larger simulation, or to replay one. */
const count = Number(process.env.FLORIN_SUBSCRIPTIONS ?? byLength({ short: 16, long: 1000 }))
/** Three in `npm test`, the first of which sees all days of the two years. */
const [first, ...others] = seedsOf({ short: 3, long: 15 })
const whole = { days: 730, count, seed: first!, after: 0 }
/** The others begin on different days of the two years, so that together they see every season. */
const parts = others.map((seed, index) => ({
  days: byLength({ short: 40, long: 365 }),
  count: byLength({ short: 8, long: 150 }),
  seed,
  after: Math.floor(730 / others.length) * index,
}))
const [hourMs, dayMs] = [3_600_000, 86_400_000]

test.each([whole, ...parts])(
  '$days days of $count subscriptions: every charge is due, tried and ended as plain loops say (SEED=$seed)',
  {
    timeout: 900_000,
  },
  async ({ days, count, seed, after }) => {
    const random = randomOf(seed)
    const script = scriptFrom(seed)
    const acquirer = scriptedAcquirer(script)
    const clock = handClock(Temporal.Instant.from('2026-01-29T10:00:00.123Z').add({ hours: 24 * after }))
    const errors: string[] = []
    const log = openLog({ level: 'error', to: { write: (line) => void errors.push(line) } })
    const database = await takeWarmDatabase()
    onTestFinished(database.release)
    const { url: databaseUrl } = database
    const config = readConfig({ DATABASE_URL: databaseUrl, FLORIN_KEYS: generateKeys() })
    const open = (who: string) =>
      openApp({
        ...{ config, log, databaseUrl, publicUrl: 'http://florin.test', clock },
        acquirer: () => acquirer,
        openDb: database.openAs(who),
      })
    const workers = [await open('one worker'), await open('another')] as const
    onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.close()))))
    const [app] = workers
    const sites = await openSites(app.directory)
    const simulation: Subscription[] = []
    const inputs: string[] = []
    const begin = clock.now().epochMilliseconds

    // The days are over when nothing is in doubt any more.
    for (let now = begin; now < begin + days * dayMs || simulation.some(({ oracle }) => oracle.inDoubt); ) {
      // Mostly a day or so passes; now and then no worker runs for weeks.
      now += random.chance(4) ? random.between(3 * dayMs, 20 * dayMs) : random.between(4 * hourMs, 50 * hourMs)
      clock.set(Temporal.Instant.fromEpochMilliseconds(now))
      const joins = Math.min(count - simulation.length, Math.ceil(count / (days < 100 ? 6 : 60)))
      simulation.push(...(await Promise.all(times(joins, () => subscribe(app, random, random.pick(sites), script)))))
      const picked = new Set(times(count / 400, () => random.pick(simulation)))
      const ready = [...picked].filter(({ oracle }) => oracle.isActive && !oracle.inDoubt)
      inputs.push(...(await Promise.all(ready.map((subscription) => change(app, random, subscription)))))
      await Promise.all(workers.map((worker) => runDueWorkUntilIdle(billingOf(worker), log)))
      for (const { oracle } of simulation) oracle.reach(now)
    }

    expect(errors).toEqual([])
    for (const subscription of simulation) {
      const { oracle, pans, id } = subscription
      const records = await found(app.db, id)
      expect(records.attempts).toEqual(oracle.attempts)
      expect(records.charges).toEqual([...oracle.charges, ...oracle.openCharge])
      const { status, endReason, period, dueAt } = oracle
      expect(records.order).toEqual({ status, endReason, period, dueAt })
      // What the acquirer took from the cards is what Florin recorded as paid, and nothing else.
      expect(pans.flatMap(acquirer.captured)).toEqual(records.captured)
    }
    expect(await invoiceTroubles((text) => app.db.run(text, []))).toEqual([])
    expect((await verify(app)).differences).toEqual([])
    expect(simulation.filter(({ oracle }) => oracle.charges.length > 0).length).toBeGreaterThan(count / 3)
    if (days < whole.days) return
    expect(hasSeen(simulation, inputs)).toEqual({
      micro: true,
      lost: true,
      exhausted: true,
      ended: true,
      transitioned: true,
      renewed: true,
      planned: true,
    })
  },
)

/** Rounded up, so that a small simulation has changes too. */
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: Math.ceil(count) }, make)

const billing = new Set(['resolve payments', 'bill orders', 'issue invoices'])
const billingOf = ({ jobs }: App) => jobs.filter(({ name }) => billing.has(name))

/** A simulation in which nothing went wrong has shown nothing. */
function hasSeen(simulation: readonly Subscription[], inputs: readonly string[]) {
  const attempts = simulation.flatMap(({ oracle }) => oracle.attempts)
  const ends = new Set(simulation.map(({ oracle }) => oracle.endReason))
  return {
    micro: attempts.some((line) => line.includes('re-bill-micro captured')),
    lost: attempts.some((line) => line.endsWith('failed')),
    exhausted: ends.has('retries_exhausted'),
    ended: ends.has('card_closed') && ends.has('cancelled_by_merchant'),
    transitioned: inputs.includes('date'),
    renewed: inputs.includes('card'),
    planned: inputs.includes('planned'),
  }
}

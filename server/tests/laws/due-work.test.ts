import { randomUUID } from 'node:crypto'
import type { Generated } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#kernel/base/clock.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { countDue, earliest, listDue } from '#kernel/work/due-list.ts'
import { claimDue, type DueWork, runDueWorkOnce, runDueWorkUntilIdle, startDueWork } from '#kernel/work/due-work.ts'
import { freshDatabases } from '../world/budget.ts'
import { copyOfTemplate } from '../world/database.ts'
import { longTest } from '../world/length.ts'

/** Two tables of the tests' own: one with numbers, one with UUIDs. The kernel's guarantees hold for both. */
declare module '#kernel/db/schema.ts' {
  interface Schema {
    'laws.parcels': Parcels<Generated<bigint>, number>
    'laws.couriers': Parcels<string, string>
  }
}
type Parcels<Id, SiteId> = {
  id: Id
  site_id: SiteId
  due_at: Temporal.Instant | null
  leased_until: Temporal.Instant | null
}

freshDatabases({ atMost: 10, because: 'each test has due work in tables of its own, which no reset knows' })

const tables = `
  create schema laws;
  grant usage on schema laws to florin_app;
  create table laws.parcels (
    id bigint generated always as identity primary key, site_id integer, due_at timestamptz, leased_until timestamptz);
  create table laws.couriers (id uuid primary key, site_id text, due_at timestamptz, leased_until timestamptz);
  create trigger notify_due after insert on laws.parcels execute function florin.notify_due();
  create trigger notify_due after insert on laws.couriers execute function florin.notify_due();
  grant select, insert, update on laws.parcels, laws.couriers to florin_app;`

/** Works on both tables that count how often they look. Each item is done once, by setting its due time to null. */
async function openDepot() {
  const url = await copyOfTemplate()
  const opened = openDb(url, { role: 'florin_app' })
  const statements: string[] = []
  const recorded =
    (run: Db['run']): Db['run'] =>
    (text, values) => {
      statements.push(text)
      return run(text, values)
    }
  const db: Db = { ...opened, run: recorded(opened.run), runByKeys: recorded(opened.runByKeys) }
  const admin = new pg.Client(url)
  await admin.connect()
  await admin.query(tables)
  onTestFinished(async () => {
    await admin.end()
    await db.close()
  })
  const workOn = (table: 'laws.parcels' | 'laws.couriers') => {
    const seen = { looks: 0, done: [] as (bigint | string)[], beforeReturning: async () => {} }
    const { claim } = claimDue<typeof table>({ db, clock: systemClock }, table, { leaseMs: 60_000 })
    const work: DueWork = {
      name: table,
      table,
      owner: { kind: 'site', column: 'site_id' },
      claim: async (limit) => {
        seen.looks++
        const ids = await claim(limit)
        await seen.beforeReturning()
        return ids
      },
      run: async (id) => {
        await db.run(`update ${table} set due_at = null where id = $1`, [id])
        seen.done.push(id)
      },
    }
    return { work, seen }
  }
  const [parcels, couriers] = [workOn('laws.parcels'), workOn('laws.couriers')]
  const works = [parcels.work, couriers.work]
  return {
    url,
    db,
    admin,
    works,
    parcels: parcels.seen,
    couriers: couriers.seen,
    /** Every statement of the program, in order. */
    statements,
    /** Starts workers that look by themselves once an hour, or as often as the test says, and waits until they rest. */
    startAndRest: async ({ everyMs = 3_600_000 } = {}) => {
      const worker = await startDueWork({ db, clock: systemClock, log: silentLog }, works, { everyMs })
      onTestFinished(() => worker.stop())
      await expect.poll(() => [parcels.seen.looks, couriers.seen.looks]).toEqual([2, 2])
    },
  }
}

/** Due a second ago: the database counts microseconds and the clock of the program milliseconds. */
const newParcel = `insert into laws.parcels (site_id, due_at) values (10001, now() - interval '1 second')`
const courierId = randomUUID()
const newCourier = `insert into laws.couriers (id, site_id, due_at)
  values ('${courierId}', '10001', now() - interval '1 second')`

test('a notice wakes the work of its table and no other', async () => {
  const depot = await openDepot()
  await depot.startAndRest()

  await depot.db.run(newParcel, [])
  await expect.poll(() => depot.parcels.done).toEqual([1n])
  expect([depot.parcels.looks, depot.couriers.looks]).toEqual([3, 2])

  // Notices arrive in order: when this one has arrived, so has everything the first one could wake.
  await depot.db.run(newCourier, [])
  await expect.poll(() => depot.couriers.done).toHaveLength(1)
  expect([depot.parcels.looks, depot.couriers.looks]).toEqual([3, 3])
})

// In small: a notice wakes the work of its table and no other
longTest('a notice that names no table wakes all works', async () => {
  const depot = await openDepot()
  await depot.startAndRest()
  await depot.db.run(`select pg_notify('due', '')`, [])
  await expect.poll(() => [depot.parcels.looks, depot.couriers.looks]).toEqual([3, 3])
})

test('workers that rest ask one question for all kinds of work, and only the kind that has something due looks', async () => {
  const depot = await openDepot()
  await depot.db.run(`insert into laws.parcels (site_id) values (10001)`, [])
  await depot.startAndRest({ everyMs: 5 })
  const before = depot.statements.length

  await expect.poll(() => depot.statements.length).toBeGreaterThan(before + 10)
  for (const text of depot.statements.slice(before)) expect(text).toMatch(/^select .*laws\.parcels.*laws\.couriers/s)
  // It falls due without a notice.
  await depot.admin.query(`update laws.parcels set due_at = now() - interval '1 second'`)
  await expect.poll(() => depot.parcels.done).toEqual([1n])
  expect(depot.couriers.looks).toBe(2)
})

test('work of another worker is left to it until its lease ends, and then done', async () => {
  const depot = await openDepot()
  await depot.admin.query(
    `insert into laws.parcels (due_at, leased_until) values (now() - interval '1 second', now() + interval '1 hour')`,
  )
  await depot.startAndRest({ everyMs: 5 })
  const before = depot.statements.length
  await expect.poll(() => depot.statements.length).toBeGreaterThan(before + 5)
  expect(depot.parcels.looks).toBe(2)

  await depot.admin.query(`update laws.parcels set leased_until = now() - interval '1 second'`)
  await expect.poll(() => depot.parcels.done).toEqual([1n])
})

test('a notice that comes during a look leads to another look', async () => {
  const depot = await openDepot()
  await depot.startAndRest()
  const looked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  depot.parcels.beforeReturning = () => {
    looked.resolve()
    return release.promise
  }

  await depot.db.run(`select pg_notify('due', 'laws.parcels')`, [])
  await looked.promise // it has found nothing
  await depot.db.run(newParcel, [])
  await depot.db.run(newCourier, [])
  await expect.poll(() => depot.couriers.done).toHaveLength(1) // so the notice of the parcel has arrived, too
  release.resolve()

  await expect.poll(() => depot.parcels.done).toEqual([1n])
})

// In small: a notice wakes the work of its table and no other
longTest('a commit that overlaps with one of another table still notifies', async () => {
  const depot = await openDepot()
  await depot.startAndRest()
  const slow = new pg.Client(depot.url)
  await slow.connect()
  await slow.query('begin')
  await slow.query(newParcel)

  await depot.db.run(newCourier, [])
  await expect.poll(() => depot.couriers.done).toHaveLength(1)
  expect(depot.parcels.done).toEqual([])

  await slow.query('commit')
  await expect.poll(() => depot.parcels.done).toEqual([1n])
  await slow.end()
})

test('who does all that is due claims only kinds that have something due, and what follows from it at once', async () => {
  const { db, works, parcels, couriers } = await openDepot()
  const asking = { db, clock: systemClock }
  expect(await runDueWorkUntilIdle(works, silentLog, asking)).toBe(0)
  expect([parcels.looks, couriers.looks]).toEqual([0, 0])
  // A courier comes for the parcel that is claimed.
  parcels.beforeReturning = async () => {
    parcels.beforeReturning = async () => {}
    await db.run(newCourier, [])
  }
  await db.run(newParcel, [])
  expect(await runDueWorkOnce(works, silentLog, asking)).toBe(2)
  expect([parcels.done, couriers.done]).toEqual([[1n], [courierId]])
  expect([parcels.looks, couriers.looks]).toEqual([1, 1])
})

test('work is claimed, listed and counted for each owner, whatever the type of its ids', async () => {
  const { db, works, parcels, couriers } = await openDepot()
  const id = randomUUID()
  await db.run(`insert into laws.parcels (site_id, due_at) select 10001, '2031-03-01' from generate_series(1, 10)`, [])
  await db.run(
    `insert into laws.couriers (id, site_id, due_at) values ($1, '10001', '2031-03-01'), ($2, 'a-2', '2031-02-01')`,
    [id, randomUUID()],
  )
  const span = { owner: { kind: 'site', id: '10001' }, after: undefined } as const
  const upTo = Temporal.Instant.from('2031-04-01T00:00:00Z')

  const listed = await listDue(db, works, { limit: 20 })
  expect(listed.slice(1).map((item) => item.id)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', id])
  expect(String(await earliest(db, works, span))).toBe('2031-03-01T00:00:00Z')
  expect(String(await earliest(db, works, { ...span, owner: undefined }))).toBe('2031-02-01T00:00:00Z')
  expect(await earliest(db, works, { ...span, owner: { kind: 'holder', id } })).toBeUndefined()
  expect(await countDue(db, works, { ...span, upTo })).toBe(11)
  expect(await countDue(db, works, { ...span, owner: undefined, upTo })).toBe(12)

  await db.run(`update laws.parcels set due_at = now() - interval '1 second'`, [])
  await db.run(`update laws.couriers set due_at = now() - interval '1 second'`, [])
  expect(await runDueWorkUntilIdle(works, silentLog)).toBe(12)
  expect([parcels.done.length, couriers.done.includes(id)]).toEqual([10, true])
})

import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { closeDays, isFinal } from '#core/ledger'
import { type Currency, money } from '#kernel/base/money.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import { openDb } from '#kernel/db/db.ts'
import { balancesBefore } from '../../src/core/ledger/books-at.ts'
import { credit, debit } from '../../src/core/ledger/line.ts'
import { book } from '../../src/core/ledger/post.ts'
import { copyOfTemplate } from '../world/database.ts'
import { runs } from '../world/length.ts'
import { openPeople } from '../world/staff.ts'
import { connectAsSuperuser } from '../world/superuser.ts'
import { createWorld } from '../world/world.ts'

type Side = { side: string; amount: string; currency: string }

test('the books of a day are those of its moments, however the numbers of entries lie, and stay so', async () => {
  await using world = await createWorld()
  const ana = await (await openPeople(world)).person('read-only')
  const midnight = world.clock.now().round({ smallestUnit: 'hour', roundingIncrement: 24, roundingMode: 'ceil' })
  const day = String(midnight.subtract({ hours: 1 })).slice(0, 10)
  let references = 0
  const moves = async (at: Temporal.Instant, minor: bigint, currency: Currency = 'EUR') => {
    const lines = [
      credit('merchant:7:payable', money(minor, currency)),
      debit('bank:operating', money(minor, currency)),
    ]
    const ctx = { db: world.app.db, react: async () => [] }
    await commit(ctx, at, book(at, { recipe: 'moved', reference: `move ${++references}`, lines }))
  }
  // Two machines and a commit that was tried again: numbers are taken at the commit, moments at the decision.
  for (const [seconds, minor] of [
    [-30, 1n],
    [2, 10n],
    [-1, 100n],
    [1, 1_000n],
    [-2, 10_000n],
    [3, 100_000n],
    [-3, 1_000_000n],
  ] as const)
    await moves(midnight.add({ seconds }), minor)
  world.clock.pass({ hours: 24 + 1 })
  const asked = async () => (await ana.call('GET', `/books/trial-balance?at=${day}`)).body
  const first = await asked()
  expect(first).toMatchObject({ final: true })
  expect(first.data as Side[]).toMatchObject([
    { family: 'bank:operating', side: 'debit', amount: '10101.01' },
    { family: 'merchant:*:payable', side: 'credit', amount: '10101.01' },
  ])
  for (let more = 0; more < 4; more++) {
    await moves(world.clock.now(), 7n, more === 3 ? 'RON' : 'EUR')
    expect(await asked()).toEqual(first)
  }
})

test('days are closed once nothing can be booked in them, and the books at any moment are the plain sums of its lines', async () => {
  const url = await copyOfTemplate()
  const db = openDb(url, { role: 'florin_app' })
  onTestFinished(() => db.close())
  const start = Temporal.Instant.from('2026-05-04T00:00:00Z')
  let references = 0
  const moves = async (at: Temporal.Instant, account: string, minor: bigint) => {
    const lines = [credit(account, money(minor, 'EUR')), debit('bank', money(minor, 'EUR'))]
    await commit(
      { db, react: async () => [] },
      at,
      book(at, { recipe: 'moved', reference: `m ${++references}`, lines }),
    )
  }
  const close = (now: Temporal.Instant, wall = now) =>
    closeDays({ db, react: async () => [], clock: { now: () => now, wall: () => wall } })
  const closed = async () => (await db.run('select count(*)::integer as days from ledger.closed_days', []))[0]!.days
  const plainSums = (before: Temporal.Instant) =>
    db.run(
      `select l.account, l.currency, sum(l.minor)::bigint as minor from ledger.lines l join ledger.entries e on e.id = l.entry_id
       where e.posted_at < $1 group by 1, 2 order by 1, 2`,
      [before],
    )
  const minutes = fc.integer({ min: 0, max: 4 * 24 * 60 })
  const moved = fc.record({ minutes, account: fc.constantFrom('a', 'b', 'c'), minor: fc.bigInt({ min: 1n, max: 99n }) })
  let hours = 0
  const holds = fc.asyncProperty(fc.array(moved, { maxLength: 12 }), minutes, async (all, asked) => {
    // Each run is five days further on; what it books comes in no order.
    const begin = start.add({ hours })
    hours += 24 * 5
    for (const { minutes, account, minor } of all) await moves(begin.add({ minutes }), account, minor)
    const at = begin.add({ minutes: asked })
    const [before, then] = [await balancesBefore(db, at), await plainSums(at)]
    expect(before).toEqual(then)
    const days = await closed()
    await close(begin.add({ hours: 24 * 5 }), begin)
    expect(await closed()).toBe(days)
    await close(begin.add({ hours: 24 * 5 }))
    await moves(begin.add({ hours: 24 * 5 }), 'a', 5n)
    expect(await balancesBefore(db, at)).toEqual(then)
    expect(await balancesBefore(db, begin.add({ hours: 24 * 9 }))).toEqual(
      await plainSums(begin.add({ hours: 24 * 9 })),
    )
  })
  await fc.assert(holds, runs(25))
  expect(Number(await closed())).toBeGreaterThan(5)
})

test('a day is final and closed only when no commit that was open can book in it any more', async () => {
  const url = await copyOfTemplate()
  const db = openDb(url, { role: 'florin_app' })
  onTestFinished(() => db.close())
  const until = Temporal.Instant.from('2026-05-05T00:00:00Z')
  const now = until.add({ hours: 2 })
  const ctx = { db, react: async () => [], clock: { now: () => now, wall: () => now } }
  const late = await connectAsSuperuser(url)
  await late.query('begin')
  await late.query(`with e as (insert into ledger.entries (recipe, reference, posted_at) values ('moved', 'late', '2026-05-04T23:59Z') returning id)
    insert into ledger.lines select id, account, 'EUR', minor from e, (values ('a', -50), ('bank', 50)) l (account, minor)`)
  expect(await isFinal(db, until, now)).toBe(false)
  expect(await isFinal(db, until, until.add({ minutes: 4 }))).toBe(false)
  const lines = [credit('a', money(1n, 'EUR')), debit('bank', money(1n, 'EUR'))]
  const at = until.subtract({ hours: 1 })
  await commit(ctx, at, book(at, { recipe: 'moved', reference: 'early', lines }))
  await closeDays(ctx)
  expect(await db.run('select from ledger.closed_days', [])).toHaveLength(0)
  await late.query('commit')
  expect(await isFinal(db, until, now)).toBe(true)
  await closeDays(ctx)
  expect(await balancesBefore(db, until)).toMatchObject([
    { account: 'a', minor: -51n },
    { account: 'bank', minor: 51n },
  ])
  expect(await db.run('select minor from ledger.day_balances order by minor', [])).toEqual([
    { minor: -51n },
    { minor: 51n },
  ])
})

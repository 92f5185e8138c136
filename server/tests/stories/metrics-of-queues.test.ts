import { expect, test } from 'vitest'
import { beginCase, findCase, transitionCase } from '#issuing/kyc'
import { commit, insert } from '#kernel/db/commit/commit.ts'
import { reportsOf } from '../world/acquirer-reports.ts'
import { hundred, openCryptoTopups, stranger } from '../world/crypto-topups.ts'
import { banksOf } from '../world/disputes.ts'
import { openPartner } from '../world/partner.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'
import { counting, scrape } from '../world/scrape.ts'
import { createWorld } from '../world/world.ts'

const failures = (logged: readonly string[]) => logged.filter((line) => line.includes('a figure for metrics'))

test('disputes, their nearest deadline, and differences from the reports of an acquirer are read', async () => {
  const environment = { ...counting, FLORIN_ACQUIRER_FEES: 'sandbox=1%+0.10', FLORIN_REPORTS_WITHIN: 'P2D' }
  const fixture = await openPaymentsFixture({}, { environment })
  const { world } = fixture
  const quiet = await scrape(world.app)
  expect([
    quiet.all('florin_dispute_deadline_seconds'),
    quiet.all('florin_reconciliation_oldest_break_seconds'),
  ]).toEqual([{}, {}])
  const paid = await fixture.pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  await reportsOf(fixture).importsToday('amount')
  await banksOf(fixture).disputes(paid, '10.00')
  await world.pass({ minutes: 55 })

  const now = await scrape(world.app)
  expect(now.of('florin_reconciliation_breaks_open', { acquirer: 'sandbox', kind: 'amount' })).toBe(1)
  expect(now.of('florin_reconciliation_oldest_break_seconds')).toBe(3_600)
  const reported =
    Number(world.clock.now().epochMilliseconds) / 1000 - now.of('florin_reconciliation_last_report_timestamp_seconds')
  expect(reported).toBe(3_600)
  expect(now.of('florin_disputes_total', { outcome: 'opened', acquirer: 'sandbox' })).toBe(1)
  expect(now.of('florin_dispute_cases_total', { reason: 'not_received' })).toBe(1)
  expect(now.of('florin_disputes_open', { status: 'needsResponse' })).toBe(1)
  const [deadline] = Object.values(now.all('florin_dispute_deadline_seconds'))
  expect(deadline).toBeGreaterThan(5 * 86_400)
  expect(deadline).toBeLessThan(7 * 86_400)
  expect(failures(world.logged)).toEqual([])
})

test('the queue of KYC says how many wait and for how long', async () => {
  await using world = await createWorld({ environment: counting })
  const { app } = world
  const nordwind = await openPartner(world)
  const holderId = (await nordwind.customer()).customerId as Parameters<typeof findCase>[1]
  const now = app.clock.now()
  const actor = 'staff 7'
  await commit(app, now, beginCase(now, { holderId, partnerId: nordwind.partner.id }, { actor }).writes)
  const submitted = transitionCase(now, (await findCase(app.db, holderId))!, { action: 'submit', actor })
  await commit(app, now, submitted)
  world.clock.pass({ hours: 30 })
  const seen = await scrape(app)
  expect([seen.of('florin_kyc_queue'), seen.of('florin_kyc_queue_oldest_seconds')]).toEqual([1, 30 * 3_600])
  expect(failures(world.logged)).toEqual([])
})

test('deposits that a person decides about are counted by their reason, and say for how long they have waited', async () => {
  const at = await openCryptoTopups({}, counting)
  const holder = await at.holder()
  const seen = async () => {
    const figures = await scrape(at.world.app)
    return [figures.all('florin_deposits_waiting'), figures.all('florin_deposits_waiting_oldest_seconds')]
  }
  expect(await seen()).toEqual([{}, {}])
  await at.pays(await holder.orders(), { quantity: hundred, from: stranger })
  at.world.clock.pass({ hours: 5 })
  const labels = 'status="parked",reason="sender_differs"'
  const [counts, ages] = await seen()
  expect(counts).toEqual({ [labels]: 1 })
  expect(ages![labels]).toBeGreaterThanOrEqual(5 * 3_600)
  expect(ages![labels]).toBeLessThan(5 * 3_600 + 60)
  expect(failures(at.world.logged)).toEqual([])
})

test('what is rolled back is not counted', async () => {
  await using world = await createWorld({ environment: counting })
  const { app } = world
  const entry = (reference: string) => ({ recipe: 'test', reference, posted_at: app.clock.now() })
  const books = (db: typeof app.db, reference: string) =>
    commit({ ...app, db }, app.clock.now(), [insert('ledger.entries', entry(reference))], 'metrics-of-queues.test')
  const locking = app.db.locked([], { name: 'metrics-of-queues.test' }, async (tx) => {
    await books(tx, 'one')
    throw new Error('it is rolled back')
  })
  await expect(locking).rejects.toThrow('it is rolled back')
  await app.db.locked([], { name: 'metrics-of-queues.test' }, (tx) => books(tx, 'two'))
  const seen = await scrape(app)
  expect(seen.of('florin_ledger_entries_total', { recipe: 'test' })).toBe(1)
  const ended = seen.all('florin_db_transactions_total')
  expect(ended).toMatchObject({
    'use_case="metrics-of-queues.test",outcome="rolled_back"': 1,
    'use_case="metrics-of-queues.test",outcome="committed"': 1,
  })
})

test('a slow statement is in the log by its use case, without values', async () => {
  await using world = await createWorld({ environment: { FLORIN_SLOW_STATEMENT_MS: '50' } })
  await world.app.db.run('/* a-use-case */ select pg_sleep(0.1), $1::text as secret', ['4111 hidden'])
  const slow = world.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'slow statement')
  const found = slow.find(({ statement }) => statement === 'a-use-case')
  expect(found).toMatchObject({ level: 'warn', sql: expect.stringContaining('pg_sleep') })
  expect(found.tookMs).toBeGreaterThanOrEqual(100)
  expect(JSON.stringify(slow)).not.toContain('hidden')
})

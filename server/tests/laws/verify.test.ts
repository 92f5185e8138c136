import { beforeAll, expect, test } from 'vitest'
import { renderReport } from '../../src/audit/verify.ts'
import { bakeryDays, captured, entryOf, verified } from '../world/bakery-days.ts'
import { longTest } from '../world/length.ts'
import { makePaymentsFixture } from '../world/payments-fixture.ts'
import { connectAsSuperuser } from '../world/superuser.ts'
import { warmDatabase } from '../world/warm-database.ts'

let history: string
beforeAll(async () => {
  history = await bakeryDays()
})

test('a history that the program produced agrees with itself in everything', async () => {
  const report = await verified(await warmDatabase(history))
  expect(report.differences).toEqual([])
  expect(Object.fromEntries(report.checked.map(({ what, count }) => [what, count]))).toEqual({
    entries: 13,
    payments: 12,
    holds: 3,
    'summed hours': 23,
    batches: 1,
    disputes: 0,
    releases: 1,
    orders: 9,
    'billing periods': 0,
    emails: 13,
    notifications: 15,
    checkpoints: 0,
    'guarded balances': 0,
  })
})

test('a finding shows a person where to look', async () => {
  const url = await warmDatabase(history)
  const client = await connectAsSuperuser(url, { unruled: true })
  await client.query(
    `update ledger.lines set minor = 1100 where account = 'acquirer:captured' and entry_id = ${entryOf(captured)}`,
  )
  await client.query('update settlement.batches set payments = 7')
  expect(
    renderReport(await verified(url)),
  ).toBe(`Checked entries 13, payments 12, holds 3, summed hours 23, batches 1, disputes 0, releases 1, orders 9, billing periods 0, emails 13, notifications 15, checkpoints 0, guarded balances 0: 3 differences.

entry 1: its lines in EUR do not sum to zero
  is         1.00 EUR
  should be  0.00 EUR
  off by     1.00 EUR
  look at    ledger.lines where entry_id = 1

payment 1001: paymentCaptured does not fit the facts of its row
  is         acquirer:captured +11.00 EUR, income:fees -0.39 EUR, merchant:101:pending -9.61 EUR
  should be  acquirer:captured +10.00 EUR, income:fees -0.39 EUR, merchant:101:pending -9.61 EUR
  look at    entry 1, and the facts of payment 1001

batch 1: its number of payments is wrong
  is         7
  should be  5
  off by     2
  look at    payments.payments where batch_id = 1`)
})

test('when all agrees, one sentence says so', async () => {
  expect(renderReport(await verified(await warmDatabase(history)))).toMatch(
    /^Checked entries 13, .* everything agrees\.$/,
  )
})

test('a thousand differences are listed, and the others are counted', async () => {
  const url = await warmDatabase(history)
  const client = await connectAsSuperuser(url, { unruled: true })
  await client.query(`
    insert into ledger.entries (recipe, reference, posted_at)
    select 'paymentCaptured', 'nobody ' || n, now() from generate_series(1, 600) n`)
  const { differences, more } = await verified(url)
  expect([differences.length, more]).toEqual([1000, 200])
})

// In small: a snapshot sees one moment, whatever is written meanwhile, and cannot write
longTest('it reads one snapshot: a busy installation causes no false alarm', async () => {
  const fixture = await makePaymentsFixture()
  const working = { goesOn: true }
  const work = (async () => {
    while (working.goesOn) {
      const payment = await fixture.pays()
      await fixture.reverses(payment, '4.00')
    }
  })()
  const reports = []
  for (let times = 0; times < 15; times++) reports.push(await fixture.world.verify())
  working.goesOn = false
  await work
  await fixture.world[Symbol.asyncDispose]()
  expect(reports.flatMap(({ differences }) => differences)).toEqual([])
})

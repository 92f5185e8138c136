import { expect, test } from 'vitest'
import type { PaymentId } from '#acquiring/ids'
import {
  acceptBreak,
  acquirerSettlementsOf,
  type BreakId,
  describeReport,
  listBreaks,
  listReports,
  matchBreak,
  type SampleFault,
  writeOffBreak,
} from '#acquiring/reconciliation'
import { operator, reportsOf } from '../world/acquirer-reports.ts'
import { losesDispute, winsDispute } from '../world/disputes.ts'
import { openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'

const day = { hours: 24 }
const acquirerAccounts = ['acquirer:captured', 'acquirer:settling', 'acquirer:reserve', 'bank:operating']
const money = async (fixture: PaymentsFixture) =>
  Object.fromEntries(
    Object.entries(await fixture.books()).filter(
      ([account]) => acquirerAccounts.includes(account) || account.startsWith('expense:'),
    ),
  )
const breaksOf = async ({ world }: PaymentsFixture, filter = {}) =>
  (await listBreaks(world.app.db, filter, { page: 1, size: 50 })).data

test('what an acquirer reports agrees with the books, and its money is in the bank once', async () => {
  const fixture = await openPaymentsFixture({ payoutsAllowed: true })
  const { imports, lines } = reportsOf(fixture)
  const paid = await fixture.pays({ amount: '100.00' })
  await fixture.reverses(await fixture.pays({ amount: '30.00' }))
  await fixture.captures(await fixture.pays({ kind: 'auth', amount: '20.00' }), '7.00')
  await fixture.paysOut('5.00')
  const wins = await fixture.pays({ amount: '10.00', pan: winsDispute })
  await fixture.pays({ amount: '10.00', pan: losesDispute })
  await fixture.world.pass(day)
  await fixture.reverses(paid, '40.00')
  await fixture.reverses(paid, '40.00')

  // The reserve and the fees of a month are rows of no transaction.
  const csv = await lines()
  const total = csv.findIndex((line) => line.includes(',transfer,'))
  const [, amount] = /,transfer,,,EUR,-(\d+\.\d+)/.exec(csv[total]!)!
  const transferred = (Number(amount) - 20 - 3).toFixed(2)
  const also = (entry: string, type: string, gross: string, fees: string, net: string) =>
    `sandbox,${entry},sbx_2026-05-04_EUR,${type},,,EUR,${gross},${fees},${net},2026-05-05,2026-05-05`
  csv[total] = csv[total]!.replaceAll(amount!, transferred)
  csv.push(also('r1', 'reserve', '-20.00', '0.00', '-20.00'), also('f1', 'fee', '0.00', '3.00', '-3.00'))
  const report = await imports(csv)
  const shown = await describeReport(fixture.world.app.db, report)
  expect(shown.breaks).toEqual([])
  expect(shown.totals).toEqual([
    {
      ...{ currency: 'EUR', rows: 10, booked: 10, gross: '132.00', fees: '4.67', held: '20.00' },
      ...{ net: '107.33', transferred },
    },
  ])
  expect(await money(fixture)).toEqual({
    'acquirer:captured': -8000n,
    'acquirer:reserve': 2000n,
    'bank:operating': 10733n,
    'expense:acquirer-fees': 467n,
  })
  // The same file is the same report, and a row is reported once.
  expect((await imports(csv)).id).toBe(report.id)
  const others = csv.filter((line) => !/,(?:r1|f1),/.test(line))
  others[total] = others[total]!.replaceAll(transferred, amount!)
  await expect(imports(others)).rejects.toThrow(/line \d+, entry: it is in report 101 already, with other facts/)

  // Two refunds of one amount, and disputes, each in the report of its day.
  for (const days of [1, 5, 11]) await fixture.world.pass({ hours: 24 * days })
  for (const later of ['2026-05-06', '2026-05-10', '2026-05-20'])
    await imports(await lines(undefined, Temporal.PlainDate.from(later)))
  const breaks = await breaksOf(fixture)
  expect(breaks.filter(({ kind, status }) => kind !== 'notReported' || status !== 'resolved')).toEqual([])
  expect(await money(fixture)).toMatchObject({ 'bank:operating': 1733n, 'expense:acquirer-fees': 467n })
  // What came back of a dispute was reported before its batch was closed.
  expect(await money(fixture)).toMatchObject({ 'acquirer:captured': 1000n, 'acquirer:settling': -1000n })
  await fixture.world.pass(day)
  expect(Object.keys(await money(fixture))).not.toContain('acquirer:settling')
  const settlements = await acquirerSettlementsOf(fixture.world.app.db, [paid.id, wins.id])
  expect(settlements.get(paid.id)).toMatchObject([
    {
      reportId: report.id,
      type: 'capture',
      batch: 'sbx_2026-05-04_EUR',
      gross: { minor: 10000n },
      fees: { minor: 100n },
    },
  ])
  expect(settlements.get(wins.id)).toMatchObject([{ type: 'capture', fees: { minor: 10n } }])
})

test('whatever differs is a break, until it is matched, accepted, written off or gone by itself', async () => {
  const environment = { FLORIN_ACQUIRER_FEES: 'sandbox=1%+0.10', FLORIN_REPORTS_WITHIN: 'P2D' }
  const fixture = await openPaymentsFixture({}, { environment })
  const { app } = fixture.world
  const { importsToday, imports, lines } = reportsOf(fixture)
  /** A payment on a day whose report is wrong about it; returns what is found. */
  const differs = async (fault: SampleFault) => {
    const payment = await fixture.pays({ amount: '100.00' })
    await fixture.world.pass(day)
    await importsToday(fault)
    const [found, ...others] = await breaksOf(fixture, { status: 'open' })
    expect(others).toEqual([])
    return { payment, found: found! }
  }
  const euros = (minor: bigint) => ({ currency: 'EUR', minor })

  const amount = await differs('amount')
  expect(amount.found).toMatchObject({ kind: 'amount', transactionId: amount.payment.id, reported: euros(9999n) })
  expect(await money(fixture)).toEqual({ 'acquirer:settling': 10000n })
  await writeOffBreak(app, { by: operator, id: amount.found.id })
  expect(await money(fixture)).toEqual({
    ...{ 'bank:operating': 9899n, 'expense:acquirer-fees': 100n, 'expense:acquirer-differences': 1n },
  })
  await expect(writeOffBreak(app, { by: operator, id: amount.found.id })).rejects.toThrow('is writtenOff already')

  const fee = await differs('fee')
  expect(fee.found).toMatchObject({ kind: 'fee', reported: euros(1100n), expected: euros(110n) })
  await expect(writeOffBreak(app, { by: operator, id: fee.found.id })).rejects.toThrow('accept it')
  await acceptBreak(app, { by: operator, id: fee.found.id })
  await expect(acceptBreak(app, { by: operator, id: 999n as BreakId })).rejects.toThrow('There is no break 999')

  const currency = await differs('currency')
  expect(currency.found).toMatchObject({ kind: 'currency', expected: euros(10000n), reported: { currency: 'USD' } })
  await writeOffBreak(app, { by: operator, id: currency.found.id })

  const twice = await differs('twice')
  expect(twice.found).toMatchObject({ kind: 'twice', transactionId: twice.payment.id })
  const matched = (id: BreakId, transactionId: PaymentId) => matchBreak(app, { by: operator, id, transactionId })
  await expect(matched(twice.found.id, twice.payment.id)).rejects.toThrow('it is settled already')
  await expect(matched(twice.found.id, 999n as PaymentId)).rejects.toThrow('connector sandbox has no such transaction')
  await expect(acceptBreak(app, { by: operator, id: twice.found.id })).rejects.toThrow('only a fee is accepted')
  await writeOffBreak(app, { by: operator, id: twice.found.id })

  const adjustment = await differs('adjustment')
  expect(adjustment.found).toMatchObject({ kind: 'adjustment', transactionId: undefined, expected: undefined })
  // Three people at once: one of them writes it off, and it is booked once.
  const all = await Promise.allSettled(
    [1, 2, 3].map(() => writeOffBreak(app, { by: operator, id: adjustment.found.id })),
  )
  const messages = all.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
  expect(messages).toEqual(Array(2).fill(`Break ${adjustment.found.id} is writtenOff already.`))

  // A row of a payment that we do not know is of one that another report forgets.
  const unknown = await differs('unknown')
  expect(unknown.found).toMatchObject({ kind: 'unknown', transactionId: undefined })
  const forgotten = await fixture.pays({ amount: '90.00' })
  const verified = await fixture.pays({ kind: 'verify' })
  await fixture.world.pass(day)
  const late = await lines()
  await fixture.world.pass({ hours: 48 })
  const [missing] = await breaksOf(fixture, { kind: 'notReported' })
  expect(missing).toMatchObject({ status: 'open', transactionId: forgotten.id, row: undefined, expected: euros(9000n) })
  await expect(matched(missing!.id, forgotten.id)).rejects.toThrow('about a row that is missing')
  await expect(matched(unknown.found.id, verified.id)).rejects.toThrow(
    'the row is a capture, and this is a verify-card',
  )
  const { next } = await matched(unknown.found.id, forgotten.id)
  expect(next).toMatchObject({ kind: 'amount', reported: euros(10000n), expected: euros(9000n), status: 'open' })
  expect(await breaksOf(fixture, { kind: 'notReported' })).toMatchObject([{ status: 'resolved' }])
  await writeOffBreak(app, { by: operator, id: next!.id })
  // And then it is reported after all.
  await imports(late)
  const [after] = await breaksOf(fixture, { status: 'open' })
  expect(after).toMatchObject({ kind: 'twice', transactionId: forgotten.id })
  await writeOffBreak(app, { by: operator, id: after!.id })

  // Nothing is in a report: it is written off, and what comes later is for nobody.
  const lost = await fixture.pays({ amount: '70.00' })
  await fixture.world.pass(day)
  const tooLate = await lines()
  await fixture.world.pass({ hours: 48 })
  const [gone] = await breaksOf(fixture, { status: 'open' })
  expect(gone).toMatchObject({ kind: 'notReported', transactionId: lost.id })
  await writeOffBreak(app, { by: operator, id: gone!.id })
  const before = await money(fixture)
  expect(before).not.toHaveProperty('acquirer:settling')
  await imports(tooLate)
  const [again] = await breaksOf(fixture, { status: 'open' })
  expect(again).toMatchObject({ kind: 'twice', transactionId: lost.id })
  expect(await money(fixture)).toEqual(before)
})

test('what is reported before we know of it is booked when we do', async () => {
  const fixture = await openPaymentsFixture()
  const { importsToday } = reportsOf(fixture)
  await fixture.pays({ amount: '100.00', pan: losesDispute })
  await fixture.world.pass(day)
  await importsToday()
  await fixture.world.pass({ hours: 24 * 3 })
  // The acquirer has a chargeback, and its list of disputes does not respond.
  fixture.acquirerProxy.next('disputesSince', ...Array(2).fill('request lost' as const))
  await fixture.world.pass({ hours: 36 })
  await fixture.world.pass({ hours: 24 })
  await importsToday()
  expect(await breaksOf(fixture)).toMatchObject([{ kind: 'unknown', status: 'open' }])
  expect(await money(fixture)).toMatchObject({ 'bank:operating': 9900n })
  for (let passed = 0; passed < 3; passed++) await fixture.world.pass(day)
  expect(await breaksOf(fixture)).toMatchObject([{ kind: 'unknown', status: 'resolved' }])
  expect(await money(fixture)).toEqual({ 'bank:operating': -100n, 'expense:acquirer-fees': 100n })
})

test('a file that does not add up is refused by line, and nothing of it is kept', async () => {
  const fixture = await openPaymentsFixture()
  const { imports, lines } = reportsOf(fixture)
  await fixture.pays({ amount: '25.00' })
  await fixture.pays({ amount: '10.00' })
  await fixture.world.pass(day)
  const csv = await lines()
  const [head = '', transfer = ''] = [csv[0], csv.at(-1)]
  const [one = '', two = ''] = csv.slice(1, -1).toSorted((line) => (line.includes(',25.00,') ? -1 : 1))
  const refused = (...wrong: readonly string[]) =>
    imports(wrong).then(
      () => 'imported',
      ({ message }: Error) => message,
    )
  const key = /,capture,[^,]+,/
  const messages = {
    'line 2, net: is not gross less fees': [one.replace(',25.00,', ',26.00,'), two, transfer],
    'line 3, gross: the transfer of sbx_2026-05-04_EUR in EUR is -34.65, and its rows come to -24.75': [one, transfer],
    'line 3, batch: sbx_2026-05-04_EUR in EUR has no row of type transfer': [one, two],
    'line 3, entry: is above it already': [one, one, transfer],
    'line 5, type: the transfer of': [one, two, transfer, transfer.replace('transfer-EUR', 'again')],
    'line 3, connector: must be sandbox, as above': [one, two.replace('sandbox', 'acme'), transfer],
    'line 2, connector: must be one of sandbox': [one.replace('sandbox', 'acme')],
    'line 2, key: or reference must say': [one.replace(key, ',capture,,')],
    'line 2, gross: has more decimals than JPY': [one.replace(',EUR,', ',JPY,')],
    'line 2, gross: of a refund is below zero': [one.replace(',capture,', ',refund,')],
    'line 2, gross: of a fee is zero': [one.replace(',capture,', ',fee,')],
    'line 2, fees: of a reserve are a row of their own': [one.replace(',capture,', ',reserve,')],
    'it has no rows': [],
  }
  for (const [message, wrong] of Object.entries(messages)) expect(await refused(head, ...wrong)).toContain(message)
  const [kept] = await fixture.world.query('select count(*) from reconciliation.reports')
  expect(Number(kept!.count)).toBe(0)
})

test('an import that broke off goes on, and two at once record and book each row once', async () => {
  const fixture = await openPaymentsFixture()
  const { imports, lines } = reportsOf(fixture)
  for (let payment = 0; payment < 3; payment++) await fixture.pays({ amount: '100.00' })
  await fixture.world.pass(day)
  const [head = '', ...captured] = await lines()
  const fees = Array.from({ length: 700 }, (_, index) => `${index + 1}`).map(
    (entry) => `sandbox,f${entry},sbx_2026-05-04_EUR,fee,,,EUR,0.00,0.01,-0.01,2026-05-05,2026-05-05`,
  )
  const csv = [head, ...fees, ...captured.map((line) => line.replaceAll('-297.00', '-290.00'))]
  // Both records of its first rows were committed, and then the process has died.
  await expect(imports(csv, 'report.csv', { breaksOffAt: 600 })).rejects.toThrow('broke off')
  const { data: known } = await listReports(fixture.world.app.db, { page: 1, size: 10 })
  expect(known).toMatchObject([{ isWhole: false, recordedRows: 500 }])
  expect(await money(fixture)).toEqual({
    ...{ 'acquirer:settling': 30000n, 'bank:operating': -500n, 'expense:acquirer-fees': 500n },
  })
  const all = await Promise.all([imports(csv), imports(csv), imports([...csv, ''])])
  expect(new Set(all.map(({ rows, isWhole }) => `${rows} ${isWhole}`))).toEqual(new Set(['704 true']))
  expect(await money(fixture)).toEqual({ 'bank:operating': 29000n, 'expense:acquirer-fees': 1000n })
  expect(await breaksOf(fixture)).toEqual([])
})

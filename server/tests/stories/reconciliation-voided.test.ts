import { expect, test } from 'vitest'
import { acceptBreak, listBreaks, matchBreak, writeOffBreak } from '#acquiring/reconciliation'
import { applyIncomingResult } from '../../src/app/incoming-result.ts'
import { operator, reportsOf } from '../world/acquirer-reports.ts'
import { longTest } from '../world/length.ts'
import { openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'

/** What was voided or cancelled here, and what the acquirer has settled all the same: the shopper has been charged. */

const day = { hours: 24 }
const euros = (minor: bigint) => ({ currency: 'EUR', minor })
const breaksOf = async ({ world }: PaymentsFixture, filter = {}) =>
  (await listBreaks(world.app.db, filter, { page: 1, size: 50 })).data
const settling = async (fixture: PaymentsFixture) => (await fixture.books())['acquirer:settling'] ?? 0n

const columns = (line: string) => line.split(',')
const isOf = (type: string) => (line: string) => columns(line)[3] === type
const head = 'connector,entry,batch,type,key,reference,currency,gross,fees,net,bookedOn,valueOn'
/** A report of these rows alone, with what they come to as its transfer. */
function reportWith(rows: readonly string[]): string[] {
  const net = rows.reduce((sum, line) => sum + Math.round(Number(columns(line)[9]) * 100), 0)
  const gross = (-net / 100).toFixed(2)
  const transfer = `sandbox,transfer of ${columns(rows[0]!)[1]},${columns(rows[0]!)[2]},transfer,,,EUR,${gross},0.00,${gross},2026-05-05,2026-05-05`
  return [head, ...rows, transfer]
}

test('a payment that we cancelled is settled: a break, until the report with its reversal comes', async () => {
  const fixture = await openPaymentsFixture({}, { environment: { FLORIN_REPORTS_WITHIN: 'P30D,sandbox=P2D' } })
  const { imports, lines } = reportsOf(fixture)
  await fixture.pays({ amount: '100.00' })
  const cancelled = await fixture.pays({ amount: '30.00' })
  await fixture.reverses(cancelled)
  await fixture.world.pass(day)
  const whole = await lines()
  await imports(reportWith(whole.filter(isOf('capture'))))
  // Acquirers settle after days: it is waited for as long as is usual for this one.
  await fixture.world.pass(day)
  expect(await breaksOf(fixture)).toEqual([])
  fixture.world.clock.pass(day)
  // A worker whose lease has ended goes on beside the one that has it by then.
  const finding = fixture.world.app.jobs.find(({ name }) => name === 'find what acquirers have not reversed')!
  await Promise.all([finding.run(cancelled.id), finding.run(cancelled.id)])
  await fixture.world.runUntilIdle()
  const [found, ...others] = await breaksOf(fixture)
  expect(others).toEqual([])
  expect(found).toMatchObject({
    ...{ kind: 'notReversed', status: 'open', transactionId: cancelled.id, expected: euros(-3000n) },
    ...{ row: undefined, reported: undefined },
  })
  const [named] = [{ by: operator, id: found!.id }]
  await expect(acceptBreak(fixture.world.app, named)).rejects.toThrow('only a fee is accepted')
  await expect(matchBreak(fixture.world.app, { ...named, transactionId: cancelled.id })).rejects.toThrow(
    'about a row that is missing',
  )
  // The capture a second time is no reversal.
  const again = whole.filter(isOf('capture')).filter((line) => line.includes(cancelled.key))
  await imports(reportWith(again.map((line) => line.replace(columns(line)[1]!, 'again'))), 'again.csv')
  const [twice] = await breaksOf(fixture, { status: 'open', kind: 'twice' })
  expect(await breaksOf(fixture, { status: 'open' })).toHaveLength(2)
  await writeOffBreak(fixture.world.app, { by: operator, id: twice!.id })
  // Day after day nothing changes, and then it comes.
  await fixture.world.pass({ hours: 24 * 3 })
  expect(await breaksOf(fixture, { status: 'open' })).toHaveLength(1)
  const late = reportWith(whole.filter(isOf('reversal')))
  await imports(late, 'late.csv')
  expect(await breaksOf(fixture, { kind: 'notReversed' })).toMatchObject([{ status: 'resolved' }])
  expect(await settling(fixture)).toBe(0n)
})

// In small: a payment that we cancelled is settled: a break, until the report with its reversal comes
longTest('no reversal ever comes: it is written off, and a reversal after that is a row too many', async () => {
  const fixture = await openPaymentsFixture({}, { environment: { FLORIN_REPORTS_WITHIN: 'P30D,sandbox=P2D' } })
  const { imports, lines } = reportsOf(fixture)
  await fixture.reverses(await fixture.pays({ amount: '30.00' }))
  await fixture.world.pass(day)
  const whole = await lines()
  await imports(reportWith(whole.filter(isOf('capture'))))
  for (const _ of [1, 2]) await fixture.world.pass(day)
  const [found] = await breaksOf(fixture, { status: 'open' })
  await writeOffBreak(fixture.world.app, { by: operator, id: found!.id })
  expect(await fixture.books()).toMatchObject({ 'bank:operating': 2970n, 'expense:acquirer-differences': -3000n })
  expect(await settling(fixture)).toBe(0n)
  await imports(reportWith(whole.filter(isOf('reversal'))), 'late.csv')
  expect(await breaksOf(fixture, { status: 'open' })).toMatchObject([
    { kind: 'twice', transactionId: found!.transactionId },
  ])
})

// In small: a capture that is imported at the moment at which its payment is cancelled has to be reversed too
longTest('a capture that is in a report already is cancelled: the reversal has to come from then on', async () => {
  const fixture = await openPaymentsFixture({}, { environment: { FLORIN_REPORTS_WITHIN: 'P30D,sandbox=P2D' } })
  const { imports } = reportsOf(fixture)
  const paid = await fixture.pays({ amount: '30.00' })
  // The day of the acquirer ends before ours.
  await imports(reportWith([`sandbox,c1,monday,capture,${paid.key},,EUR,30.00,0.30,29.70,2026-05-05,2026-05-05`]))
  expect(await breaksOf(fixture)).toEqual([])
  await fixture.reverses(paid)
  for (const _ of [1, 2]) await fixture.world.pass(day)
  expect(await breaksOf(fixture)).toMatchObject([{ kind: 'notReversed', status: 'open', transactionId: paid.id }])
  await imports(reportWith([`sandbox,c2,tuesday,reversal,${paid.key},,EUR,-30.00,-0.30,-29.70,2026-05-06,2026-05-06`]))
  expect(await breaksOf(fixture)).toMatchObject([{ kind: 'notReversed', status: 'resolved' }])
})

test('a capture that is imported at the moment at which its payment is cancelled has to be reversed too', async () => {
  const fixture = await openPaymentsFixture({}, { environment: { FLORIN_REPORTS_WITHIN: 'P30D,sandbox=P2D' } })
  const { imports } = reportsOf(fixture)
  const paid = await fixture.pays({ amount: '30.00' })
  fixture.acquirerProxy.next('reverse', 'response lost')
  expect(await fixture.reverses(paid)).toMatchObject({ status: 'cancelling' })
  const { world } = fixture
  world.clock.pass({ hours: 1 })
  const held = await world.holdRow('payments.payments', paid.id)
  const importing = imports(
    reportWith([`sandbox,c1,monday,capture,${paid.key},,EUR,30.00,0.30,29.70,2026-05-05,2026-05-05`]),
  )
  await world.untilWaiting(1)
  // The cancellation looks at the bookings before the import is committed, and is committed behind it.
  const work = world.app.jobs.find(({ name }) => name === 'resolve payments')
  const cancelling = work!.run(paid.id)
  await world.untilWaiting(2)
  await held.release()
  await Promise.all([importing, cancelling])
  for (const _ of [1, 2]) await world.pass(day)
  expect(await breaksOf(fixture)).toMatchObject([{ kind: 'notReversed', status: 'open', transactionId: paid.id }])
})

// In small: a payment that we cancelled is settled: a break, until the report with its reversal comes
longTest('both in one report leave nothing open, however they are ordered', async () => {
  const fixture = await openPaymentsFixture({}, { environment: { FLORIN_REPORTS_WITHIN: 'P30D,sandbox=P2D' } })
  const { imports } = reportsOf(fixture)
  const paid = await fixture.pays({ amount: '30.00' })
  await fixture.reverses(paid)
  const rows = [
    'reversal,KEY,,EUR,-30.00,0.00,-30.00',
    'capture,KEY,,EUR,30.00,0.30,29.70',
    'fee,,,EUR,0.00,1.00,-1.00',
  ]
  await imports(
    reportWith(rows.map((row, nth) => `sandbox,r${nth},monday,${row.replace('KEY', paid.key)},2026-05-05,2026-05-05`)),
  )
  expect(await breaksOf(fixture)).toEqual([])
})

// In small: a payment that we cancelled is settled: a break, until the report with its reversal comes
longTest('an authorization that was voided and is settled all the same is a break that says so', async () => {
  const fixture = await openPaymentsFixture({}, { environment: { FLORIN_REPORTS_WITHIN: 'P30D,sandbox=P2D' } })
  const { imports, lines } = reportsOf(fixture)
  await fixture.pays({ amount: '20.00' })
  const voided = await fixture.reverses(await fixture.pays({ kind: 'auth', amount: '20.00' }))
  expect(voided.status).toBe('voided')
  await fixture.world.pass(day)
  const [captured] = (await lines()).filter(isOf('capture'))
  const [connector, entry, batch, type, , ...rest] = columns(captured!)
  await imports(reportWith([[connector, entry, batch, type, voided.key, ...rest].join(',')]))
  const [found] = await breaksOf(fixture, { status: 'open' })
  expect(found).toMatchObject({ kind: 'voided', transactionId: voided.id, reported: euros(2000n), expected: undefined })
  await expect(
    matchBreak(fixture.world.app, { by: operator, id: found!.id, transactionId: voided.id }),
  ).rejects.toThrow('by our books its money has not moved')
})

// In small: a payment that we cancelled is settled: a break, until the report with its reversal comes
longTest('the reversal of a voided payment that was settled resolves it, whichever row is reported first', async () => {
  const fixture = await openPaymentsFixture({}, { environment: { FLORIN_REPORTS_WITHIN: 'P30D,sandbox=P2D' } })
  const { world, acquirerProxy } = fixture
  const { imports } = reportsOf(fixture)
  const authorizes = () => fixture.pays({ kind: 'auth', amount: '20.00' })
  const voids = async () => fixture.reverses(await authorizes())
  let entries = 0
  const row = (
    type: string,
    { key }: { key: string },
    gross = type === 'capture' ? '20.00' : '-20.00',
    fees = '0.00',
  ) =>
    `sandbox,e${++entries},monday,${type},${key},,EUR,${gross},${fees},${(Number(gross) - Number(fees)).toFixed(2)},2026-05-05,2026-05-05`
  const reported = (...rows: string[]) => imports(reportWith(rows), `${entries}.csv`)
  const open = async () => (await breaksOf(fixture, { status: 'open' })).map(({ kind, id }) => `${kind} ${id}`)

  // The reversal in a later report; another amount is not its reversal.
  const first = await voids()
  await reported(row('capture', first, '20.00', '0.30'))
  await reported(row('reversal', first, '-19.99'))
  expect(await open()).toEqual(['voided 102', 'voided 101'])
  await reported(row('reversal', first))
  expect(await open()).toEqual(['voided 102'])
  const [, resolved] = await breaksOf(fixture)
  expect(resolved).toMatchObject({ id: 101n, status: 'resolved' })
  // The reversal first; and both in one report.
  const second = await voids()
  await reported(row('reversal', second))
  await reported(row('capture', second))
  const third = await voids()
  await reported(row('reversal', third), row('capture', third))
  expect(await open()).toEqual(['voided 102'])
  expect(await fixture.books()).toMatchObject({ 'expense:acquirer-fees': 30n, 'bank:operating': -30n })
  expect(await settling(fixture)).toBe(0n)

  // Two reports at the same moment: the later one sees what the other has.
  const raced = await voids()
  const held = await world.holdRow('payments.payments', raced.id)
  const both = [reported(row('capture', raced)), reported(row('reversal', raced))]
  await world.untilWaiting(2)
  await held.release()
  await Promise.all(both)
  expect(await open()).toEqual(['voided 102'])

  // Both before the response about the void is known.
  const late = await authorizes()
  acquirerProxy.next('reverse', 'response lost')
  expect(await fixture.reverses(late)).toMatchObject({ status: 'voiding' })
  await reported(row('capture', late), row('reversal', late))
  const unbooked = await breaksOf(fixture, { status: 'open', kind: 'unbooked' })
  expect(unbooked).toHaveLength(2)
  await world.pass({ hours: 25 })
  expect(await open()).toEqual(['voided 102'])
  // A capture that comes once more has to be reversed once more.
  await reported(row('capture', third))
  expect(await breaksOf(fixture, { status: 'open', kind: 'voided' })).toHaveLength(2)
  expect((await world.verify()).differences).toEqual([])
})

test('a reversal that fails after it was done is a break at once, whichever it was, and is one however often it is said', async () => {
  const fixture = await openPaymentsFixture({}, { environment: { FLORIN_REPORTS_WITHIN: 'P30D,sandbox=P2D' } })
  const { app, clock } = fixture.world
  const { imports, lines } = reportsOf(fixture)
  const [voided, cancelled] = [
    await fixture.pays({ kind: 'auth', amount: '0.12' }),
    await fixture.pays({ amount: '0.12' }),
  ]
  for (const payment of [voided, cancelled]) await fixture.reverses(payment)
  clock.pass({ hours: 1 })
  for (const { key, connector } of [voided, cancelled, voided, cancelled]) {
    const result = await fixture.acquirerProxy.inquire(key)
    expect(result).toMatchObject({ outcome: 'failed', request: 'reverse' })
    expect(await applyIncomingResult(app, connector, { key, result })).toBe(true)
  }
  expect(await fixture.now(voided)).toMatchObject({ status: 'voided' })
  expect(await breaksOf(fixture)).toMatchObject([
    { kind: 'notReversed', transactionId: cancelled.id, expected: euros(-12n) },
    { kind: 'notReversed', transactionId: voided.id, expected: euros(0n) },
  ])
  // The report has the money of both: nothing of it is taken for ours.
  await fixture.world.pass(day)
  await imports(await lines())
  expect((await breaksOf(fixture, { status: 'open' })).map(({ kind }) => kind).toSorted()).toEqual([
    ...['notReversed', 'twice', 'voided'],
  ])
  const [dismissed] = await breaksOf(fixture, { status: 'open', kind: 'notReversed' })
  await writeOffBreak(app, { by: operator, id: dismissed!.id })
})

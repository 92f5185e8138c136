import { expect, test } from 'vitest'
import type { PaymentId } from '#acquiring/ids'
import type { Transaction } from '#acquiring/payments'
import { money } from '#kernel/base/money.ts'
import { type Facts, judgeRow, settlementKey } from './judge-row.ts'
import type { ReportRow } from './report.ts'

const day = Temporal.PlainDate.from('2026-05-05')
const at = Temporal.Instant.from('2026-05-04T10:00:00Z')
const keyOf = (id: number) => `00000000-0000-4000-8000-0000000000${id}`

/** A transaction of euros whose money has moved. */
const transaction = (id: number, facts: Partial<Record<keyof Transaction, unknown>> = {}, minor = 1000n): Transaction =>
  ({
    ...{ id: BigInt(id) as PaymentId, key: keyOf(id), type: 'deposit', status: 'captured', reference: `ref-${id}` },
    ...{ captured: money(minor, 'EUR'), capturedAt: at, parentId: undefined, ...facts },
  }) as unknown as Transaction

const row = (facts: Partial<ReportRow>): ReportRow => ({
  ...{ line: 2, connector: 'acme', entry: 'e1', batch: 'b1', type: 'capture', key: undefined, reference: undefined },
  ...{ currency: 'EUR', grossMinor: 1000n, feesMinor: 10n, netMinor: 990n, bookedOn: day, valueOn: day, ...facts },
})
const facts = (transactions: readonly Transaction[], settled: readonly string[] = []): Facts => ({
  ...{
    transactions,
    settled: new Set(settled),
    agreedFee: { basisPoints: 100, fixed: '0.05' },
    heldMinor: new Map([['EUR', 500n]]),
  },
})
const judged = (one: Partial<ReportRow>, of: Facts): string => {
  const result = judgeRow(row(one), of)
  return `${result.agrees ? 'agrees' : result.kind} ${result.transaction?.id ?? 'nothing'}`
}

const payment = transaction(11)
const refund = { type: 'refund', parentId: payment.id }
const refunds = [payment, transaction(12, refund, 300n), transaction(13, refund, 400n), transaction(14, refund, 400n)]

test('a transaction is found by its own key, however it is written, and by the reference of the acquirer', () => {
  const known = facts([transaction(10), payment])
  expect(judged({ key: keyOf(11).toUpperCase() }, known)).toBe('agrees 11')
  expect(judged({ reference: 'ref-10' }, known)).toBe('agrees 10')
  // The key is ours, so it wins.
  expect(judged({ key: keyOf(11), reference: 'ref-10' }, known)).toBe('agrees 11')
  expect(judged({ key: keyOf(99), reference: 'ref-99' }, known)).toBe('unknown nothing')
  expect(judged({ type: 'payout', grossMinor: -1000n, key: keyOf(11) }, known)).toBe('unknown nothing')
})

test('what followed a payment is found by the payment when one alone has the same amount, and is not settled yet', () => {
  const back = (minor: bigint, settled: readonly number[] = []) =>
    judged(
      { type: 'refund', grossMinor: -minor, key: payment.key },
      facts(
        refunds,
        settled.map((id) => settlementKey(BigInt(id) as PaymentId, 'refund')),
      ),
    )
  expect([back(300n), back(400n), back(400n, [13]), back(400n, [13, 14])]).toEqual([
    ...['agrees 12', 'unknown nothing', 'agrees 14', 'amount 12'],
  ])
  expect([back(500n), back(400n, [12, 13, 14])]).toEqual(['unknown nothing', 'twice 13'])
  const dispute = transaction(15, { type: 'chargeback', parentId: payment.id, reference: 'dsp_1' })
  expect(judged({ type: 'chargeback', grossMinor: -1000n, reference: 'dsp_1' }, facts([dispute]))).toBe('agrees 15')
})

test('a key that we do not know is not replaced by the name of a payment', () => {
  const known = facts([payment, transaction(12, refund, 300n)])
  const back = (name: Partial<ReportRow>) => judged({ type: 'refund', grossMinor: -300n, ...name }, known)
  expect([back({ reference: 'ref-11' }), back({ key: keyOf(11), reference: 'ref-99' })]).toEqual([
    ...['agrees 12', 'agrees 12'],
  ])
  expect(back({ key: keyOf(99), reference: 'ref-11' })).toBe('unknown nothing')
  // The acquirer's own name of the refund is no less exact than a key.
  expect(back({ key: keyOf(99), reference: 'ref-12' })).toBe('agrees 12')
  const cancelled = facts([transaction(11, { status: 'cancelled' })])
  const failed = (name: Partial<ReportRow>) =>
    judged({ type: 'captureFailure', grossMinor: -1000n, ...name }, cancelled)
  expect([failed({ key: keyOf(11) }), failed({ reference: 'ref-11' })]).toEqual(['cancelled 11', 'cancelled 11'])
  expect(failed({ key: keyOf(99), reference: 'ref-11' })).toBe('unknown nothing')
  const reinstatement = { type: 'reinstatement', ...{ reinstatesId: 12n } }
  const came = facts([payment, transaction(12, refund), transaction(13, reinstatement)])
  expect(judged({ type: 'reinstatement', key: keyOf(12) }, came)).toBe('agrees 13')
  expect(judged({ type: 'reinstatement', key: keyOf(99), reference: 'ref-12' }, came)).toBe('unknown nothing')
})

test('money that has not moved by our books is another break than money that has moved otherwise', () => {
  const one = (changes: Partial<ReportRow>, of: Partial<Record<keyof Transaction, unknown>> = {}) =>
    judged({ key: keyOf(11), ...changes }, facts([transaction(11, of)]))
  expect(one({}, { capturedAt: undefined, status: 'failed' })).toBe('unbooked 11')
  expect(one({ type: 'reversal', grossMinor: -1000n })).toBe('unbooked 11')
  expect(one({ type: 'reversal', grossMinor: -1000n }, { status: 'cancelled' })).toBe('agrees 11')
  expect([one({ grossMinor: 999n }), one({ currency: 'USD' })]).toEqual(['amount 11', 'currency 11'])
  // One percent and five cents.
  expect([one({ feesMinor: 15n }), one({ feesMinor: 16n })]).toEqual(['agrees 11', 'fee 11'])
  expect(one({ type: 'adjustment' })).toBe('adjustment nothing')
  expect([one({ type: 'fee' }), one({ type: 'reserve', grossMinor: -1000n })]).toEqual([
    'agrees nothing',
    'agrees nothing',
  ])
})

test('what is held back is released, and no more', () => {
  const reserve = (grossMinor: bigint) => judged({ type: 'reserve', grossMinor }, facts([]))
  expect(reserve(-100_000n)).toBe('agrees nothing')
  expect(reserve(500n)).toBe('agrees nothing')
  expect(reserve(501n)).toBe('reserve nothing')
  expect(judged({ type: 'reserve', grossMinor: 1n, currency: 'USD' }, facts([]))).toBe('reserve nothing')
})

import { paidBy } from '#acquiring/payments'
import type { MerchantId, SiteId } from '#core/directory'
import { accounts, type BookedEntry, historyOf } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { type FeeKind, type FeeLine, feeKinds } from './fee-line.ts'
import type { Period } from './invoice.ts'

type Span = { currency: Currency; from: Instant; until: Instant }

/** The part of the span that is a merchant's, or undefined: its fees are left out. */
type PeriodOf = (merchantId: MerchantId) => Period | undefined

/**
 * What was earned by fees of payments in a span of time, by merchant: from the lines of the account of our fees alone, so
 * that an invoice is what was booked. Fees that customers of cards pay are on the same account and are left out.
 */
export async function countFees(
  db: Db,
  span: Span,
  periodOf: PeriodOf,
): Promise<ReadonlyMap<MerchantId, readonly FeeLine[]>> {
  const history = await historyOf(db, { accounts: [accounts.feeIncome], ...span })
  const merchants = new Map<MerchantId, Map<string, Sum>>()
  for await (const entries of history.entries()) {
    const payments = await paidBy(
      db,
      entries.map(({ reference }) => reference),
    )
    for (const entry of entries) {
      const payment = payments.get(entry.reference)
      const period = payment && periodOf(payment.merchantId)
      if (!payment || !period || !isIn(period, entry.postedAt)) continue
      const sums = merchants.get(payment.merchantId) ?? new Map<string, Sum>()
      merchants.set(payment.merchantId, sums)
      for (const part of partsOf(entry, payment)) addTo(sums, payment.siteId, part)
    }
  }
  return new Map([...merchants].map(([merchantId, sums]) => [merchantId, linesOf(sums, span.currency)]))
}

const isIn = ({ from, until }: Period, at: Instant): boolean =>
  Temporal.Instant.compare(from, at) <= 0 && Temporal.Instant.compare(at, until) < 0

type Part = { kind: FeeKind; basisPoints: number | undefined; baseMinor: bigint; minor: bigint }
type Sum = Part & { siteId: SiteId; payments: number }

/** Of a capture, the percentage and the rest, which is the fixed part; of whatever returned a fee, that. */
function partsOf(
  { recipe, amount: { minor } }: BookedEntry,
  { capturedMinor, feeBasisPoints }: { capturedMinor: bigint; feeBasisPoints: number },
): Part[] {
  const base = { baseMinor: capturedMinor, basisPoints: undefined }
  if (recipe !== 'paymentCaptured') return [{ ...base, kind: 'returned', minor }]
  const percentage = (capturedMinor * BigInt(feeBasisPoints)) / 10_000n
  const parts: Part[] = [
    { kind: 'percentage', basisPoints: feeBasisPoints, baseMinor: capturedMinor, minor: percentage },
    { ...base, kind: 'fixed', minor: minor - percentage },
  ]
  return parts.filter((part) => part.minor !== 0n)
}

function addTo(sums: Map<string, Sum>, siteId: SiteId, part: Part): void {
  const key = `${siteId} ${part.kind} ${part.basisPoints}`
  const before = sums.get(key) ?? { ...part, siteId, payments: 0, baseMinor: 0n, minor: 0n }
  sums.set(key, {
    ...before,
    payments: before.payments + 1,
    baseMinor: before.baseMinor + part.baseMinor,
    minor: before.minor + part.minor,
  })
}

/** By site, in the order of the kinds, the lowest rate first. */
const linesOf = (sums: ReadonlyMap<string, Sum>, currency: Currency): FeeLine[] =>
  [...sums.values()]
    .toSorted(
      (one, other) =>
        one.siteId - other.siteId ||
        feeKinds.indexOf(one.kind) - feeKinds.indexOf(other.kind) ||
        (one.basisPoints ?? 0) - (other.basisPoints ?? 0),
    )
    .map(({ siteId, kind, basisPoints, payments, baseMinor, minor }) => ({
      siteId,
      kind,
      basisPoints,
      payments,
      base: money(baseMinor, currency),
      amount: money(minor, currency),
    }))

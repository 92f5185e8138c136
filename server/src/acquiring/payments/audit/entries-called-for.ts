import type { CalledFor } from '#core/ledger/audit'
import { type Money, money } from '#kernel/base/money.ts'
import type { KindRules, PaymentRecord } from './payment-record.ts'

/**
 * The entries that a history calls for, made of the facts in the transaction's row. What was earned before anything waited is
 * booked as available, and may be moved later.
 */
export function entriesCalledFor({ row, transitions, entries }: PaymentRecord, { entriesOf }: KindRules): CalledFor[] {
  const { merchant_id: merchantId, currency, pending_minor } = row
  const amount = money(row.captured_minor, currency)
  const fee = money(row.fee_minor, currency)
  const shares = (row.shares ?? []).map(({ merchant, minor }) => ({
    merchantId: merchant,
    amount: money(BigInt(minor), currency),
  }))
  const corrections = (row.share_corrections ?? []).map((minor, at) => ({
    merchantId: shares[at]?.merchantId ?? merchantId,
    amount: money(BigInt(minor), currency),
  }))
  const isMoved = pending_minor !== null && entries.some(({ recipe }) => recipe === 'merchantEarningsMovedToPending')
  const facts = { merchantId, amount, fee, shares, corrections, waits: pending_minor !== null && !isMoved }
  const own = shares.reduce((left, share) => left - share.amount.minor, amount.minor - fee.minor)
  const parts = [{ merchantId, amount: nothingBelowZero(own, amount) }, ...shares]
  return [
    ...transitions.flatMap(({ action }) => entriesOf(action, facts)),
    ...(isMoved ? [{ recipe: 'merchantEarningsMovedToPending', facts: { parts } } as const] : []),
  ]
}

const nothingBelowZero = (minor: bigint, { currency }: Money): Money => money(minor > 0n ? minor : 0n, currency)

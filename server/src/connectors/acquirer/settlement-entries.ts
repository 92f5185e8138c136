import type { Money } from '#kernel/base/money.ts'
import type { RequestKey } from './requests.ts'

/** An empty page means that there is no more for now. `place` is behind the last entry of the page. */
export type SettlementPage = { entries: readonly SettlementEntry[]; place: string | undefined }

/**
 * `reinstatement`: money of a refund or a payout that did not reach the cardholder is back. `capture_failed`: the acquirer
 * has taken the money of a capture back. The last four are about no transaction of ours: a `fee` of its own, with no gross; what is held in `reserve` (below
 * zero) or released; any other `adjustment`; and the `transfer` to our bank itself, below zero.
 */
export const settlementKinds = [
  ...(['capture', 'reversal', 'refund', 'chargeback', 'chargeback_won', 'payout', 'reinstatement'] as const),
  ...(['capture_failed'] as const),
  ...(['fee', 'reserve', 'adjustment', 'transfer'] as const),
] as const

/** One transaction that the acquirer has settled with us. */
export type SettlementEntry = {
  /** Of this entry; delivered again, it is the same. */
  id: string
  /** The acquirer's name of the transfer to our bank account that this entry is part of. */
  batch: string
  kind: (typeof settlementKinds)[number]
  /** The key of our authorization or payout that it belongs to. Absent: it is about none that the connector knows. */
  authorization: RequestKey | undefined
  /** The key of our refund or reversal, or of the refund whose money is back, where the connector knows it. */
  request?: RequestKey | undefined
  /** The acquirer's own name of the payment, refund or dispute. */
  reference?: string | undefined
  /** Before fees. Above zero when it is credited to us, below zero when it is debited. */
  gross: Money
  /** What the acquirer keeps of it, in the same currency; below zero when it returns a fee. */
  fee: Money
  /** The day of the transfer, in the acquirer's calendar. */
  settledOn: Temporal.PlainDate
}

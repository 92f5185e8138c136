import type { SiteId } from '#core/directory'
import type { PartnerId } from '#core/partners'
import type { AccountId, HolderId, TopupId } from '#issuing/ids'
import type { TopupType } from '#issuing/programmes'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, subtract } from '#kernel/base/money.ts'
import type { TopupState } from './topup-states.ts'

/** An order to put money on an account. */
export type Topup = {
  id: TopupId
  version: number
  holderId: HolderId
  partnerId: PartnerId
  accountId: AccountId
  type: TopupType
  status: TopupState
  amount: Money
  /** Of the amount; the rest is credited. */
  fee: Money
  /** Of a fiat topup: the site that takes the payment. */
  siteId: SiteId | undefined
  /** The payment that completed it, as the site's interface calls it. */
  transactionId: bigint | undefined
  failureReason: string | undefined
  createdAt: Instant
  completedAt: Instant | undefined
  /** When its outcome is asked for. */
  dueAt: Instant | undefined
}

/**
 * What happened to the payment of a completed topup afterwards. A representment returns what a charge-back took, and a
 * reinstatement what a refund took that came back.
 */
export type Reversal = {
  kind: ReversalKind
  transactionId: bigint
  amount: Money
  /** The part that the holder did not have any more and owes since; of what is returned, the part that was owed. */
  owed: Money
  occurredAt: Instant
}
export const reversalKinds = [
  'cancel',
  'refund',
  'charge_back',
  'capture_failure',
  'representment',
  'reinstatement',
] as const
export type ReversalKind = (typeof reversalKinds)[number]

/** Whether it brings money back to the account. */
export const isCredit = (kind: ReversalKind): boolean => kind === 'representment' || kind === 'reinstatement'

/** What the holder gets of a topup. */
export const creditOf = ({ amount, fee }: Pick<Topup, 'amount' | 'fee'>): Money => subtract(amount, fee)

import type { PartnerId } from '#core/partners'
import type { AccountId, DisputeId, HolderId, TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { DisputeAction, DisputeStatus } from './dispute-states.ts'

/** What a holder claims about a payment with a card. */
export type Dispute = {
  id: DisputeId
  version: number
  transactionId: TransactionId
  partnerId: PartnerId
  holderId: HolderId
  accountId: AccountId
  reason: DisputeReason
  explanation: string
  /** In the currency of the card. */
  amount: Money
  status: DisputeStatus
  createdAt: Instant
}

export const disputeReasons = [
  'fraud',
  'notReceived',
  'notAsDescribed',
  'duplicate',
  'wrongAmount',
  'cancelledSubscription',
  'creditNotProcessed',
] as const
export type DisputeReason = (typeof disputeReasons)[number]

/** A change of a dispute, as its history has it. */
export type Transition = {
  action: DisputeAction | 'submit'
  toStatus: DisputeStatus
  /** Who: the `holder`, the `operator`, or a member of staff. */
  actor: string
  note: string | null
  /** When money moved with it: what the network has of the amount, when it was converted. */
  converted: Converted | undefined
  occurredAt: Instant
}

/** What of an amount the network has in the currency of the merchant, and what was our markup. */
export type Converted = { network: Money; markup: Money }

import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { RequestKey } from './requests.ts'

/** An empty page means that there is no more for now. `place` is behind the last event of the page. */
export type DisputePage = { events: readonly DisputeEvent[]; place: string | undefined }

/**
 * A cardholder has asked their bank for the money of a payment, or it was decided who is right. `opened` says that the
 * acquirer has taken the amount back from us; `won`, that we have it again; `lost`, that it is gone. A bank that takes the
 * money once more after that opens another dispute.
 */
export type DisputeEvent = {
  /** Of this event; delivered again, it is the same. */
  id: string
  /** Of the dispute; all events of it carry it. */
  dispute: string
  /** The key of the authorization that is disputed. */
  authorization: RequestKey
  kind: 'opened' | 'won' | 'lost'
  /** Above zero; all of the payment or a part of it. The same in all events of one dispute. */
  amount: Money
  reason: DisputeReason
  at: Instant
}

/** What cardholders say. Every connector maps its network's codes to these. */
export const disputeReasons = [
  'fraud',
  'not_received',
  'not_as_described',
  'subscription_cancelled',
  'credit_not_processed',
  'duplicate',
  'processing_error',
  'other',
] as const
export type DisputeReason = (typeof disputeReasons)[number]

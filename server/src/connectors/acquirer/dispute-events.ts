import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { RequestKey } from './requests.ts'

/** An empty page means that there is no more for now. `place` is behind the last event of the page. */
export type DisputePage = { events: readonly DisputeEvent[]; place: string | undefined }

/**
 * A cardholder has disputed a payment with their bank, or the dispute was decided. `opened`: the acquirer has debited
 * the amount from us; `won`: it has credited it again; `lost`: it keeps it. A bank that charges the money back once
 * more after that opens another dispute.
 */
export type DisputeEvent = {
  /** Of this event; delivered again, it is the same. */
  id: string
  /** Of the dispute; all events of it carry it. */
  dispute: string
  /** The key of the authorization that is disputed. */
  authorization: RequestKey
  kind: (typeof disputeEventKinds)[number]
  /** Above zero; all of the payment or a part of it. The same in all events of one dispute. */
  amount: Money
  reason: DisputeReason
  at: Instant
  /** Of an opening: until when the acquirer takes a response. Absent: it does not say. */
  respondBy?: Instant | undefined
}

export const disputeEventKinds = ['opened', 'won', 'lost'] as const

/** The cardholder's reason. Every connector maps its network's codes to these. */
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

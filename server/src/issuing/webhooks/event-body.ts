import { momentText } from '#issuing/api'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { NumberText, writeJson } from '#kernel/base/json.ts'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import type { EventId } from './ids.ts'

/** The statuses of the state machines, which the reactions compare with these. */
type KycStatus = 'not_started' | 'in_progress' | 'pending_review' | 'approved' | 'rejected'
type CardStatus = 'pending' | 'readyToBeActivated' | 'active' | 'frozen' | 'suspended' | 'closed'
type ChallengeStatus = 'initiated' | 'pending' | 'authorized' | 'declined' | 'cancelled' | 'timeout' | 'failed'
type DisputeStatus = 'submitted' | 'chargedBack' | 'won' | 'lost' | 'cancelled'

/** What happened, by the documented name of the event (card-issuing, events). */
export type EventFacts = {
  kycStatusChanged: { status: KycStatus; rejectReason: string | undefined }
  cardStatusChanged: { cardId: string; newStatus: CardStatus }
  cardTestingSuspected: { cardId: string }
  transaction3dsRequested: {
    transactionId: string
    cardId: string
    amount: Money
    merchant: string
    requestedAt: Instant
    expiresAt: Instant
  }
  transaction3dsCompleted: { transactionId: string; status: ChallengeStatus }
  transactionCreated: { transactionId: string }
  transactionSettled: { transactionId: string }
  disputeCreated: { disputeId: string; transactionId: string }
  disputeUpdated: { disputeId: string; transactionId: string; status: DisputeStatus }
  topupCreated: { topupId: string }
  topupStatusChanged: { topupId: string }
}
export type EventType = keyof EventFacts

/** An event of one kind, and whose it is. */
export type EventInput<Type extends EventType = EventType> = {
  [Kind in Type]: { type: Kind; facts: EventFacts[Kind] }
}[Type]

/** The envelope as JSON, fields in the documented order. Amounts are written from their digits, never as a float. */
export const bodyText = (eventId: EventId, customerId: HolderId, { type, facts }: EventInput): string =>
  writeJson({ eventType: type, eventId, customerId, data: (dataOf[type] as Describe<EventType>)(facts, customerId) })

type Describe<Type extends EventType> = (facts: EventFacts[Type], customerId: HolderId) => object

const dataOf: { readonly [Type in EventType]: Describe<Type> } = {
  kycStatusChanged: ({ status, rejectReason }, customerId) => ({
    customerId,
    status,
    ...(rejectReason !== undefined && { rejectReason }),
  }),
  cardStatusChanged: ({ cardId, newStatus }) => ({ cardId, newStatus }),
  cardTestingSuspected: ({ cardId }) => ({ cardId }),
  transaction3dsRequested: ({ transactionId, cardId, amount, merchant, requestedAt, expiresAt }) => ({
    transactionId,
    cardId,
    amount: new NumberText(formatMoney(amount)),
    currency: amount.currency,
    merchant,
    requestedAt: momentText(requestedAt),
    expiresAt: momentText(expiresAt),
  }),
  transaction3dsCompleted: ({ transactionId, status }) => ({ transactionId, status }),
  transactionCreated: ({ transactionId }) => ({ transactionId }),
  transactionSettled: ({ transactionId }) => ({ transactionId }),
  disputeCreated: ({ disputeId, transactionId }) => ({ disputeId, transactionId }),
  disputeUpdated: ({ disputeId, transactionId, status }) => ({ disputeId, transactionId, status }),
  topupCreated: ({ topupId }) => ({ topupId }),
  topupStatusChanged: ({ topupId }) => ({ topupId }),
}

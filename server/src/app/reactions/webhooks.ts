import { emailOfCardTesting, partnerOfHolder } from '#issuing/holders'
import type { TopupSubject } from '#issuing/topups'
import { planEvent } from '#issuing/webhooks'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Reaction, ReactionReaders } from './reaction.ts'

/** The partner of a customer is notified of every change of the customer's KYC status. */
export const notifyOfKyc: Reaction<'kycStatusChanged'> = async (readers, { holderId, status, rejectReason }, now) => {
  const partner = await readers.partner(await partnerOfHolder(readers.db, holderId))
  return planEvent(now, partner, { holderId, event: { type: 'kycStatusChanged', facts: { status, rejectReason } } })
}

/** The partner of a customer is notified of every change of the status of the customer's cards. */
export const notifyOfCard: Reaction<'cardStatusChanged'> = async (readers, card, now) => {
  const { holderId, partnerId, cardId, status } = card
  return planEvent(now, await readers.partner(partnerId), {
    holderId,
    event: { type: 'cardStatusChanged', facts: { cardId, newStatus: status } },
  })
}

/** The partner of a customer is notified that somebody tries security codes or expiry dates of a card. */
export const notifyOfCardTesting: Reaction<'cardTestingSuspected'> = async (readers, subject, now) => {
  const { holderId, partnerId, cardId } = subject
  const event = { type: 'cardTestingSuspected', facts: { cardId } } as const
  return planEvent(now, await readers.partner(partnerId), { holderId, event })
}

/** So is the customer, by email. */
export const emailHolderOfCardTesting: Reaction<'cardTestingSuspected'> = (readers, subject, now) =>
  emailOfCardTesting(readers, now, subject)

/** The partner of a customer is notified of every topup that is ordered. */
export const notifyOfNewTopup: Reaction<'topupCreated'> = (readers, topup, now) =>
  notifyOfTopup(readers, topup, now, 'topupCreated')

/** The partner is notified of every change of a topup's status, and of what happens to its payment afterwards. */
export const notifyOfTopupStatus: Reaction<'topupStatusChanged'> = (readers, topup, now) =>
  notifyOfTopup(readers, topup, now, 'topupStatusChanged')
export const notifyOfTopupReversal: Reaction<'topupReversed'> = (readers, topup, now) =>
  notifyOfTopup(readers, topup, now, 'topupStatusChanged')
/** The partner is notified of each confirmation of a deposit, and of how it is decided. */
export const notifyOfTopupDeposit: Reaction<'topupDepositChanged'> = (readers, topup, now) =>
  notifyOfTopup(readers, topup, now, 'topupStatusChanged')

const notifyOfTopup = async (
  readers: ReactionReaders,
  { holderId, partnerId, topupId }: TopupSubject,
  now: Instant,
  type: 'topupCreated' | 'topupStatusChanged',
): Promise<Write[]> =>
  planEvent(now, await readers.partner(partnerId), { holderId, event: { type, facts: { topupId } } })
/** The partner of a customer is notified of every new transaction of the customer's cards, of declines too. */
export const notifyOfTransaction: Reaction<'transactionCreated'> = async (readers, subject, now) => {
  const { holderId, partnerId, transactionId } = subject
  const event = { type: 'transactionCreated', facts: { transactionId } } as const
  return planEvent(now, await readers.partner(partnerId), { holderId, event })
}

/** The partner of a customer is notified when money of a transaction was booked. */
export const notifyOfSettlement: Reaction<'transactionSettled'> = async (readers, subject, now) => {
  const { holderId, partnerId, transactionId } = subject
  const event = { type: 'transactionSettled', facts: { transactionId } } as const
  return planEvent(now, await readers.partner(partnerId), { holderId, event })
}

/** The partner of a customer is notified that the customer has to confirm a payment in the app (3-D Secure). */
export const notifyOfChallenge: Reaction<'challengeRequested'> = async (readers, subject, now) => {
  const { holderId, partnerId, merchantName: merchant, ...facts } = subject
  const event = { type: 'transaction3dsRequested', facts: { ...facts, merchant } } as const
  return planEvent(now, await readers.partner(partnerId), { holderId, event })
}

/** The partner of a customer is notified of what a challenge has come to. */
export const notifyOfAnswer: Reaction<'challengeCompleted'> = async (readers, subject, now) => {
  const { holderId, partnerId, transactionId, status } = subject
  const event = { type: 'transaction3dsCompleted', facts: { transactionId, status } } as const
  return planEvent(now, await readers.partner(partnerId), { holderId, event })
}

/** The partner of a customer is notified of every dispute that the customer submits. */
export const notifyOfNewDispute: Reaction<'cardDisputeSubmitted'> = async (readers, subject, now) => {
  const { holderId, partnerId, disputeId, transactionId } = subject
  const event = { type: 'disputeCreated', facts: { disputeId, transactionId } } as const
  return planEvent(now, await readers.partner(partnerId), { holderId, event })
}

/** The partner of a customer is notified of every change of a dispute's status. */
export const notifyOfDispute: Reaction<'cardDisputeChanged'> = async (readers, subject, now) => {
  const { holderId, partnerId, disputeId, transactionId, status } = subject
  const event = { type: 'disputeUpdated', facts: { disputeId, transactionId, status } } as const
  return planEvent(now, await readers.partner(partnerId), { holderId, event })
}

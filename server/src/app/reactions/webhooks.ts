import { partnerOfHolder } from '#issuing/holders'
import { planEvent } from '#issuing/webhooks'
import type { Reaction } from './reaction.ts'

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

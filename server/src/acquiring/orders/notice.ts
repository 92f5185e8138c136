import type { NotificationError, NotificationFacts } from '#acquiring/notifications'
import type { Transaction } from '#acquiring/payments'
import { publicStatus } from '#acquiring/payments'
import type { Shopper } from '#acquiring/shoppers'
import type { DeclineReason } from '#connectors/acquirer/port.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Order } from './order.ts'

/** What a store receives about a payment of an order: in the notification, and by the browser that returns to it. */
export const noticeOf = (
  order: Pick<Order, 'id' | 'externalId' | 'customData'>,
  payment: Transaction,
  shopper: Pick<Shopper, 'id' | 'identifier'>,
  occurredAt: Instant,
): NotificationFacts => ({
  transactionStatus: publicStatus[payment.status],
  orderId: order.id,
  externalOrderId: order.externalId,
  transactionId: payment.id,
  transactionMethod: payment.card.wallet ? 'wallet' : 'card',
  transactionType: payment.type,
  customerId: shopper.id,
  identifier: shopper.identifier,
  amount: payment.captured.minor > 0n ? payment.captured : payment.amount,
  customData: order.customData,
  cardId: payment.cardId,
  ...(payment.status === 'failed' && { errors: [errorOf(payment.declineReason)] }),
  occurredAt,
})

/**
 * 839 requests the store to send the payment again with 3-D Secure; every other refusal of a card is 837 (wire fact
 * 2.4).
 */
export const errorOf = (reason: DeclineReason | undefined): NotificationError => ({
  code: reason === 'authentication_required' ? 839 : 837,
  message: reason ? sentences[reason] : 'The payment did not arrive at the payment provider; nothing was charged.',
  type: 'Exception',
})

const sentences: Readonly<Record<DeclineReason, string>> = {
  insufficient_funds: 'The card has not enough funds.',
  declined_by_bank: 'The bank of the card declined the payment.',
  rejected_by_processor: 'The payment provider rejected the payment.',
  limit_exceeded: 'A limit of the card is exceeded.',
  card_expired: 'The card has expired.',
  card_lost_or_stolen: 'The bank of the card declined the payment for good; use another card.',
  card_closed: 'The card is closed; use another card.',
  card_blacklisted: 'The card cannot be used here; use another card.',
  security_code_wrong: 'The security code of the card is wrong.',
  authentication_failed: 'The cardholder was not authenticated.',
  authentication_required: 'The bank of the card requires the cardholder to be authenticated; send the payment again.',
  provider_error: 'The bank of the card did not answer the payment provider.',
}

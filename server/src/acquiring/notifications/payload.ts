import type { OrderId, PaymentId, ShopperId, StoredCardId } from '#acquiring/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { NumberText, writeJson } from '#kernel/base/json.ts'
import { formatMoney, type Money } from '#kernel/base/money.ts'

/** What a notification says about a payment. The browser brings the same back to the store. */
export type NotificationFacts = {
  transactionStatus: TransactionStatus
  orderId: OrderId
  /** The store's number of the order. */
  externalOrderId: string
  transactionId: PaymentId
  transactionMethod: 'card' | 'wallet' | 'transfer'
  transactionType: TransactionType
  customerId: ShopperId
  /** The store's identifier of the customer. */
  identifier: string
  amount: Money
  /** As the store sent it: an object, a string, or undefined and null for none. It nests one level at the most. */
  customData: unknown
  /** The stored card, when one was stored or used. */
  cardId: StoredCardId | undefined
  /** Why it failed; absent or empty when it did not. */
  errors?: readonly NotificationError[]
  /** When the payment reached this status. Sent in whole seconds. */
  occurredAt: Instant
}
export type NotificationError = { code: number; message: string; type: string }

/** The public statuses of a payment. */
export type TransactionStatus =
  | 'start'
  | '3d-pending'
  | 'in-progress'
  | 'complete-ok'
  | 'complete-failed'
  | 'void-ok'
  | 'cancel-ok'
  | 'refund-ok'
  | 'charge-back'
  | 'charge-back-in-progress'
  | 'uncertain'
  | 'expiring'
export type TransactionType =
  | 'deposit'
  | 'refund'
  | 'credit'
  | 'chargeback'
  | 'representment'
  | 'reinstatement'
  | 'capture-failure'
  | 'verify-card'

/**
 * The JSON text of the notification payload 4.0.0, fields in the documented order. Numbers are written from their
 * digits and never pass through a float. Stores written in PHP decode no deeper than four levels, which this keeps to.
 */
export function payloadText(facts: NotificationFacts): string {
  const errors = facts.errors?.map(({ code, message, type }) => ({ code, message, type })) ?? []
  const payload = {
    transactionStatus: facts.transactionStatus,
    // Some shop programs read the older name and fail without it (wire fact 12, row 3).
    status: facts.transactionStatus,
    orderId: facts.orderId,
    externalOrderId: facts.externalOrderId,
    transactionId: facts.transactionId,
    transactionMethod: facts.transactionMethod,
    transactionType: facts.transactionType,
    customerId: facts.customerId,
    identifier: facts.identifier,
    amount: new NumberText(shortest(formatMoney(facts.amount))),
    currency: facts.amount.currency,
    customData: facts.customData ?? null,
    customFields: null,
    timestamp: Math.floor(facts.occurredAt.epochMilliseconds / 1000),
    cardId: facts.cardId ?? null,
    ...(errors.length > 0 && { errors }),
  }
  return writeJson(payload)
}

/** "10.00" is sent as 10 and "10.50" as 10.5: a whole number loses its decimals. */
const shortest = (decimal: string): string => decimal.replace(/\.?0+$/, '')

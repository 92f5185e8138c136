import { z } from 'zod'
import type { Written } from '#acquiring/api'
import {
  idShape,
  itemsRecord,
  itemsShape,
  level3Record,
  level3Shape,
  momentShape,
  momentText,
  tagShape,
} from '#acquiring/api'
import type { Payment, Payout } from '#acquiring/payments'
import { publicStatus } from '#acquiring/payments'
import { tagRecords } from '#acquiring/shoppers'
import type { Instant } from '#kernel/base/clock.ts'
import { NumberText } from '#kernel/base/json.ts'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { endsAt, nextBillAt, type Order } from './order.ts'

/** The order record of wire fact 3.1. Amounts are numbers here and text in transactions: clients know them so.
 * What is not known is left out (wire fact 12, row 14). */
export const orderShape = z.strictObject({
  id: idShape,
  siteId: idShape,
  customerId: idShape,
  externalOrderId: z.string(),
  orderType: z.enum(['purchase', 'recurring', 'managed', 'credit']),
  orderStatus: z.enum(['start', 'in-progress', 'retrying', 'expiring', 'complete-ok', 'complete-failed']),
  amount: z.number().min(0),
  currency: z.string().length(3),
  description: z.string(),
  invoiceEmail: z.string().optional(),
  createdAt: momentShape,
  intervalType: z.enum(['day', 'month']).optional(),
  intervalValue: z.int().optional(),
  retryPayment: z.string().optional(),
  trialAmount: z.number().optional(),
  firstBillDate: momentShape.optional(),
  nextDueDate: momentShape.optional(),
  endDate: momentShape
    .optional()
    .meta({ description: 'It is cancelled, and ends then; with nextDueDate, when that last bill is paid.' }),
  cancelledBy: z
    .enum(['merchant', 'shopper'])
    .optional()
    .meta({ description: 'Who has cancelled it, where it is still to end.' }),
  transactionMethod: z
    .enum(['card', 'wallet'])
    .meta({ description: 'wallet: what the customer last paid with was shown by Apple Pay or Google Pay.' }),
  cardId: idShape.optional(),
  tags: z.array(tagShape),
  reason: z.string().optional().meta({ description: 'Why the merchant cancelled the order.' }),
  message: z.string().optional(),
  endReason: z.string().optional().meta({ description: 'Why it ended or failed: complete-ok alone does not say.' }),
  ...itemsShape,
  ...level3Shape,
})

export const orderRecord = (order: Order): Written<z.output<typeof orderShape>> => ({
  id: order.id,
  siteId: order.siteId,
  customerId: order.shopperId,
  externalOrderId: order.externalId,
  orderType: order.type,
  orderStatus: order.status,
  amount: amountNumber(order.amount),
  currency: order.amount.currency,
  description: order.description,
  invoiceEmail: order.invoiceEmail,
  createdAt: momentText(order.createdAt),
  intervalType: order.interval?.unit,
  intervalValue: order.interval?.count,
  retryPayment: order.retryPayment,
  trialAmount: order.trialAmount ? amountNumber(order.trialAmount) : undefined,
  firstBillDate: order.firstBillAt ? momentText(order.firstBillAt) : undefined,
  nextDueDate: optionalMoment(nextBillAt(order)),
  endDate: optionalMoment(endsAt(order)),
  cancelledBy: order.plannedEnd && (order.plannedEnd.by === 'merchant' ? 'merchant' : 'shopper'),
  transactionMethod: order.wallet ? 'wallet' : 'card',
  cardId: order.cardId,
  tags: tagRecords(order.tags, order.createdAt),
  reason: order.cancel?.reason,
  message: order.cancel?.message,
  endReason: order.endReason,
  ...itemsRecord(order.items),
  ...level3Record(order.level3),
})

const optionalMoment = (at: Instant | undefined) => at && momentText(at)

/** A JSON number with the amount's own digits. */
export const amountNumber = (amount: Money): NumberText => new NumberText(formatMoney(amount))

const redirect = {
  is3d: z.union([z.literal(0), z.literal(1)]),
  isRedirect: z.boolean(),
  redirect: z
    .strictObject({ url: z.url(), formMethod: z.enum(['POST', 'GET']), params: z.record(z.string(), z.string()) })
    .optional()
    .meta({ description: 'Send the browser there with this form: the bank of the customer wants to see them.' }),
}

/**
 * The response of POST /order, PATCH /order-rebill and /order-update-card: everything that any client has been seen to
 * read or declares, the whole record of the order among it (wire fact 12, row 13).
 */
export const placedShape = z.strictObject({
  ...orderShape.partial().shape,
  id: idShape,
  orderId: idShape,
  orderStatus: z.string(),
  externalOrderId: z.string(),
  transactionId: idShape.optional(),
  transactionStatus: z.string().optional(),
  cardId: idShape.optional(),
  ...redirect,
})

export const placedRecord = (
  order: Order,
  payment: Payment | Payout | undefined,
): Written<z.output<typeof placedShape>> => {
  const { cardId: _, ...record } = orderRecord(order)
  return {
    ...record,
    id: order.id,
    orderId: order.id,
    orderStatus: order.status,
    externalOrderId: order.externalId,
    ...(payment && { transactionId: payment.id, transactionStatus: publicStatus[payment.status] }),
    ...storedCard(order, payment),
    ...redirectOf(payment),
  }
}

/** A card that did not pay is not stored. */
function storedCard({ cardId }: Order, payment: Payment | Payout | undefined) {
  if (payment?.status === 'failed') return {}
  const stored = payment?.cardId ?? cardId
  return stored ? { cardId: stored } : {}
}

function redirectOf(payment: Payment | Payout | undefined) {
  const challenge = payment?.status === 'challenging' ? payment.challenge : undefined
  if (!challenge) return { is3d: 0 as const, isRedirect: false }
  const { url, method: formMethod, fields } = challenge
  return { is3d: 1 as const, isRedirect: true, redirect: { url, formMethod, params: fields } }
}

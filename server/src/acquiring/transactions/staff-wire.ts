import { z } from 'zod'
import { notificationStatuses } from '#acquiring/notifications'
import {
  isPayment,
  movedAmounts,
  type PossibleAction,
  publicStatus,
  publicStatuses,
  reversedBy,
  type Transaction,
  transactionActions,
  transactionStatuses,
  whyNotCodes,
} from '#acquiring/payments'
import { appliedPriceShape } from '#acquiring/pricing'
import { type ReportedContext, settledShape, timeOf } from '#acquiring/reconciliation'
import type { Shopper } from '#acquiring/shoppers'
import { declineAdvices, declineReasons } from '#connectors/acquirer/port.ts'
import { doneByShape } from '#core/access'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney, type Money, money } from '#kernel/base/money.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { payoutOfTransactionShape } from './payout-of-transaction.ts'

/** A transaction as the staff see it in a list. Of its card, what may be shown. */
export const paymentShape = z.strictObject({
  id: z.string(),
  type: z.enum([
    'deposit',
    'verify-card',
    'refund',
    'credit',
    'chargeback',
    'representment',
    'reinstatement',
    'capture-failure',
  ]),
  status: z.enum(transactionStatuses),
  publicStatus: z.enum(publicStatuses).meta({ description: 'As the store sees it.' }),
  merchantId: z.string(),
  siteId: z.string(),
  orderId: z.string(),
  customerId: z.string(),
  parentId: z.string().optional().meta({ description: 'The payment that a refund or a chargeback is of.' }),
  amount: z.string(),
  currency: z.string(),
  captured: z.string().meta({ description: 'What moved.' }),
  refunded: z.string().optional(),
  chargedBack: z.string().optional(),
  fee: z.string(),
  net: z.string().optional().meta({
    description:
      'What it has changed for the merchant: less the fee and the shares of others, and below zero when money went out. Absent while no money has moved.',
  }),
  batchId: z.string().optional().meta({ description: 'The settlement batch that it is in.' }),
  brand: z.string(),
  card: z.string().meta({ description: 'The first six and the last four digits.' }),
  wallet: z.enum(['applePay', 'googlePay']).optional().meta({ description: 'The wallet that the number came out of.' }),
  reference: z.string().optional().meta({ description: "The acquirer's." }),
  authorizationCode: z.string().optional(),
  declineReason: z.enum(declineReasons).optional(),
  declineAdvice: z
    .enum(declineAdvices)
    .optional()
    .meta({ description: "What the cardholder's bank advises, where the acquirer passes it on." }),
  createdAt: momentShape,
})

export function paymentRecord(transaction: Transaction): z.output<typeof paymentShape> {
  const { amount, captured, fee, card, status } = transaction
  const payment = isPayment(transaction) ? transaction : undefined
  const moved = movedAmounts(transaction)
  const declineReason = 'declineReason' in transaction ? transaction.declineReason : undefined
  return {
    id: String(transaction.id),
    type: transaction.type,
    status,
    publicStatus: publicStatus[status],
    merchantId: String(transaction.merchantId),
    siteId: String(transaction.siteId),
    orderId: String(transaction.orderId),
    customerId: String(transaction.shopperId),
    ...(transaction.parentId !== undefined && { parentId: String(transaction.parentId) }),
    amount: formatMoney(amount),
    currency: amount.currency,
    captured: formatMoney(captured),
    ...(payment && { refunded: formatMoney(payment.refunded), chargedBack: formatMoney(payment.chargedBack) }),
    fee: formatMoney(fee),
    ...(moved && { net: formatMoney(moved.net) }),
    ...(transaction.batchId !== undefined && { batchId: String(transaction.batchId) }),
    brand: card.brand,
    card: `${card.first6}******${card.last4}`,
    ...(card.wallet && { wallet: card.wallet.type }),
    ...(transaction.reference !== undefined && { reference: transaction.reference }),
    ...(payment?.authorizationCode !== undefined && { authorizationCode: payment.authorizationCode }),
    ...(declineReason !== undefined && { declineReason }),
    ...(payment?.declineAdvice !== undefined && { declineAdvice: payment.declineAdvice }),
    createdAt: momentText(transaction.createdAt),
  }
}

/** A payment of a list, with the name of who has paid. */
export const listedPaymentShape = paymentShape.extend({
  customerEmail: z.string().optional(),
  customerName: z.string().optional(),
})
export type ListedPayment = Transaction & { customer: Shopper | undefined }
export const listedPaymentRecord = (listed: ListedPayment): z.output<typeof listedPaymentShape> => ({
  ...paymentRecord(listed),
  ...customerOf(listed.customer),
})

export function customerOf(shopper: Pick<Shopper, 'email' | 'firstName' | 'lastName'> | undefined) {
  const customerName = [shopper?.firstName, shopper?.lastName].filter((part) => part !== undefined).join(' ')
  return {
    ...(shopper?.email !== undefined && { customerEmail: shopper.email }),
    ...(customerName !== '' && { customerName }),
  }
}

export const actionShape = z.strictObject({
  action: z.enum(['capture', 'void', 'refund', 'inquire', 'resolve', 'giveUp']),
  possible: z.boolean(),
  most: z.string().optional().meta({ description: 'The largest amount.' }),
  feeBack: z
    .string()
    .optional()
    .meta({ description: 'Of a refund: the part of the fee that is returned with the largest amount.' }),
  cancels: z.boolean().optional().meta({
    description: 'Of a refund: the largest amount cancels the payment before it is settled, and the whole fee returns.',
  }),
  whyNot: z.string().optional().meta({ description: 'Why it cannot be done now, in English.' }),
  reason: z
    .strictObject({
      code: z.enum(whyNotCodes),
      details: z.record(z.string(), z.string()).meta({ description: 'What the sentence is about.' }),
    })
    .optional()
    .meta({ description: 'The same as `whyNot`, for programs: the error that the action would be refused with.' }),
})

export const actionRecord = ({ action, most, whyNot }: PossibleAction): z.output<typeof actionShape> => ({
  action,
  possible: whyNot === undefined,
  ...(most && { most: formatMoney(most) }),
  ...(whyNot && { whyNot: whyNot.message, reason: { code: whyNot.code, details: whyNot.details } }),
})

/** A line of a ledger entry: a debit is above zero. */
export const lineShape = z.strictObject({
  account: z.string(),
  side: z.enum(['debit', 'credit']),
  amount: z.string(),
  currency: z.string(),
})

export const lineRecord = ({ account, amount }: { account: string; amount: Money }): z.output<typeof lineShape> => ({
  account,
  side: amount.minor > 0n ? 'debit' : 'credit',
  amount: formatMoney({ ...amount, minor: amount.minor < 0n ? -amount.minor : amount.minor }),
  currency: amount.currency,
})

const requestKinds = ['authorize', 'completeChallenge', 'capture', 'reverse', 'refund', 'credit'] as const
const pendingShape = z
  .strictObject({
    kind: z.enum(requestKinds),
    key: z.string(),
    amount: z.string(),
    since: momentShape.optional(),
    inquiries: z.int(),
    nextAt: momentShape.optional(),
    reversedBy: momentShape.optional().meta({
      description: 'When it is reversed, if no inquiry has a response until then.',
    }),
    reportBy: momentShape.optional().meta({
      description:
        'By when a report of the acquirer should say that it was done; a person ends it too. Of what is not reversed.',
    }),
  })
  .meta({ description: 'The request whose result is awaited; without nextAt it waits for a person.' })

/** The request whose result a transaction awaits, with the moment since which it is so. */
export function pendingRecord(
  ctx: Parameters<typeof reversedBy>[0] & ReportedContext,
  transaction: Transaction,
  since: Instant | undefined,
): z.output<typeof pendingShape> | undefined {
  if (!('request' in transaction) || !transaction.request) return undefined
  const { request, amount, dueAt, dueTries } = transaction
  const undoneAt = reversedBy(ctx, transaction)
  const reportBy = undoneAt ? undefined : since?.add(timeOf(ctx.reportTerms.reportsWithin, transaction.connector))
  return {
    kind: request.kind,
    key: request.key,
    amount: formatMoney(money(request.minor, amount.currency)),
    ...(since && { since: momentText(since) }),
    inquiries: dueTries,
    ...(dueAt && { nextAt: momentText(dueAt) }),
    ...(undoneAt && { reversedBy: momentText(undoneAt) }),
    ...(reportBy && { reportBy: momentText(reportBy) }),
  }
}

/** A payment in the queue of those whose outcome is not known. */
export const unresolvedShape = paymentShape.extend({ connector: z.string(), pending: pendingShape.optional() })

/** One payment with everything that is known of it. */
export const wholePaymentShape = listedPaymentShape.extend({
  key: z.string().meta({ description: 'Of the first request; the acquirer knows it.' }),
  connector: z.string(),
  storeOrderId: z.string().optional(),
  alike: z.array(paymentShape).meta({
    description: 'Other payments of this customer and amount within a day, that were not declined: perhaps paid twice.',
  }),
  description: z.string(),
  source: z.string(),
  initiator: z.enum(['cit', 'mit']),
  ip: z.string().optional(),
  cardExpiry: z.string(),
  cardHolder: z.string().optional(),
  cardId: z.string().optional(),
  networkTransactionId: z.string().optional(),
  checks: z.record(z.string(), z.string()).optional(),
  threeDSecure: z.string().optional(),
  merchantPayoutId: z
    .string()
    .optional()
    .meta({ description: 'The payout to the bank account of the merchant that its batch is a part of.' }),
  payout: payoutOfTransactionShape
    .optional()
    .meta({ description: 'The same with its state, or the planned one. Absent: it is not known when it is paid out.' }),
  price: appliedPriceShape.optional().meta({ description: 'Why the fee is what it is, once money is captured.' }),
  pending: pendingShape.optional(),
  timeline: z.array(
    z.strictObject({ at: momentShape, action: z.enum(transactionActions), status: z.enum(transactionStatuses) }),
  ),
  acquirerSettlements: z.array(settledShape).optional().meta({
    description: 'By which rows of reports the acquirer has settled it, and what it has kept. For the operator alone.',
  }),
  fallbacks: z.array(
    z.strictObject({
      at: momentShape,
      connector: z.string(),
      key: z.string(),
      reference: z.string().optional(),
      reason: z.string(),
      next: z.string(),
    }),
  ),
  followers: z.array(paymentShape),
  disputes: z.array(
    z.strictObject({
      at: momentShape,
      dispute: z.string(),
      kind: z.string(),
      amount: z.string(),
      currency: z.string(),
      reason: z.string(),
      booked: z.boolean(),
    }),
  ),
  entries: z.array(
    z.strictObject({
      id: z.string(),
      at: momentShape,
      recipe: z.string(),
      reference: z.string(),
      lines: z.array(lineShape),
    }),
  ),
  notifications: z.array(
    z.strictObject({
      id: z.string(),
      at: momentShape,
      status: z.enum(notificationStatuses),
      attempts: z.int(),
      url: z.string(),
    }),
  ),
  audit: doneByShape,
  actions: z.array(actionShape),
})
export type PaymentRecord = z.output<typeof paymentShape>
export type WholePayment = z.output<typeof wholePaymentShape>

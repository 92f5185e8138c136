import { firstPaymentDescription, isBillable, type Order, schedule } from '#acquiring/orders'
import type { PaymentStatusChanged, Transaction } from '#acquiring/payments'
import type { Shopper } from '#acquiring/shoppers'
import type { Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { usableAddress } from './address.ts'
import type { Recipient } from './email.ts'
import { type PlannedEmail, planEmails } from './plan-emails.ts'
import { cardShown, emailLanguage } from './template-context.ts'
import type { MoneyFacts, ReceiptFacts, RefundFacts } from './templates/money-emails.ts'

export type PaymentEmailInput = {
  transition: PaymentStatusChanged
  /** As it is before this payment is applied to it. */
  order: Order
  shopper: Shopper
  site: Site
  /** The store's number of the order, if the shopper has seen it. */
  orderNumber: string | undefined
  manageUrl: string | undefined
}

/**
 * The emails for a payment: a receipt when money is captured or authorized, and a notice when it is refunded or
 * released. Receipts also go to the order's `invoiceEmail` (merchant-payments: the address to which the invoice is
 * sent), unless the site makes invoices. There is none for a card that is only verified, nor for a failed attempt, which the shopper saw on the page.
 */
export function emailsOfPayment(now: Instant, input: PaymentEmailInput): Write[] {
  const { transition, order, shopper, site } = input
  const story = emailByAction[transition.action]
  if (!story || !site.receipts || shopper.removed) return []
  if (!sendsEmailOfPayment(transition)) return []
  const planFor = story === 'receipt' ? receiptOf : refundOf
  return planEmails(
    now,
    recipientsOf(order, shopper, site).map(({ recipient, address }) => planFor(now, input, { recipient, address })),
  )
}

/** Whether a shopper may receive an email about this transition at all. */
export const sendsEmailOfPayment = ({ action, payment }: PaymentStatusChanged): boolean => {
  const story = emailByAction[action]
  return story !== undefined && (story !== 'receipt' || payment.type === 'deposit')
}

/** The transitions that shoppers receive emails about. */
const emailByAction: Partial<Record<PaymentStatusChanged['action'], 'receipt' | RefundFacts['how']>> = {
  approve: 'receipt',
  sell: 'receipt',
  capture: 'receipt',
  refund: 'refunded',
  cancel: 'cancelled',
  void: 'released',
}

type To = { recipient: Recipient; address: string }

function recipientsOf({ invoiceEmail }: Order, { email }: Shopper, { invoicing }: Site): To[] {
  const shopper = usableAddress(email)
  const invoice = invoicing?.active ? undefined : usableAddress(invoiceEmail)
  return [
    ...(shopper ? [{ recipient: 'shopper' as const, address: shopper }] : []),
    ...(invoice && invoice.toLowerCase() !== shopper?.toLowerCase()
      ? [{ recipient: 'invoice' as const, address: invoice }]
      : []),
  ]
}

function receiptOf(now: Instant, input: PaymentEmailInput, to: To): PlannedEmail<'receipt' | 'reservation'> {
  const { transition, order, site } = input
  const { payment } = transition
  const how = receiptKindOf(order, transition)
  const amount = how === 'reserved' ? payment.amount : payment.captured
  const partly = how === 'captured' && payment.captured.minor < payment.amount.minor
  const facts: ReceiptFacts = {
    ...factsOf(now, input, amount),
    how,
    reserved: partly ? payment.amount : undefined,
    next: nextOf(order, payment, site),
    // With it one can end the subscription, so only the shopper receives it.
    manageUrl: to.recipient === 'shopper' && order.type === 'recurring' ? input.manageUrl : undefined,
  }
  const [kind, fact]: ['receipt' | 'reservation', string] =
    how === 'reserved'
      ? ['reservation', `payment ${payment.id} is reserved`]
      : ['receipt', `payment ${payment.id} is taken`]
  return { order, kind, fact, ...to, language: emailLanguage(site, order), facts }
}

function receiptKindOf(order: Order, { action, payment }: PaymentStatusChanged): ReceiptFacts['how'] {
  if (action === 'approve') return 'reserved'
  if (action === 'capture') return 'captured'
  if (payment.source === 're-bill-micro') return 'partPaid'
  if (payment.period === undefined) return 'paid'
  return order.type === 'managed' ? 'charged' : 'renewed'
}

function refundOf(now: Instant, input: PaymentEmailInput, to: To): PlannedEmail<'money-back'> {
  const { transition, order, site } = input
  const { payment, action } = transition
  const how = emailByAction[action] as RefundFacts['how']
  const amount = how === 'released' ? payment.amount : payment.captured
  const number = payment.parentId ?? payment.id
  const facts = { ...factsOf(now, input, amount), number, how }
  const fact = `payment ${payment.id} is ${how}`
  return { order, kind: 'money-back', fact, ...to, language: emailLanguage(site, order), facts }
}

function factsOf(
  now: Instant,
  { transition, order, orderNumber }: PaymentEmailInput,
  amount: Transaction['amount'],
): MoneyFacts {
  const { payment } = transition
  const isFirst = payment.period === undefined
  const wholeOrder = amount.minor === order.amount.minor && payment.type !== 'refund'
  return {
    amount,
    number: payment.id,
    orderNumber,
    description: isFirst ? firstPaymentDescription(order) : order.description,
    // Lines that do not add up to the amount would look like a mistake.
    items: wholeOrder ? order.items : [],
    card: cardShown(payment.card),
    at: now,
  }
}

/** The next payment, if this one pays its period. */
function nextOf(order: Order, payment: Transaction, site: Site): ReceiptFacts['next'] {
  if (order.type !== 'recurring' || payment.source === 're-bill-micro') return undefined
  const isFirst = payment.period === undefined
  if (isFirst ? order.status !== 'start' : !isBillable(order) || order.nextPeriod !== payment.period) return undefined
  const nextPeriod = isFirst ? 1 : payment.period! + 1
  const [next] = schedule({ ...order, nextPeriod }, site, { from: payment.createdAt, limit: 1 })
  return next && { amount: next.amount, at: next.at }
}

import { firstPaymentDescription, isBillable, type Order, schedule } from '#acquiring/orders'
import type { Payment, PaymentStatusChanged } from '#acquiring/payments'
import type { Shopper } from '#acquiring/shoppers'
import type { Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { usableAddress } from './address.ts'
import type { EmailKind, Recipient } from './email.ts'
import { type Planned, planEmails } from './plan-emails.ts'
import { cardShown, templateContextOf } from './template-context.ts'
import {
  type MoneyFacts,
  type Receipt,
  type RefundNotice,
  receiptEmail,
  refundEmail,
} from './templates/money-emails.ts'

export type PaymentEmailInput = {
  transition: PaymentStatusChanged
  /** As it is before it hears of this payment. */
  order: Order
  shopper: Shopper
  site: Site
  /** The store's number of the order, where the shopper has seen it. */
  orderNumber: string | undefined
  manageUrl: string | undefined
}

/**
 * What a shopper is written when money moves: a receipt when it is taken or reserved, and a few lines when it goes back.
 * Receipts also go to the order's `invoiceEmail` (merchant-payments: the address to which the invoice is sent). A card
 * that is only verified moves no money, and a failed attempt was seen on the page.
 */
export function emailsOfPayment(now: Instant, input: PaymentEmailInput): Write[] {
  const { transition, order, shopper, site } = input
  const story = stories[transition.action]
  if (!story || !site.receipts || shopper.removed) return []
  if (!sendsEmailOfPayment(transition)) return []
  const planFor = story === 'taken' ? receiptOf : refundNoticeOf
  return planEmails(
    now,
    readersOf(order, shopper).map(({ recipient, address }) => planFor(now, input, { recipient, address })),
  )
}

/** Whether a shopper may receive an email of this change at all. */
export const sendsEmailOfPayment = ({ action, payment }: PaymentStatusChanged): boolean => {
  const story = stories[action]
  return story !== undefined && (story !== 'taken' || payment.type === 'deposit')
}

/** The changes of a payment that a shopper receives an email of. */
const stories: Partial<Record<PaymentStatusChanged['action'], 'taken' | RefundNotice['how']>> = {
  approve: 'taken',
  sell: 'taken',
  capture: 'taken',
  refund: 'refunded',
  cancel: 'cancelled',
  void: 'released',
}

type To = { recipient: Recipient; address: string }

function readersOf({ invoiceEmail }: Order, { email }: Shopper): To[] {
  const shopper = usableAddress(email)
  const invoice = usableAddress(invoiceEmail)
  return [
    ...(shopper ? [{ recipient: 'shopper' as const, address: shopper }] : []),
    ...(invoice && invoice.toLowerCase() !== shopper?.toLowerCase()
      ? [{ recipient: 'invoice' as const, address: invoice }]
      : []),
  ]
}

function receiptOf(now: Instant, input: PaymentEmailInput, to: To): Planned {
  const { transition, order, site } = input
  const { payment } = transition
  const how = receiptKindOf(order, transition)
  const amount = how === 'reserved' ? payment.amount : payment.captured
  const partly = how === 'captured' && payment.captured.minor < payment.amount.minor
  const receipt: Receipt = {
    ...factsOf(now, input, amount),
    how,
    reserved: partly ? payment.amount : undefined,
    next: nextOf(order, payment, site),
    // Who has it can end the subscription: it goes to the shopper alone.
    manageUrl: to.recipient === 'shopper' && order.type === 'recurring' ? input.manageUrl : undefined,
  }
  const [kind, fact]: [EmailKind, string] =
    how === 'reserved'
      ? ['reservation', `payment ${payment.id} is reserved`]
      : ['receipt', `payment ${payment.id} is taken`]
  return { order, kind, fact, ...to, email: receiptEmail(templateContextOf(site, order, to.recipient), receipt) }
}

function receiptKindOf(order: Order, { action, payment }: PaymentStatusChanged): Receipt['how'] {
  if (action === 'approve') return 'reserved'
  if (action === 'capture') return 'captured'
  if (payment.source === 're-bill-micro') return 'partPaid'
  if (payment.period === undefined) return 'paid'
  return order.type === 'managed' ? 'charged' : 'renewed'
}

function refundNoticeOf(now: Instant, input: PaymentEmailInput, to: To): Planned {
  const { transition, order, site } = input
  const { payment, action } = transition
  const how = stories[action] as RefundNotice['how']
  const amount = how === 'released' ? payment.amount : payment.captured
  const number = payment.parentId ?? payment.id
  const email = refundEmail(templateContextOf(site, order, to.recipient), {
    ...factsOf(now, input, amount),
    number,
    how,
  })
  return { order, kind: 'money-back', fact: `payment ${payment.id} is ${how}`, ...to, email }
}

function factsOf(
  now: Instant,
  { transition, order, orderNumber }: PaymentEmailInput,
  amount: Payment['amount'],
): MoneyFacts {
  const { payment } = transition
  const isFirst = payment.period === undefined
  const wholeOrder = amount.minor === order.amount.minor && payment.type !== 'refund'
  return {
    amount,
    number: payment.id,
    orderNumber,
    description: isFirst ? firstPaymentDescription(order) : order.description,
    // Lines that do not make up what is paid would read as a wrong sum.
    items: wholeOrder ? order.items : [],
    card: cardShown(payment.card),
    at: now,
  }
}

/** The charge that follows when this payment settles its period. */
function nextOf(order: Order, payment: Payment, site: Site): Receipt['next'] {
  if (order.type !== 'recurring' || payment.source === 're-bill-micro') return undefined
  const isFirst = payment.period === undefined
  if (isFirst ? order.status !== 'start' : !isBillable(order) || order.nextPeriod !== payment.period) return undefined
  const nextPeriod = isFirst ? 1 : payment.period! + 1
  const [next] = schedule({ ...order, nextPeriod }, site, { from: payment.createdAt, limit: 1 })
  return next && { amount: next.amount, at: next.at }
}

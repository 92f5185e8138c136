import type { Site } from '#directory'
import type { Instant } from '#kernel/clock.ts'
import type { Write } from '#kernel/commit.ts'
import { chargeDescription, isBillable, type Order, schedule } from '#orders'
import type { Payment, PaymentMoved } from '#payments'
import type { Shopper } from '#shoppers'
import { usableAddress } from './address.ts'
import { type GivenBack, givenBackLetter, type MoneyFacts, type Taken, takenLetter } from './letters/money-letters.ts'
import { cardShown, paperOf } from './paper.ts'
import { type Planned, planLetters } from './plan-letters.ts'
import type { LetterKind, Reader } from './post.ts'

export type PaymentNews = {
  moved: PaymentMoved
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
export function lettersOfPayment(now: Instant, news: PaymentNews): Write[] {
  const { moved, order, shopper, site } = news
  const story = stories[moved.action]
  if (!story || !site.receipts || shopper.removed) return []
  if (story === 'taken' && moved.payment.type !== 'deposit') return []
  const tell = story === 'taken' ? tellTaken : tellGivenBack
  return planLetters(
    now,
    readersOf(order, shopper).map(({ reader, address }) => tell(now, news, { reader, address })),
  )
}

/** The moves that a shopper is told of. */
const stories: Partial<Record<PaymentMoved['action'], 'taken' | GivenBack['how']>> = {
  approve: 'taken',
  sell: 'taken',
  capture: 'taken',
  refund: 'refunded',
  cancel: 'cancelled',
  void: 'released',
}

type To = { reader: Reader; address: string }

function readersOf({ invoiceEmail }: Order, { email }: Shopper): To[] {
  const shopper = usableAddress(email)
  const invoice = usableAddress(invoiceEmail)
  return [
    ...(shopper ? [{ reader: 'shopper' as const, address: shopper }] : []),
    ...(invoice && invoice.toLowerCase() !== shopper?.toLowerCase()
      ? [{ reader: 'invoice' as const, address: invoice }]
      : []),
  ]
}

function tellTaken(now: Instant, news: PaymentNews, to: To): Planned {
  const { moved, order, site } = news
  const { payment } = moved
  const how = howTaken(order, moved)
  const amount = how === 'reserved' ? payment.amount : payment.captured
  const partly = how === 'captured' && payment.captured.minor < payment.amount.minor
  const taken: Taken = {
    ...factsOf(now, news, amount),
    how,
    reserved: partly ? payment.amount : undefined,
    next: nextOf(order, payment, site),
    // Who has it can end the subscription: it goes to the shopper alone.
    manageUrl: to.reader === 'shopper' && order.type === 'recurring' ? news.manageUrl : undefined,
  }
  const [kind, fact]: [LetterKind, string] =
    how === 'reserved'
      ? ['reservation', `payment ${payment.id} is reserved`]
      : ['receipt', `payment ${payment.id} is taken`]
  return { order, kind, fact, ...to, letter: takenLetter(paperOf(site, order, to.reader), taken) }
}

function howTaken(order: Order, { action, payment }: PaymentMoved): Taken['how'] {
  if (action === 'approve') return 'reserved'
  if (action === 'capture') return 'captured'
  if (payment.source === 're-bill-micro') return 'partPaid'
  if (payment.period === undefined) return 'paid'
  return order.type === 'managed' ? 'charged' : 'renewed'
}

function tellGivenBack(now: Instant, news: PaymentNews, to: To): Planned {
  const { moved, order, site } = news
  const { payment, action } = moved
  const how = stories[action] as GivenBack['how']
  const amount = how === 'released' ? payment.amount : payment.captured
  const number = payment.parentId ?? payment.id
  const letter = givenBackLetter(paperOf(site, order, to.reader), { ...factsOf(now, news, amount), number, how })
  return { order, kind: 'money-back', fact: `payment ${payment.id} is ${how}`, ...to, letter }
}

function factsOf(now: Instant, { moved, order, orderNumber }: PaymentNews, amount: Payment['amount']): MoneyFacts {
  const { payment } = moved
  const isFirst = payment.period === undefined
  const wholeOrder = amount.minor === order.amount.minor && payment.type !== 'refund'
  return {
    amount,
    number: payment.id,
    orderNumber,
    description: isFirst ? chargeDescription(order) : order.description,
    // Lines that do not make up what is paid would read as a wrong sum.
    items: wholeOrder ? order.items : [],
    card: cardShown(payment.card),
    at: now,
  }
}

/** The charge that follows when this payment settles its period. */
function nextOf(order: Order, payment: Payment, site: Site): Taken['next'] {
  if (order.type !== 'recurring' || payment.source === 're-bill-micro') return undefined
  const isFirst = payment.period === undefined
  if (isFirst ? order.status !== 'start' : !isBillable(order) || order.nextPeriod !== payment.period) return undefined
  const nextPeriod = isFirst ? 1 : payment.period! + 1
  const [next] = schedule({ ...order, nextPeriod }, site, { from: payment.createdAt, limit: 1 })
  return next && { amount: next.amount, at: next.at }
}

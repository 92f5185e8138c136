import { nextBillAt } from '#acquiring/orders'
import type { Payment } from '#acquiring/payments'
import { isExpired } from '#acquiring/shoppers'
import { brandRules, type CardBrand, type CardShown } from '#core/pages'
import { dayOf, foreseen } from './about-of.ts'
import type { SubscriptionsContext } from './context.ts'
import type { NextPayment, OverviewPage, PastPayment } from './pages/view.ts'
import type { Visit } from './visit.ts'

/** The card that is billed, with a warning when it will not last until the next payment. */
export function cardOnFile(visit: Visit): OverviewPage['card'] {
  const { card, order } = visit
  if (!card) return undefined
  const { expiryMonth, expiryYear } = card
  const expiry = `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear % 100).padStart(2, '0')}`
  const nextAt = nextBillAt(order)
  const expires = nextAt !== undefined && isExpired(card, dayOf(visit, nextAt))
  return { ...shown(card), expiry, expires }
}

export const shown = ({ brand, last4 }: { brand: string; last4: string }): CardShown => ({
  brand: Object.hasOwn(brandRules, brand) ? (brand as CardBrand) : undefined,
  lastFour: last4,
})

/** A daily subscription has so many in a year. */
const nextMax = 366

/** The debt on the day of its next try, and the payments of the coming year. */
export function nextPayments(ctx: SubscriptionsContext, visit: Visit): NextPayment[] {
  return foreseen(ctx, visit, { count: nextMax }).map(({ at, amount, debt }) => ({
    on: dayOf(visit, debt?.retries[0] ?? at),
    amount,
    again: debt !== undefined,
  }))
}

const pastMax = 60

/** The payments of this order, newest first. */
export function pastPayments(visit: Visit, urlOf: (invoiceId: bigint) => string): PastPayment[] {
  return visit.payments
    .filter(({ type }) => type === 'deposit')
    .toReversed()
    .slice(0, pastMax)
    .map((payment) => ({
      on: dayOf(visit, payment.createdAt),
      amount: payment.amount,
      card: shown(payment.card),
      state: stateOf(payment),
      back: payment.refunded,
      documents: visit.documents
        .filter(({ paymentId }) => paymentId === payment.id)
        .map((document) => ({ document, url: urlOf(document.id) })),
    }))
}

function stateOf({ status, refunded }: Payment): PastPayment['state'] {
  switch (status) {
    case 'authorizing':
    case 'challenging':
    case 'uncertain':
    case 'reversing':
      return 'underWay'
    case 'authorized':
    case 'capturing':
    case 'voiding':
      return 'reserved'
    case 'voided':
    case 'cancelled':
      return 'released'
    case 'failed':
    case 'captureFailed':
      return 'declined'
    case 'refunded':
    case 'chargedBack':
      return 'refunded'
    default:
      return refunded.minor > 0n ? 'partlyRefunded' : 'paid'
  }
}

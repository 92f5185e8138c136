import { type BillingPeriod, billingPeriodsOf } from '#acquiring/billing'
import { documentsOfOrder, type InvoiceDocument } from '#acquiring/invoices'
import { findOrderById, isBillable, isBilledLater, type Order } from '#acquiring/orders'
import { type Payment, paymentsOf, underWay } from '#acquiring/payments'
import { cardsOf, findCardById, findShopper, type Shopper, type StoredCard } from '#acquiring/shoppers'
import type { Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { SubscriptionsContext } from './context.ts'
import { readLinkToken } from './link.ts'

/** Everything the pages of a subscription are decided on. */
export type Visit = {
  token: string
  /** The link is a right one, and too old: nothing of the order may be shown or done. */
  isOver: boolean
  /** The last moment of the link. */
  expiresAt: Instant
  order: Order
  site: Site
  shopper: Shopper
  /** Payments and verifications, oldest first; without refunds and chargebacks. */
  payments: readonly Payment[]
  /** The period that is owed. */
  debt: BillingPeriod | undefined
  /** The card that is billed, if it is there. */
  card: StoredCard | undefined
  /** All of the shopper's cards that can be billed later, the newest first. */
  cards: readonly StoredCard[]
  /** Invoices of its payments and their credit notes, newest first. */
  documents: readonly InvoiceDocument[]
}

/** The visit that a token in the address bar names; undefined when it names none. A purchase has no page. */
export async function findVisit(ctx: SubscriptionsContext, token: string): Promise<Visit | undefined> {
  const named = readLinkToken(ctx.keys, token)
  if (!named) return undefined
  const { db, directory, clock } = ctx
  const order = await findOrderById(db, named.orderId)
  if (!order || !isBilledLater(order)) return undefined
  const [site, shopper, payments, forecasts, cards, card] = await Promise.all([
    directory.site(order.siteId),
    findShopper(db, order.shopperId),
    paymentsOf(db, order.id),
    billingPeriodsOf(db, order.id),
    cardsOf(db, order.shopperId),
    order.cardId === undefined ? undefined : findCardById(db, order.cardId),
  ])
  if (!site || !shopper || shopper.removed) return undefined
  const documents = site.invoicing ? await documentsOfOrder(db, order.id) : []
  return {
    token,
    expiresAt: named.expiresAt,
    isOver: Temporal.Instant.compare(clock.now(), named.expiresAt) > 0,
    order,
    site,
    shopper,
    payments: payments.filter(({ type }) => type === 'deposit' || type === 'verify-card'),
    debt: openPeriodOf(order, forecasts),
    card,
    documents,
    cards: cards.filter(({ networkTransactionId }) => networkTransactionId !== undefined),
  }
}

/** The period of an order that is owed. */
export const openPeriodOf = (order: Order, periods: readonly BillingPeriod[]): BillingPeriod | undefined =>
  periods.find(({ status, period }) => status === 'open' && period === order.nextPeriod)

/** The status of a subscription, whatever address was typed. */
export type LinkState =
  /** It waits for its first payment, or that was never made. */
  | 'waiting'
  | 'neverBegan'
  | 'active'
  /** A period is not paid, and is retried. */
  | 'owing'
  /** A period is being charged at this moment. */
  | 'charging'
  /** A new card is being verified, or waits for its owner to confirm it with the bank. */
  | 'proving'
  | 'challenging'
  | 'ended'

/** The one place that decides it. */
export function linkStateOf({ order, payments }: Pick<Visit, 'order' | 'payments'>): LinkState {
  if (order.status === 'start') return 'waiting'
  if (order.status === 'complete-failed') return 'neverBegan'
  if (!isBillable(order)) return 'ended'
  const requested = payments.find(({ status }) => underWay.some((one) => one === status))
  if (requested?.source === 'card-change') return requested.status === 'challenging' ? 'challenging' : 'proving'
  if (requested) return 'charging'
  return order.status === 'retrying' ? 'owing' : 'active'
}

/** The cards that were tried for the order, oldest first. */
export const proofsOf = ({ payments }: Pick<Visit, 'payments'>): readonly Payment[] =>
  payments.filter(({ source }) => source === 'card-change')

/** A value that a form carries and sends back, so that one shown form tries one card. */
export const attemptOf = (visit: Pick<Visit, 'payments'>): string => String(proofsOf(visit).length + 1)

/** The name of the shown card form: of this subscription and this attempt. */
export const formName = (visit: Pick<Visit, 'order' | 'payments'>): string =>
  `subscription ${visit.order.id} ${attemptOf(visit)}`

/** The site's day: staging's clock may be elsewhere than the browser's. */
export const todayOf = ({ clock }: Pick<SubscriptionsContext, 'clock'>, { site }: Pick<Visit, 'site'>) =>
  clock.now().toZonedDateTimeISO(site.timeZone).toPlainDate()

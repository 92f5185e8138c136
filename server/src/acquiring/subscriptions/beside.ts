import { billingPeriodsOf } from '#acquiring/billing'
import type { OrderId } from '#acquiring/ids'
import { findLinkUse } from '#acquiring/links'
import { isBilledLater, type Order, ordersById, ordersOfShoppers } from '#acquiring/orders'
import { paymentsOf } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import { aboutOf } from './about-of.ts'
import type { SubscriptionsContext } from './context.ts'
import { pastPayments } from './facts-of.ts'
import { linkToken } from './link.ts'
import type { OtherPayment, OtherSubscription } from './pages/view.ts'
import { linkStateOf, openPeriodOf, type Visit } from './visit.ts'

/** What else a customer has at a site. */
export type Beside = { subscriptions: readonly OtherSubscription[]; payments: readonly OtherPayment[] }

const paymentsMax = 60

/**
 * The other subscriptions and payments of the customer whose link this is (decision 132): of the same customer of the
 * same site, with the same address for invoices, and never where a payment link was used, which may have been passed on.
 * A link to another subscription works no longer than the one that led here.
 */
export async function besideOf(
  ctx: SubscriptionsContext,
  visit: Visit,
  urlOf: (token: string) => string,
): Promise<Beside> {
  const { db, keys } = ctx
  if (await findLinkUse(db, visit.order.id)) return { subscriptions: [], payments: [] }
  const orders = await othersOf(ctx, visit)
  const visits = await Promise.all(orders.map((order) => visitOf(ctx, visit, order)))
  const tokenOf = (orderId: OrderId): string => linkToken(keys, { orderId, expiresAt: visit.expiresAt as Instant })
  return {
    subscriptions: visits
      .filter((other) => isBilledLater(other.order) && linkStateOf(other) !== 'neverBegan')
      .map((other) => ({ about: aboutOf(ctx, other), url: urlOf(tokenOf(other.order.id)) })),
    payments: visits
      .flatMap((other) =>
        pastPayments(other, () => '').map((payment) => ({
          ...payment,
          documents: [],
          description: other.order.description || undefined,
        })),
      )
      .toSorted((one, other) => Temporal.PlainDate.compare(other.on, one.on))
      .slice(0, paymentsMax),
  }
}

async function othersOf({ db }: SubscriptionsContext, { order, site }: Visit): Promise<Order[]> {
  const ids = (await ordersOfShoppers(db, [order.shopperId])).filter((id) => id !== order.id)
  const found = [...(await ordersById(db, ids)).values()].filter(
    (other) => other.siteId === site.id && other.mode !== 'credit' && other.invoiceEmail === order.invoiceEmail,
  )
  const ofLinks = await Promise.all(found.map(({ id }) => findLinkUse(db, id)))
  return found.filter((_, index) => ofLinks[index] === undefined).toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

/** As if the customer were on the page of this order; what only its own page shows is left out. */
async function visitOf({ db }: SubscriptionsContext, visit: Visit, order: Order): Promise<Visit> {
  const [payments, periods] = await Promise.all([paymentsOf(db, order.id), billingPeriodsOf(db, order.id)])
  const own = payments.filter(({ type }) => type === 'deposit' || type === 'verify-card')
  return { ...visit, order, payments: own, debt: openPeriodOf(order, periods), card: undefined, documents: [] }
}

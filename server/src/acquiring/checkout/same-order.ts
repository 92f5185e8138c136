import { hasOrderBeside, type Order } from '#acquiring/orders'
import type { CheckoutRequest } from '#acquiring/requests'
import { cardsOf, findShopper, findShopperByIdentifier, type Shopper } from '#acquiring/shoppers'
import { isSameOption } from '#acquiring/terms'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { CheckoutContext } from './context.ts'

/**
 * Whether a signed request asks for the order that its number names: the same terms, for the same customer (product
 * decision "Duplicate orderId"). The very bytes that opened the order before always do; the caller has compared those.
 */
export async function isSameOrder(ctx: CheckoutContext, order: Order, request: CheckoutRequest): Promise<boolean> {
  return hasSameTerms(order, request) && (await isForSameCustomer(ctx, order, request))
}

const hasSameTerms = (order: Order, { order: requested, mode, transactionOption }: CheckoutRequest): boolean =>
  isSameAmount(order.amount, requested.amount) &&
  order.type === requested.type &&
  order.mode === mode &&
  isSameAmount(order.trialAmount, requested.trialAmount) &&
  order.interval?.unit === requested.interval?.unit &&
  order.interval?.count === requested.interval?.count &&
  isSameTime(order.firstBillAt, requested.firstBillAt?.at) &&
  isSameOption(order.option, transactionOption)

const isSameAmount = (one: Money | undefined, other: Money | undefined): boolean =>
  one?.minor === other?.minor && one?.currency === other?.currency
const isSameTime = (one: Instant | undefined, other: Instant | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.equals(other)

/**
 * Shop plugins name a guest anew with each request, so two identifiers may be one person. They are taken for one only if
 * the site knows neither from anywhere else and their e-mail addresses agree: then no stored card can be seen.
 */
async function isForSameCustomer(ctx: CheckoutContext, order: Order, { customer }: CheckoutRequest): Promise<boolean> {
  const shopper = await findShopper(ctx.db, order.shopperId)
  if (!shopper) return false
  if (customer && shopper.identifier === customer.identifier) return true
  if (!isSameEmail(shopper.email, customer?.email)) return false
  if (customer && (await findShopperByIdentifier(ctx.db, order.siteId, customer.identifier))) return false
  return !(await isKnown(ctx, order, shopper))
}

const isSameEmail = (one: string | undefined, other: string | undefined): boolean =>
  one?.toLowerCase() === other?.toLowerCase()

/** Whether the shopper of an order was there before it, has left a card, or has other orders. */
const isKnown = async ({ db }: CheckoutContext, order: Order, shopper: Shopper): Promise<boolean> =>
  !shopper.createdAt.equals(order.createdAt) || (await cardsOf(db, shopper.id)).length > 0 || hasOrderBeside(db, order)

import { creationOf } from '#acquiring/api'
import { payloadText, resultForm } from '#acquiring/notifications'
import { noticeOf } from '#acquiring/orders'
import { type Payment, publicStatus, publicStatusSince } from '#acquiring/payments'
import type { Shopper } from '#acquiring/shoppers'
import { formatMoney } from '#kernel/base/money.ts'
import type { CheckoutContext } from '../context.ts'
import { signingKey } from '../session.ts'
import { isWayBackOver, type Visit } from '../visit.ts'

/**
 * What the store's page receives of a payment that is over, under the names that pages of stores read (wire fact 9.1): ids
 * are numbers, amounts texts. A page can be changed by its visitor, so it proves nothing; `result` does, which the store's
 * server opens with its key (wire fact 1.8).
 */
export async function paymentFacts(ctx: CheckoutContext, visit: Visit) {
  const { order, site, shopper, attempts } = visit
  const payment = attempts.at(-1)!
  return {
    id: payment.id,
    transactionId: payment.id,
    siteId: site.id,
    orderId: order.id,
    externalOrderId: order.externalId,
    orderStatus: order.status,
    customerId: shopper.id,
    customerData: customerFacts(shopper),
    transactionType: payment.type,
    transactionMethod: payment.card.wallet ? 'wallet' : 'card',
    transactionStatus: publicStatus[payment.status],
    status: publicStatus[payment.status],
    amount: formatMoney(payment.captured.minor > 0n ? payment.captured : payment.amount),
    currency: payment.amount.currency,
    description: payment.description,
    ...creationOf(payment.createdAt),
    ...cardFacts(payment),
    ...(!isWayBackOver(ctx, visit) && { result: await sealedResult(ctx, visit, payment) }),
  }
}

/** What the store's server opens with the key that it has signed the order with (wire fact 1.8). */
export async function sealedResult(ctx: CheckoutContext, visit: Visit, payment: Payment): Promise<string> {
  const { order, site, shopper, session } = visit
  const [key, since] = await Promise.all([
    ctx.directory.sealingKey(site.id, async () => signingKey(session)),
    publicStatusSince(ctx.db, payment),
  ])
  return resultForm(key!, payloadText(noticeOf(order, payment, shopper, since))).opensslResult
}

/** What samples of pages show of a customer. The address stays out: the page may have asked for it in the frame. */
const customerFacts = ({ id, siteId, identifier, firstName, lastName, email }: Shopper) => ({
  id,
  siteId,
  identifier,
  firstName,
  lastName,
  email,
})

const cardFacts = ({ card, cardId }: Payment) => ({
  cardType: card.brand,
  cardNumber: `${card.first6}******${card.last4}`,
  cardExpiryDate: card.expiry,
  saveCard: cardId !== undefined,
  ...(cardId !== undefined && { cardId, transactionMethodId: cardId }),
})

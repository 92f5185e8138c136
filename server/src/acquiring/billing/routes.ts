import { z } from 'zod'
import { type ApiRoute, apiRoute } from '#acquiring/api'
import type { OrderId, ShopperId } from '#acquiring/ids'
import {
  type CardParser,
  cardFactsOf,
  cardFields,
  charged,
  getOrder,
  orderCustomerId,
  orderOf,
  orderParams,
  paymentOfKey,
  placedShape,
  readOption,
  threeDSecureData,
  threeDSecureOf,
  transactionOption,
} from '#acquiring/orders'
import { amount, amountIn, id, ignored, ipAddress, optional, text } from '#kernel/http/field.ts'
import type { BillingParts } from './billing-context.ts'
import { debtChargedAfter } from './pay-debt.ts'
import { rebillOrder } from './rebill-order.ts'
import { refuse } from './refusals.ts'
import { scheduleRoutes } from './schedule-route.ts'
import { updateOrderCard } from './update-order-card.ts'

/** The base64 of 3-D Secure data, escaped, is most of it. */
const threeDSecureBytesMax = 262_144

const group = 'Orders'

/** The routes that bill an order, change its card, or forecast its charges (wire fact 3.1). */
export const billingRoutes = (parts: BillingParts & CardParser): ApiRoute[] => [
  rebillRoute(parts, 'PATCH'),
  rebillRoute(parts, 'POST'),
  updateCardRoute(parts),
  ...scheduleRoutes(parts),
]

/** An early client of the interface sends it as POST. */
const rebillRoute = (parts: BillingParts, method: 'PATCH' | 'POST'): ApiRoute =>
  apiRoute({
    method,
    path: '/order-rebill/:id',
    bodyBytesMax: threeDSecureBytesMax,
    permission: 'orders:bill',
    group,
    summary: method === 'PATCH' ? 'Bill a managed order' : 'The older way to say PATCH /order-rebill/{id}',
    about:
      'The amount is of this charge alone. The order must be in progress and own a stored card. Without a transactionOption, the charge is shared as the order says, in proportion.',
    params: orderParams,
    body: z.object({
      customerId: orderCustomerId,
      amount: amount('the amount of this charge'),
      transactionOption,
    }),
    data: placedShape,
    also: [402],
    run: async ({ caller, params, body, once }) => {
      if (body.transactionOption?.digitalWallet !== undefined)
        throw refuse('wallet_not_billed', { field: 'transactionOption.digitalWallet' })
      const order = await orderOf(parts, caller, params.id)
      const wanted = amountIn(body.amount, order.amount.currency)
      const site = (await parts.directory.site(caller.siteId))!
      const billed = await rebillOrder(parts, {
        siteId: caller.siteId,
        orderId: order.id,
        shopperId: body.customerId,
        amount: wanted,
        option: await readOption(parts, site, body.transactionOption, { whole: wanted, externalId: undefined }),
        alongside: once,
      })
      return charged(billed.order, billed.payment)
    },
    recover: (_caller, orderId, paymentId) => recovered(parts, orderId as OrderId, paymentId),
  })

async function recovered({ db }: BillingParts, orderId: OrderId, paymentId: string | undefined) {
  return charged(await getOrder(db, orderId), await paymentOfKey(db, orderId, paymentId))
}

const updateCardRoute = (parts: BillingParts & CardParser): ApiRoute =>
  apiRoute({
    method: 'PATCH',
    path: '/order-update-card/:id',
    bodyBytesMax: threeDSecureBytesMax,
    permission: 'orders:change',
    group,
    summary: 'Change the card of an order',
    about: 'The card is verified without a charge, and stored. What the order owes is charged to it at once.',
    params: orderParams,
    body: z.object({
      customerId: optional(
        id<ShopperId>('the id of a customer, as POST /customer returned it', { wrong: 1620, missing: 1620 }),
      ),
      ip: optional(ipAddress()),
      amount: ignored(amount()),
      currency: ignored(text({ max: 200, what: 'a currency' })),
      transactionDescription: ignored(text({ max: 200, what: 'a description' })),
      ...cardFields,
      cardNumber: text({ max: 40, what: 'the number of a card' }),
      cardExpiryDate: text({ max: 10, what: 'MM/YY or MM/YYYY' }),
      cardCvv: text({ max: 4, what: 'the security code of the card' }),
      threeDSecureData,
      transactionOption,
      backUrl: optional(text({ max: 2_048, what: 'an address' })),
    }),
    data: placedShape,
    also: [402],
    run: async ({ caller, params, body, once }) => {
      const order = await orderOf(parts, caller, params.id)
      const { proof, debt } = await updateOrderCard(parts, {
        by: caller.by,
        siteId: caller.siteId,
        orderId: order.id,
        shopperId: body.customerId,
        card: { ...parts.readCard(body, caller.timeZone), facts: cardFactsOf(body) },
        ip: body.ip,
        threeDSecure: threeDSecureOf(parts, body),
        alongside: once,
      })
      return charged(await getOrder(parts.db, order.id), debt ?? proof)
    },
    // The commit of the key has begun the verification; the reply is about the debt, if it was charged.
    recover: async (_caller, subjectId, paymentId) => {
      const orderId = subjectId as OrderId
      const proof = await paymentOfKey(parts.db, orderId, paymentId)
      const debt = proof && (await debtChargedAfter(parts.db, orderId, proof.id))
      return charged(await getOrder(parts.db, orderId), debt ?? proof)
    },
  })

import { z } from 'zod'
import { type ApiRoute, apiList, apiRoute, idShape, ownerQuery, pageQuery, refusedByProvider } from '#acquiring/api'
import type { OrderId, PaymentId, StoredCardId } from '#acquiring/ids'
import { isReversalDeclined, type PaymentsContext } from '#acquiring/payments'
import { readNetworkTransaction } from '#acquiring/shoppers'
import type { WalletsContext } from '#acquiring/wallets'
import { readId } from '#kernel/base/id.ts'
import type { Measured, RowCountIndex } from '#kernel/db/row-count-index.ts'
import { type ApiMoment, id, moment, oneOf, optional, text, yesNo } from '#kernel/http/field.ts'
import { cancelOrder } from './cancel-order.ts'
import type { CardParser } from './card-fields.ts'
import { changeOrder } from './change-order.ts'
import { listOrders } from './list-orders.ts'
import { isBillable, isBilledLater, type Order } from './order.ts'
import { orderCustomerId, orderOf, orderParams } from './order-reply.ts'
import { orderStates } from './order-states.ts'
import { placeRoute } from './place-route.ts'
import { refuse } from './refusals.ts'
import { lastPaid, reverseLastPayment } from './reverse-last-payment.ts'
import { getOrder } from './store.ts'
import { readFutureDate, readInterval } from './terms.ts'
import { orderRecord, orderShape } from './wire.ts'

export type OrderParts = PaymentsContext &
  CardParser &
  WalletsContext & { rowCounts(measured: Measured): RowCountIndex }

const group = 'Orders'

/** The routes of a site's orders (wire fact 3.1). */
export const orderRoutes = (parts: OrderParts): ApiRoute[] => [
  placeRoute(parts),
  listRoute(parts),
  apiRoute({
    method: 'GET',
    path: '/order/:id',
    permission: 'orders:read',
    group,
    summary: 'One order',
    params: orderParams,
    data: orderShape,
    run: async ({ caller, params }) => ({ data: orderRecord(await orderOf(parts, caller, params.id)) }),
  }),
  changeRoute(parts),
  cancelRoute(parts),
]

const listRoute = (parts: OrderParts): ApiRoute =>
  apiList({
    method: 'GET',
    path: '/order',
    permission: 'orders:read',
    group,
    summary: 'The orders of the site',
    searchPath: '/order-search',
    query: z.object({
      ...pageQuery,
      ...ownerQuery,
      externalOrderId: optional(text({ max: 32, what: 'your own id of the order' })),
      paymentLink: optional(text({ max: 64, what: 'the hash of a payment link' })),
      customerId: orderCustomerId,
      orderType: optional(oneOf(['purchase', 'recurring', 'managed', 'credit'])),
      orderStatus: optional(oneOf(orderStates.statuses)),
      createdAtFrom: optional(moment()),
      createdAtTo: optional(moment()),
      reason: optional(text({ max: 100, what: 'why it was cancelled, or why it ended' })),
      tag: optional(text({ max: 100, what: 'a tag' })),
    }),
    data: orderShape,
    run: async ({ caller: { siteId, timeZone }, query }) => {
      const at = (when: ApiMoment | undefined, edge: 'from' | 'to') => when?.in(timeZone, edge)
      const { orders, pagination } = await listOrders(parts, {
        siteId,
        page: query,
        filter: {
          externalId: query.externalOrderId,
          link: query.paymentLink,
          shopperId: query.customerId,
          type: query.orderType,
          status: query.orderStatus,
          createdFrom: at(query.createdAtFrom, 'from'),
          createdTo: at(query.createdAtTo, 'to'),
          reason: query.reason,
          tag: query.tag,
        },
      })
      return { data: orders.map(orderRecord), pagination }
    },
  })

const changeRoute = (parts: OrderParts): ApiRoute =>
  apiRoute({
    method: 'PUT',
    path: '/order/:id',
    permission: 'orders:change',
    group,
    summary: 'Change when an order is billed next, how often, or with which card',
    about: 'A new card is tried with an open debt at once.',
    params: orderParams,
    body: z.object({
      customerId: orderCustomerId,
      orderType: optional(oneOf(['recurring', 'managed'])),
      nextDueDate: optional(text({ max: 50, what: 'a date and time of ISO 8601' })),
      intervalType: optional(text({ max: 10, what: 'day or month' })),
      intervalValue: optional(text({ max: 10, what: 'a whole number from 1 to 365' })),
      transactionMethod: optional(oneOf(['card'])),
      cardId: optional(id<StoredCardId>('the id of a stored card of the customer', { wrong: 902 })),
      networkTransactionId: optional(text({ max: 100, what: 'the network id of the first transaction' })),
      networkTransactionDate: optional(text({ max: 20, what: 'its Unix time in milliseconds' })),
      ...fixed,
    }),
    data: orderShape,
    run: async ({ caller, params, body, once }) => {
      const order = await orderOf(parts, caller, params.id)
      refuseFixed(order, body)
      const now = parts.clock.now()
      const networkTransaction = readNetworkTransaction(
        { id: body.networkTransactionId, date: body.networkTransactionDate },
        now,
      )
      const changed = await changeOrder(parts, {
        by: caller.by,
        siteId: caller.siteId,
        orderId: order.id,
        shopperId: body.customerId,
        nextDueAt: readFutureDate('nextDueDate', body.nextDueDate, { now, timeZone: caller.timeZone }),
        interval: readInterval(body),
        card: body.cardId && { cardId: body.cardId, networkTransaction },
        alongside: once,
      })
      return { data: orderRecord(changed) }
    },
    recover: async (_caller, subjectId) => ({ data: orderRecord(await getOrder(parts.db, subjectId as OrderId)) }),
  })

/** What an order keeps from its beginning to its end. */
const fixedFields = ['amount', 'currency', 'trialAmount', 'firstBillDate', 'retryPayment', 'externalOrderId'] as const
const fixed = Object.fromEntries(
  fixedFields.map((name) => [name, optional(z.unknown()).meta({ description: 'Cannot be changed' })]),
)

/** Refuses what would otherwise be ignored. */
function refuseFixed({ type }: Order, body: Readonly<Record<string, unknown>>): void {
  const field = fixedFields.find((name) => body[name] !== undefined)
  if (field) throw refuse('field_not_changeable', { field })
  if (body.orderType !== undefined && body.orderType !== type)
    throw refuse('order_type_not_changeable', { field: 'orderType', type })
}

const cancelReasons = [
  'fraud-confirm',
  'highly-suspicious',
  'duplicated-transaction',
  'customer-demand',
  'test-transaction',
] as const

const cancelRoute = (parts: OrderParts): ApiRoute =>
  apiRoute({
    method: 'DELETE',
    path: '/order/:id',
    permission: 'orders:cancel',
    group,
    summary: 'Cancel an order',
    about:
      'It is not billed any more, and an authorization is voided. What was paid stays paid: refund its transaction. With terminateOrder no, a recurring or managed order goes on, and its last payment is voided, cancelled or refunded instead.',
    params: orderParams,
    body: z.object({
      reason: optional(oneOf(cancelReasons)),
      message: optional(text({ max: 1_000, what: 'why, for people', lines: true, prose: true })),
      terminateOrder: optional(yesNo()),
    }),
    data: z.strictObject({ id: idShape, orderId: idShape, orderStatus: z.string(), transactionId: idShape.optional() }),
    also: [402],
    run: async ({ caller, params, body: { reason, message, terminateOrder }, once }) => {
      const order = await orderOf(parts, caller, params.id)
      const { id: orderId } = order
      const by = { ...caller.by, reason }
      if (terminateOrder === false && isBilledLater(order)) {
        const why = reason || message ? { reason, message } : undefined
        const alongside = (last: PaymentId) => once(orderId, last)
        const { last, reversed } = await reverseLastPayment(parts, order, { by, why, alongside })
        return {
          ...returned(await getOrder(parts.db, orderId), last),
          ...(isReversalDeclined(reversed) && refusedByProvider),
        }
      }
      const party = 'merchant' as const
      const input = { by, party, siteId: caller.siteId, orderId, reason, message, alongside: once }
      return cancelled(await cancelOrder(parts, input))
    },
    recover: async (_caller, subjectId, resultId) => {
      const order = await getOrder(parts.db, subjectId as OrderId)
      if (resultId !== undefined) return returned(order, readId<PaymentId>(resultId))
      // A key of before names no payment, and neither does that of a cancellation.
      return isBillable(order) ? returned(order, (await lastPaid(parts.db, order.id))?.id) : cancelled(order)
    },
  })

/** The order that goes on, and the payment whose money is returned. */
function returned(order: Order, transactionId: PaymentId | undefined) {
  const { data } = cancelled(order)
  return { data: { ...data, transactionId } }
}

const cancelled = ({ id, status }: Order) => ({ data: { id, orderId: id, orderStatus: status } })

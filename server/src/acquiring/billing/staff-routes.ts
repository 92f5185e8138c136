import { z } from 'zod'
import type { OrderId, ShopperId, StoredCardId } from '#acquiring/ids'
import {
  cancelOrder,
  changeOrder,
  endAfterNextBill,
  endWithPaidPeriod,
  findOrders,
  getOrder,
  keepOrder,
  type Order,
  orderAfter,
  orderEnding,
  orderFromRow,
  orderStates,
  ordersSelected,
  orderTable,
  readInterval,
  requireCancellable,
  requireSeenOrder,
} from '#acquiring/orders'
import { type PaymentsContext, transactionsOf } from '#acquiring/payments'
import {
  authorOf,
  ofSites,
  reasonField,
  type StaffCaller,
  type StaffRoute,
  seesSite,
  sitesInScope,
  staffList,
  staffRoute,
  type TableListParts,
  tableList,
} from '#core/access'
import { amount, amountIn, id, moment, oneOf, optional, text } from '#kernel/http/field.ts'
import { several } from '#kernel/http/filter.ts'
import { pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import { billByHand } from './bill-by-hand.ts'
import type { BillingParts } from './billing-context.ts'
import { orderColumns } from './export-orders.ts'
import { forecast } from './forecast.ts'
import { orderActions, orderGuards, orderRowActions, orderRowGuards } from './order-actions.ts'
import { renewalsRoute } from './renewals-route.ts'
import { nextMax, showOrder } from './show-order.ts'
import {
  billedRecord,
  billedShape,
  nextRecord,
  orderRecord,
  orderShape,
  scheduleShape,
  wholeOrderShape,
} from './staff-wire.ts'
import { billingPeriodsOf } from './store.ts'

export type StaffOrderParts = BillingParts & TableListParts

const reading = { method: 'GET', group: 'Orders', caller: 'staff', permission: 'orders:read' } as const
const params = z.object({ orderId: id<OrderId>('the id of an order') })

/** What `florin order` does: orders found, shown, cancelled, changed and billed by hand. */
export const orderStaffRoutes = (parts: StaffOrderParts): StaffRoute[] => [
  ...listRoutes(parts),
  findRoute(parts),
  staffRoute({
    ...reading,
    path: '/orders/:orderId',
    operationId: 'getOrder',
    summary: 'One order, what it has charged, what it will charge, and who changed it',
    params,
    reply: wholeOrderShape.extend({ actions: orderActions.shape }),
    run: async ({ caller, params }) => {
      const order = await orderInScope(parts, caller, params.orderId)
      const guards = orderGuards(order, await transactionsOf(parts.db, order.id))
      const shown = await showOrder(parts, order, { isOperator: caller.staff.scope.kind === 'platform' })
      return { ...shown, actions: orderActions.record(caller, guards) }
    },
  }),
  cancelRoute(parts),
  keepRoute(parts),
  changeRoute(parts),
  scheduleRoute(parts),
  billRoute(parts),
  renewalsRoute(parts),
]

const listRoutes = (parts: StaffOrderParts): StaffRoute[] => {
  const { filters, whose } = ofSites(parts.directory)
  return tableList(parts, {
    name: 'orders',
    operations: { list: 'listOrders', export: 'exportOrders' },
    group: reading.group,
    permission: reading.permission,
    summary: 'Orders of stores, newest first',
    table: orderTable,
    filters: {
      ...filters,
      status: several(orderStates.statuses),
      type: several(['purchase', 'recurring', 'managed', 'credit']),
      customer: optional(id<ShopperId>('the id of a customer')),
      text: optional(text({ max: 255, what: 'the number that the store gave the order' })),
    },
    shape: orderShape,
    record: orderRecord,
    whose,
    selected: (query) => ordersSelected(parts, query),
    things: (rows) => rows.map(orderFromRow),
    columns: orderColumns,
  })
}

const findRoute = (parts: StaffOrderParts): StaffRoute =>
  staffList({
    ...reading,
    path: '/orders/find',
    operationId: 'findOrders',
    summary: 'Find orders by their id, the number that the store gave them, or their customer',
    about: 'A customer by the e-mail address or the number that the store uses. Only exact matches, the newest 100.',
    query: z.object({ ...pageQuery, text: text({ max: 200, what: 'what is remembered' }) }),
    reply: orderShape.extend({ actions: orderRowActions.shape }),
    run: async ({ caller, query }) => {
      const siteIds = await sitesInScope(parts.directory, caller)
      const found = await findOrders(parts, { siteIds, text: query.text })
      const row = (order: Order) => ({
        ...orderRecord(order),
        actions: orderRowActions.record(caller, orderRowGuards(order)),
      })
      return pageOf(found.map(row), query)
    },
  })

const changing = {
  method: 'POST',
  group: 'Orders',
  caller: 'staff',
  params,
  reply: orderShape,
  repeated: 'stored',
} as const

const recoverIn = (parts: StaffOrderParts) => async (_caller: StaffCaller, subjectId: string) =>
  orderRecord(await getOrder(parts.db, BigInt(subjectId) as OrderId))

const cancelRoute = (parts: StaffOrderParts): StaffRoute =>
  staffRoute({
    ...changing,
    path: '/orders/:orderId/cancel',
    operationId: 'cancelOrder',
    summary: 'Cancel an order for its merchant',
    about:
      'It is not billed any more, and an authorization is voided. What was paid stays paid: refund its payment. With `when`, a recurring order ends later and can be kept until then: `withPaidPeriod` when the period that is paid is over, without another bill; `afterNextBill` when one more bill is paid. Its customer receives an email.',
    permission: 'orders:cancel',
    body: z.object({ ...whenField, ...reasonField }),
    run: async (call) => {
      const order = await orderInScope(parts, call.caller, call.params.orderId)
      const { siteId, id: orderId } = order
      const by = authorOf(call)
      const { reason: message, when } = call.body
      const input = { by, siteId, orderId, message, alongside: (id: OrderId) => call.once(String(id)) }
      if (when === 'afterNextBill') return orderRecord(await endAfterNextBill(parts, input))
      if (when === 'withPaidPeriod') return orderRecord(await endWithPaidPeriod(parts, { ...input, party: 'merchant' }))
      // A program may cancel what is cancelled; a person learns that it is over.
      requireCancellable(order, await transactionsOf(parts.db, orderId))
      return orderRecord(await cancelOrder(parts, { ...input, party: 'merchant', reason: undefined }))
    },
    recover: recoverIn(parts),
  })

/** When a cancelled order ends. */
const whenField = { when: optional(oneOf(['now', 'withPaidPeriod', 'afterNextBill'])) }

const keepRoute = (parts: StaffOrderParts): StaffRoute =>
  staffRoute({
    ...changing,
    path: '/orders/:orderId/keep',
    operationId: 'keepOrder',
    summary: 'Keep an order that was to end later',
    about:
      'Where its customer has cancelled it, only the customer can keep it, on the page of the order. Where both have, neither can. Its customer receives an email.',
    permission: 'orders:cancel',
    body: z.object(reasonField),
    run: async (call) => {
      const { siteId, id: orderId } = await orderInScope(parts, call.caller, call.params.orderId)
      const alongside = (id: OrderId) => call.once(String(id))
      return orderRecord(await keepOrder(parts, { by: authorOf(call), party: 'merchant', siteId, orderId, alongside }))
    },
    recover: recoverIn(parts),
  })

/** When an order is billed, and how often. */
const dates = {
  nextDueDate: optional(moment()),
  intervalType: optional(oneOf(['day', 'month'])),
  intervalValue: optional(text({ max: 3, what: 'a whole number from 1 to 365' })),
}

const changeRoute = (parts: StaffOrderParts): StaffRoute =>
  staffRoute({
    ...changing,
    path: '/orders/:orderId/change',
    operationId: 'changeOrder',
    summary: 'Change when an order is billed next, how often, or with which stored card',
    about: 'A new card is tried with an open debt at once.',
    permission: 'orders:change',
    body: z.object({
      ...dates,
      cardId: optional(id<StoredCardId>('the id of a stored card of the customer')),
      ...reasonField,
    }),
    run: async (call) => {
      const { siteId, id: orderId } = await orderInScope(parts, call.caller, call.params.orderId)
      const { nextDueDate, cardId, intervalType, intervalValue } = call.body
      const { timeZone } = (await parts.directory.site(siteId))!
      const changed = await changeOrder(parts, {
        by: authorOf(call),
        siteId,
        orderId,
        nextDueAt: nextDueDate?.in(timeZone, 'from'),
        interval: readInterval({ intervalType, intervalValue }),
        card: cardId === undefined ? undefined : { cardId, networkTransaction: undefined },
        alongside: (id) => call.once(String(id)),
      })
      return orderRecord(changed)
    },
    recover: recoverIn(parts),
  })

const scheduleRoute = (parts: StaffOrderParts): StaffRoute =>
  staffRoute({
    method: 'POST',
    group: 'Orders',
    caller: 'staff',
    path: '/orders/:orderId/schedule',
    operationId: 'previewSchedule',
    summary: 'What an order would charge after a change of its dates, or a cancellation, without changing it',
    permission: 'orders:read',
    params,
    body: z.object({ ...dates, ...whenField }),
    reply: scheduleShape,
    run: async ({ caller, params, body }) => {
      const { siteId, id: orderId } = await orderInScope(parts, caller, params.orderId)
      const site = (await parts.directory.site(siteId))!
      const nextDueAt = body.nextDueDate?.in(site.timeZone, 'from')
      if (body.when === 'now') return { next: [] }
      const after = await (body.when
        ? orderEnding(parts, { siteId, orderId, when: body.when })
        : orderAfter(parts, { siteId, orderId, nextDueAt, interval: readInterval(body) }))
      const open = (await billingPeriodsOf(parts.db, orderId)).find(({ status }) => status === 'open')
      // A new due date begins the period anew.
      const owed = nextDueAt ? undefined : open
      const next = forecast(after, owed, { ...site, now: parts.clock.now(), count: nextMax })
      return { next: nextRecord(after, site.timeZone, next) }
    },
  })

const billRoute = (parts: StaffOrderParts): StaffRoute =>
  staffRoute({
    ...changing,
    path: '/orders/:orderId/bill',
    operationId: 'billOrder',
    summary: 'Bill an order now',
    about:
      'A managed order by an amount; a recurring one by the debt that waits for its next retry. A decline is an outcome, and so is a bill that waits: `bill` says which, and until when.',
    permission: 'orders:bill',
    body: z.object({ amount: optional(amount('of a managed order, what to charge,')), ...reasonField }),
    reply: billedShape,
    run: async (call) => {
      const order = await orderInScope(parts, call.caller, call.params.orderId)
      const billed = await billByHand(parts, {
        by: authorOf(call),
        siteId: order.siteId,
        orderId: order.id,
        amount: call.body.amount && amountIn(call.body.amount, order.amount.currency),
        alongside: (id) => call.once(String(id)),
      })
      return billedRecord(billed)
    },
    recover: recoverIn(parts),
  })

/** The order that a call of the staff is about. One of another merchant's site is not there. */
const orderInScope = ({ db, directory }: PaymentsContext, caller: StaffCaller, id: OrderId): Promise<Order> =>
  requireSeenOrder(db, id, ({ siteId }) => seesSite(directory, caller, siteId))

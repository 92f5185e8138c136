import type { Order } from '#acquiring/orders'
import { isPayment, type PaymentsContext, transactionsOf } from '#acquiring/payments'
import { findShopper } from '#acquiring/shoppers'
import { doneBy } from '#core/access'
import { formatMoney } from '#kernel/base/money.ts'
import { momentText } from '#kernel/http/json-shape.ts'
import { forecast, pastPeriods } from './forecast.ts'
import { nextRecord, orderRecord, type WholeOrder } from './staff-wire.ts'
import { billingPeriodsOf } from './store.ts'

/** Everything that is known of an order, and what it will charge. Addresses of people are for the operator alone. */
export async function showOrder(
  { db, clock, directory }: PaymentsContext,
  order: Order,
  who: { isOperator: boolean },
): Promise<WholeOrder> {
  const [site, shopper, transactions, periods, audit] = await Promise.all([
    directory.site(order.siteId),
    findShopper(db, order.shopperId),
    transactionsOf(db, order.id),
    billingPeriodsOf(db, order.id),
    doneBy(db, { kind: 'order', id: String(order.id) }, who),
  ])
  const { timeZone, retrySchedule } = site!
  const open = periods.find(({ status }) => status === 'open')
  const next = forecast(order, open, { timeZone, retrySchedule, now: clock.now(), count: nextMax })
  const message = order.cancel?.message ?? order.plannedEnd?.message
  return {
    ...orderRecord(order),
    ...(shopper?.email !== undefined && { customerEmail: shopper.email }),
    tags: [...order.tags],
    ...(order.cancel?.reason !== undefined && { cancelReason: order.cancel.reason }),
    ...(message !== undefined && { cancelMessage: message }),
    next: nextRecord(order, timeZone, next),
    past: pastPeriods(order, periods, transactions.filter(isPayment)).map(
      ({ period, status, at, amount, payments }) => ({
        period,
        status,
        at: momentText(at),
        amount: formatMoney(amount),
        paymentIds: payments.map(({ id }) => String(id)),
      }),
    ),
    transactions: transactions.map(({ id, type, status, amount, createdAt }) => ({
      id: String(id),
      type,
      status,
      amount: formatMoney(amount),
      at: momentText(createdAt),
    })),
    audit,
  }
}
export const nextMax = 12

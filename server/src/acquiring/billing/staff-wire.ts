import { z } from 'zod'
import { endsAt, nextBillAt, type Order, orderStates } from '#acquiring/orders'
import type { Payment } from '#acquiring/payments'
import { doneByShape } from '#core/access'
import { formatMoney } from '#kernel/base/money.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import type { Billed } from './bill-order.ts'
import type { ForecastPeriod } from './forecast.ts'

/** An order as the staff see it in a list. */
export const orderShape = z.strictObject({
  id: z.string(),
  siteId: z.string(),
  storeOrderId: z.string(),
  customerId: z.string(),
  type: z.enum(['purchase', 'recurring', 'managed', 'credit']),
  status: z.enum(orderStates.statuses),
  amount: z.string(),
  currency: z.string(),
  description: z.string(),
  intervalType: z.enum(['day', 'month']).optional(),
  intervalValue: z.int().optional(),
  nextDueAt: momentShape
    .optional()
    .meta({ description: 'Absent while a payment is under way, and when nothing will be billed.' }),
  cardId: z.string().optional(),
  endReason: z.string().optional(),
  lastPeriod: z
    .int()
    .optional()
    .meta({ description: 'It is cancelled, and ends when this period is paid; or is over, if it is paid.' }),
  endsAt: momentShape.optional().meta({ description: 'When it ends as planned. Absent while a payment is under way.' }),
  cancelledBy: z
    .enum(['merchant', 'shopper', 'both'])
    .optional()
    .meta({ description: 'Who has planned its end, and can keep it; where both have, neither can.' }),
  createdAt: momentShape,
})
export type OrderRecord = z.output<typeof orderShape>

export function orderRecord(order: Order): OrderRecord {
  const [nextAt, endAt] = [nextBillAt(order), endsAt(order)]
  return {
    id: String(order.id),
    siteId: String(order.siteId),
    storeOrderId: order.externalId,
    customerId: String(order.shopperId),
    type: order.type,
    status: order.status,
    amount: formatMoney(order.amount),
    currency: order.amount.currency,
    description: order.description,
    ...(order.interval && { intervalType: order.interval.unit, intervalValue: order.interval.count }),
    ...(nextAt && { nextDueAt: momentText(nextAt) }),
    ...(order.cardId !== undefined && { cardId: String(order.cardId) }),
    ...(order.endReason !== undefined && { endReason: order.endReason }),
    ...(order.plannedEnd && { lastPeriod: order.plannedEnd.lastPeriod, cancelledBy: order.plannedEnd.by }),
    ...(endAt && { endsAt: momentText(endAt) }),
    createdAt: momentText(order.createdAt),
  }
}

/** The order and the result of a bill by hand. */
export const billedShape = orderShape.extend({
  bill: z
    .strictObject({
      status: z.enum(['paid', 'partlyPaid', 'declined', 'inProgress', 'waiting']),
      paymentId: z.string().optional(),
      waitsFor: z
        .enum(['connectorPaused', 'paymentInProgress', 'retryLimit'])
        .optional()
        .meta({ description: 'Nothing was sent; `until` is when it is tried again.' }),
      until: momentShape.optional(),
    })
    .optional()
    .meta({ description: 'Absent when another process has billed the order, or the reply is repeated later.' }),
})

export function billedRecord({ order, payment, waits }: Billed & { order: Order }): z.output<typeof billedShape> {
  const record = orderRecord(order)
  if (waits) return { ...record, bill: { status: 'waiting', waitsFor: waits.for, until: momentText(waits.until) } }
  return payment ? { ...record, bill: { status: billStatus(payment), paymentId: String(payment.id) } } : record
}

function billStatus({ status, source }: Payment) {
  if (status === 'failed') return 'declined'
  if (status !== 'captured') return 'inProgress'
  return source === 're-bill-micro' ? 'partlyPaid' : 'paid'
}

const transactionShape = z.strictObject({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  amount: z.string(),
  at: momentShape,
})

const whys = ['chosen', 'interval', 'dayOfMonth', 'shortMonth'] as const

const nextShape = z
  .array(
    z.strictObject({
      period: z.int(),
      at: momentShape,
      amount: z.string(),
      isTrial: z.boolean(),
      isDebt: z.boolean(),
      failures: z.int(),
      retries: z.array(momentShape),
      why: z
        .enum(whys)
        .meta({ description: 'Why it is on its day: the day was chosen, or follows from the one of the beginning.' }),
      anchorDay: z.int().optional().meta({ description: 'Of what is billed by months: the day of the month.' }),
    }),
  )
  .meta({ description: 'The next 12 charges; a debt comes first.' })

/** What will be charged, for people: with the reason of each day. */
export const nextRecord = (
  { calendar, interval }: Pick<Order, 'calendar' | 'interval'>,
  timeZone: string,
  periods: readonly ForecastPeriod[],
): z.output<typeof nextShape> =>
  periods.map(({ period, at, amount, trial, debt }) => {
    const dayOf = (moment: Temporal.Instant) => moment.toZonedDateTimeISO(timeZone).day
    const anchorDay = calendar && interval?.unit === 'month' ? dayOf(calendar.anchor) : undefined
    return {
      period,
      at: momentText(at),
      amount: formatMoney(amount),
      isTrial: trial,
      isDebt: debt !== undefined,
      failures: debt?.failures ?? 0,
      retries: (debt?.retries ?? []).map(momentText),
      why: calendar?.anchor.equals(at)
        ? ('chosen' as const)
        : anchorDay === undefined
          ? ('interval' as const)
          : anchorDay === dayOf(at)
            ? ('dayOfMonth' as const)
            : ('shortMonth' as const),
      ...(anchorDay !== undefined && { anchorDay }),
    }
  })

export const scheduleShape = z.strictObject({ next: nextShape })

/** One order with everything that is known of it. */
export const wholeOrderShape = orderShape.extend({
  customerEmail: z.string().optional(),
  tags: z.array(z.string()),
  cancelReason: z.string().optional(),
  cancelMessage: z.string().optional(),
  next: nextShape,
  past: z.array(
    z.strictObject({
      period: z.int(),
      status: z.enum(['paid', 'uncollectible']),
      at: momentShape,
      amount: z.string(),
      paymentIds: z.array(z.string()),
    }),
  ),
  transactions: z.array(transactionShape),
  audit: doneByShape,
})
export type WholeOrder = z.output<typeof wholeOrderShape>

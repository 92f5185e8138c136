import { z } from 'zod'
import type { Written } from '#acquiring/api'
import { idShape } from '#acquiring/api'
import { amountNumber, type Order } from '#acquiring/orders'
import { type Payment, publicStatus } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import { add, type Currency, type Money, zero } from '#kernel/base/money.ts'
import type { ForecastPeriod, PastPeriod } from './forecast.ts'

/** A moment as people at the site live it: their wall time with its offset from UTC. */
const siteMomentShape = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
  .meta({ description: 'In the time zone of the site.' })

const transactionShape = z.strictObject({
  id: idShape,
  transactionStatus: z.string(),
  transactionSource: z.string(),
  amount: z.number(),
  createdAt: siteMomentShape,
})

const nextShape = z.strictObject({
  period: z.int().min(0).meta({ description: '0 is the first payment of the customer.' }),
  dueDate: siteMomentShape,
  amount: z.number().meta({ description: 'Of a debt: what is still owed.' }),
  isTrial: z.boolean(),
  isDebt: z.boolean().meta({ description: 'It was due and is not paid.' }),
  failures: z.int().min(0),
  retryDates: z.array(siteMomentShape).meta({ description: 'Of a debt: when it is retried, as planned by today.' }),
  isUnderWay: z.boolean().meta({ description: 'It is being charged at this moment.' }),
})

const pastShape = z.strictObject({
  period: z.int().min(0),
  status: z.enum(['paid', 'uncollectible']),
  dueDate: siteMomentShape,
  amount: z.number(),
  paidAmount: z.number(),
  transactions: z.array(transactionShape),
})

const head = { currency: z.string().length(3), timeZone: z.string() }

export const previewShape = z.strictObject({ ...head, next: z.array(nextShape) })

export const scheduleShape = z.strictObject({
  orderId: idShape,
  externalOrderId: z.string(),
  orderType: z.string(),
  orderStatus: z.string(),
  ...head,
  next: z.array(nextShape),
  past: z.array(pastShape).meta({ description: 'The newest first.' }),
})

export const previewRecord = (
  next: readonly ForecastPeriod[],
  { currency, timeZone }: { currency: Currency; timeZone: string },
): Written<z.output<typeof previewShape>> => ({
  currency,
  timeZone,
  next: next.map(({ period, at, amount, trial, debt, underWay }) => ({
    period,
    dueDate: siteMoment(at, timeZone),
    amount: amountNumber(amount),
    isTrial: trial,
    isDebt: debt !== undefined,
    failures: debt?.failures ?? 0,
    retryDates: (debt?.retries ?? []).map((retry) => siteMoment(retry, timeZone)),
    isUnderWay: underWay,
  })),
})

export const scheduleRecord = (
  order: Order,
  { next, past, timeZone }: { next: readonly ForecastPeriod[]; past: readonly PastPeriod[]; timeZone: string },
): Written<z.output<typeof scheduleShape>> => ({
  orderId: order.id,
  externalOrderId: order.externalId,
  orderType: order.type,
  orderStatus: order.status,
  ...previewRecord(next, { currency: order.amount.currency, timeZone }),
  past: past.map((billingPeriod) => ({
    period: billingPeriod.period,
    status: billingPeriod.status,
    dueDate: siteMoment(billingPeriod.at, timeZone),
    amount: amountNumber(billingPeriod.amount),
    paidAmount: amountNumber(paidOf(billingPeriod)),
    transactions: billingPeriod.payments.map((payment) => transactionRecord(payment, timeZone)),
  })),
})

const transactionRecord = (payment: Payment, timeZone: string) => ({
  id: payment.id,
  transactionStatus: publicStatus[payment.status],
  transactionSource: payment.source,
  amount: amountNumber(payment.amount),
  createdAt: siteMoment(payment.createdAt, timeZone),
})

/** What was captured, whether or not it was refunded since. */
const paidOf = ({ payments, amount }: PastPeriod): Money =>
  payments.reduce((sum, { captured }) => add(sum, captured), zero(amount.currency))

const siteMoment = (at: Instant, timeZone: string): string =>
  at.toZonedDateTimeISO(timeZone).toString({ smallestUnit: 'second', timeZoneName: 'never' })

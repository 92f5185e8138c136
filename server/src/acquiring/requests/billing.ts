import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import { readWaits, waitsRule } from '#kernel/base/waits.ts'
import { amount, type Field, oneOf, plainText, required, wholeNumber } from '#kernel/http/form-field.ts'
import { readMoment } from './dates.ts'
import type { Billing, CardTransactionMode, FirstBill, Interval, OrderType, RetryPayment } from './request.ts'

type BillingRules = { currency: Currency; mode: CardTransactionMode | undefined; now: Instant; timeZone: string }

/** How and when the order is billed. Undefined when a part that the type needs is wrong. */
export function readBilling(order: Field, type: OrderType | undefined, rules: BillingRules): Billing | undefined {
  if (type === undefined) return undefined
  noteWithoutMeaning(order, type)
  const none = { interval: undefined, trialAmount: undefined, firstBillAt: undefined, retryPayment: undefined }
  if (type === 'purchase') return { type, ...none }
  const trialAmount = readTrialAmount(order.get('trialAmount'), rules)
  if (type === 'managed')
    return { type, ...none, trialAmount, retryPayment: readRetryPayment(order.get('retryPayment')) }
  if (rules.mode === 'verifyCard')
    order.get('type').refuse('must be purchase or managed with cardTransactionMode verifyCard')
  const interval = readInterval(order)
  const firstBillAt = readFirstBill(order, rules)
  const retryPayment = readRetryPayment(order.get('retryPayment'))
  return interval && { type, interval, trialAmount, firstBillAt, retryPayment }
}

/** Fields that an order of this type has no use for are not even read; the developer is told. */
function noteWithoutMeaning(order: Field, type: OrderType): void {
  for (const name of withoutMeaning[type])
    if (order.get(name).present) order.get(name).note(`is ignored, since order.type is ${type}`)
}
const calendar = ['intervalType', 'intervalValue', 'firstBillDate'] as const
const withoutMeaning: Readonly<Record<OrderType, readonly string[]>> = {
  purchase: [...calendar, 'trialAmount', 'retryPayment'],
  managed: calendar,
  recurring: [],
}

/** How often a recurring order is billed. Both fields must be there. */
function readInterval(order: Field): Interval | undefined {
  const unit = required(order.get('intervalType'), 'day or month, for order.type recurring', oneOf(['day', 'month']))
  const count = required(
    order.get('intervalValue'),
    'a whole number from 1 to 365, for order.type recurring',
    wholeNumber({ min: 1, max: 365 }),
  )
  return unit === undefined || count === undefined ? undefined : { unit, count }
}

/** The first charge when it differs from the regular one: 0.01 to 99999999999.99 (wire fact 1.4). */
function readTrialAmount(field: Field, { currency, mode }: BillingRules): Money | undefined {
  if (!field.present) return undefined
  const trial = amount(field, currency)
  if (!trial) return undefined
  if (mode === 'verifyCard')
    return field.refuse('must be left out with cardTransactionMode verifyCard, which charges nothing')
  if (trial.minor === 0n) return field.refuse('must be greater than 0; leave it out when there is no trial')
  return trial.minor <= trialMax.minor ? trial : field.refuse('must be at most 99999999999.99')
}
const trialMax = money(9_999_999_999_999n, 'EUR')

/**
 * When the regular billing starts. It must be readable and have a trial amount even when it has passed; then it is
 * noted and makes no difference. `0` is what a shop plugin sends for a subscription without a trial period.
 */
function readFirstBill(order: Field, { now, timeZone }: BillingRules): FirstBill | undefined {
  const field = order.get('firstBillDate')
  if (!field.present || plainText(field) === '0') return undefined
  const moment = readMoment(field, timeZone)
  if (!order.get('trialAmount').present) return field.refuse('needs order.trialAmount, greater than 0')
  if (!moment) return undefined
  if (Temporal.Instant.compare(moment.at, now) > 0) return moment
  field.note('is not in the future, so the first regular billing falls one interval after the start')
  return undefined
}

/** A comma list of ISO 8601 durations, each above zero and at most a year. */
function readRetryPayment(field: Field): RetryPayment | undefined {
  if (!field.present) return undefined
  const waits = readWaits(plainText(field) ?? '')
  return waits ? { waits, text: waits.join(',') } : field.mustBe(waitsRule)
}

import { isMerchantCurrency } from '#acquiring/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, parseMoney } from '#kernel/base/money.ts'
import { readWaits, waitsRule } from '#kernel/base/waits.ts'
import type { Interval } from './calendar.ts'
import type { NetworkTransaction, NewOrder } from './order.ts'
import { refuse } from './refusals.ts'

/** How and when an order is billed, as a caller of the API wrote it: text, or undefined where nothing was said. */
export type UncheckedTerms = Readonly<
  Partial<
    Record<
      | 'orderType'
      | 'amount'
      | 'currency'
      | 'intervalType'
      | 'intervalValue'
      | 'trialAmount'
      | 'firstBillDate'
      | 'retryPayment',
      string | undefined
    >
  >
>

export type Terms = Pick<
  NewOrder,
  'type' | 'mode' | 'amount' | 'trialAmount' | 'interval' | 'firstBillAt' | 'retryPayment'
>

export type TermsRules = { currencies: readonly Currency[]; timeZone: string; mode: NewOrder['mode']; now: Instant }

/**
 * Reads the terms of an order. What would later keep it from being billed is refused here, by field: missing intervals, a
 * trial of nothing, a first billing date that has passed (merchant-payments, symptoms of recurring orders). Fields that
 * mean nothing for the type are not even read.
 */
export function readTerms(unchecked: UncheckedTerms, rules: TermsRules): Terms {
  const type = readType(unchecked.orderType)
  const { mode } = rules
  if ((type === 'credit') !== (mode === 'credit')) throw refuse('payout_mode_mismatch', { field: halfMissing(type) })
  const amount = readAmount(unchecked, rules)
  const none = { trialAmount: undefined, interval: undefined, firstBillAt: undefined, retryPayment: undefined }
  if (type === 'purchase' || type === 'credit') return { type, mode, amount, ...none }
  const trialAmount = readTrial(unchecked.trialAmount, amount.currency, mode)
  const retryPayment = readRetryPayment(unchecked.retryPayment)
  if (type === 'managed') return { type, mode, amount, ...none, trialAmount, retryPayment }
  if (mode === 'verifyCard') throw refuse('invalid_mode', { field: 'cardTransactionMode' })
  const interval = readInterval(unchecked)
  if (!interval) throw refuse('interval_missing', { field: unchecked.intervalType ? 'intervalValue' : 'intervalType' })
  const firstBillAt = readFutureDate('firstBillDate', unchecked.firstBillDate, rules)
  if (firstBillAt && !trialAmount) throw refuse('invalid_first_bill_date', { field: 'firstBillDate' })
  return { type, mode, amount, trialAmount, interval, firstBillAt, retryPayment }
}

function readType(text: string | undefined): NewOrder['type'] {
  if (text === 'purchase' || text === 'recurring' || text === 'managed' || text === 'credit') return text
  throw refuse('invalid_order_type', { field: 'orderType' })
}

/** That money goes out and not in is said twice (wire fact 3.1), so that a slip of one field pays nobody. */
const halfMissing = (type: NewOrder['type']): string => (type === 'credit' ? 'cardTransactionMode' : 'orderType')

function readAmount({ amount: text, currency }: UncheckedTerms, { currencies, mode }: TermsRules): Money {
  if (!isMerchantCurrency(currency) || !currencies.includes(currency))
    throw refuse('invalid_currency', { field: 'currency', currencies: currencies.join(', ') })
  const amount = moneyOf('amount', text ?? (mode === 'verifyCard' ? '0' : ''), currency)
  if (mode === 'verifyCard' && amount.minor !== 0n) throw refuse('amount_not_zero', { field: 'amount' })
  if (mode !== 'verifyCard' && amount.minor === 0n) throw refuse('amount_not_positive', { field: 'amount' })
  return amount
}

/** The first charge when it differs from the regular one: 0.01 to 99999999999.99 (wire fact 1.4). */
function readTrial(text: string | undefined, currency: Currency, mode: NewOrder['mode']): Money | undefined {
  const field = 'trialAmount'
  if (!text) return undefined
  if (mode === 'verifyCard') throw refuse('invalid_trial', { field })
  const trial = moneyOf(field, text, currency)
  if (trial.minor === 0n) throw refuse('trial_not_positive', { field })
  if (trial.minor > trialMinorMax) throw refuse('trial_too_large', { field })
  return trial
}
const trialMinorMax = 9_999_999_999_999n

function moneyOf(field: string, text: string, currency: Currency): Money {
  const read = parseMoney(text.trim(), currency)
  if (!read) throw refuse('invalid_amount', { field })
  return read
}

/** Both fields or neither; undefined when neither was sent. */
export function readInterval({ intervalType, intervalValue }: UncheckedTerms): Interval | undefined {
  if (!intervalType && !intervalValue) return undefined
  if (!intervalType || !intervalValue)
    throw refuse('interval_missing', { field: intervalType ? 'intervalValue' : 'intervalType' })
  if (intervalType !== 'day' && intervalType !== 'month')
    throw refuse('invalid_interval_type', { field: 'intervalType' })
  const count = /^\d{1,3}(?:\.0+)?$/.test(intervalValue) ? Number(intervalValue) : 0
  if (count < 1 || count > 365) throw refuse('invalid_interval_value', { field: 'intervalValue' })
  return { unit: intervalType, count }
}

/** A moment to come, from ISO 8601 with an offset, or the start of a day in the site's zone. Whole milliseconds. */
export function readFutureDate(
  field: string,
  text: string | undefined,
  { now, timeZone }: { now: Instant; timeZone: string },
): Instant | undefined {
  if (!text) return undefined
  const moment = momentOf(text.trim(), timeZone)
  if (!moment) throw refuse('invalid_date', { field })
  if (Temporal.Instant.compare(moment, now) <= 0) throw refuse('date_past', { field, now: now.toString() })
  const farthest = now.toZonedDateTimeISO(timeZone).add({ years: yearsMax }).toInstant()
  if (Temporal.Instant.compare(moment, farthest) > 0) throw refuse('date_too_far', { field, yearsMax })
  return moment
}
const yearsMax = 10

/** A plus that was not escaped in a form arrives as a space (wire fact 3). */
const dateTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+ -]\d{2}(?::?\d{2})?)$/i

function momentOf(text: string, timeZone: string): Instant | undefined {
  const parts = dateTime.exec(text)
  try {
    if (parts)
      return Temporal.Instant.from(`${parts[1]}T${parts[2]}${parts[3]!.replace(' ', '+')}`).round({
        smallestUnit: 'millisecond',
        roundingMode: 'trunc',
      })
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Temporal.PlainDate.from(text).toZonedDateTime(timeZone).toInstant()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error // The 31st of a short month, and the like, is unreadable.
  }
  return undefined
}

/** A list of waits, each above zero and at most a year; undefined when none was sent. */
export function readRetryPayment(text: string | undefined): string | undefined {
  if (!text) return undefined
  const waits = readWaits(text)
  if (!waits) throw refuse('invalid_retry_payment', { field: 'retryPayment', rule: waitsRule })
  return waits.join(',')
}

/** The original transaction of a card that was tokenised elsewhere: both fields or neither (merchant-payments). */
export function readNetworkTransaction(
  { id, date }: { id: string | undefined; date: string | undefined },
  now: Instant,
): NetworkTransaction | undefined {
  if (!id && !date) return undefined
  if (!id || !date)
    throw refuse('incomplete_network_transaction', { field: id ? 'networkTransactionDate' : 'networkTransactionId' })
  if (!/^[\w-]{1,64}$/.test(id)) throw refuse('invalid_network_transaction_id', { field: 'networkTransactionId' })
  const ms = /^\d{1,14}$/.test(date) ? Number(date) : Number.NaN
  if (!(ms > 0 && ms <= now.epochMilliseconds))
    throw refuse('invalid_network_transaction_date', { field: 'networkTransactionDate' })
  return { id, at: Temporal.Instant.fromEpochMilliseconds(ms) }
}

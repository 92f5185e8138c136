import { isMerchantCurrency } from '#acquiring/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, parseMoney } from '#kernel/base/money.ts'
import type { Moment } from './moment.ts'
import { type IntervalRule, readFutureMoment, readIntervalTerms, readRetries } from './read-parts.ts'
import type { Interval, OrderMode, OrderType, RetryPayment, SentTerms } from './terms.ts'

export type TermsRules = {
  /** The types that the caller may request. */
  types: readonly OrderType[]
  /** Those that the site takes. */
  currencies: readonly Currency[]
  /** Undefined when the request has an unreadable one: then the rules that depend on it are left out. */
  mode: OrderMode | undefined
  now: Instant
  /** IANA name of the site's time zone, for dates without a time. */
  timeZone: string
  /**
   * `ignored`: a first bill date that has passed, or `0`, makes no difference, since public samples and shop plugins
   * send them (wire fact 1.4), and no date is too far away. `refused`: it must be in the coming ten years.
   */
  pastFirstBill: 'ignored' | 'refused'
}

/** Every way in which terms can be wrong. The dialects have their codes and words for each. */
export type TermsRule =
  | 'type_unknown'
  | 'payout_without_mode'
  | 'payout_without_type'
  | 'currency_not_taken'
  | 'amount_unreadable'
  | 'amount_not_zero'
  | 'amount_zero'
  | 'trial_with_verification'
  | 'trial_unreadable'
  | 'trial_zero'
  | 'trial_too_large'
  | 'retries_unreadable'
  | 'recurring_verification'
  | IntervalRule
  | 'first_bill_unreadable'
  | 'first_bill_past'
  | 'first_bill_too_far'
  | 'first_bill_without_trial'

/** The parts that could be read, and every rule that is broken, in the order of the type above. */
export type ReadTerms = {
  type: OrderType | undefined
  amount: Money | undefined
  trialAmount: Money | undefined
  interval: Interval | undefined
  firstBill: Moment | undefined
  retryPayment: RetryPayment | undefined
  broken: readonly TermsRule[]
  /** A first bill date that has passed was left out. */
  firstBillIgnored: boolean
}

/**
 * Reads the terms of an order. What would later keep it from being billed is found here: a missing interval, a trial of
 * nothing, a first bill date that has passed (merchant-payments, symptoms of recurring orders). Fields that mean
 * nothing for the type are not read.
 */
export function readTerms(sent: SentTerms, rules: TermsRules): ReadTerms {
  const type = rules.types.find((known) => known === sent.orderType)
  const currency = isMerchantCurrency(sent.currency) ? sent.currency : undefined
  const broken: TermsRule[] = [...brokenByType(type, rules)]
  if (!currency || !rules.currencies.includes(currency)) broken.push('currency_not_taken')
  // With an unknown currency the amounts are read as euros, so that all that is wrong with them is found at once.
  const readAs = { currency: currency ?? 'EUR', mode: rules.mode }
  const amount = collect(broken, readAmount(sent.amount ?? '', readAs))
  const none = { trialAmount: undefined, interval: undefined, firstBill: undefined, retryPayment: undefined }
  if (type !== 'recurring' && type !== 'managed') return { type, amount, ...none, broken, firstBillIgnored: false }
  const trialAmount = collect(broken, readTrial(sent.trialAmount, readAs))
  const retryPayment = sent.retryPayment ? readRetries(sent.retryPayment) : undefined
  if (sent.retryPayment && !retryPayment) broken.push('retries_unreadable')
  if (type === 'managed') return { type, amount, ...none, trialAmount, retryPayment, broken, firstBillIgnored: false }
  if (rules.mode === 'verifyCard') broken.push('recurring_verification')
  const interval = collect(broken, readIntervalTerms(sent))
  const { firstBill, firstBillIgnored, ...first } = readFirstBill(sent, rules)
  broken.push(...first.broken)
  return { type, amount, trialAmount, interval, firstBill, retryPayment, broken, firstBillIgnored }
}

function collect<T>(broken: TermsRule[], part: { value: T | undefined; broken: readonly TermsRule[] }): T | undefined {
  broken.push(...part.broken)
  return part.value
}

/** A payout is requested in two fields (wire fact 3.1), so that a mistake in one of them pays out nothing. */
function brokenByType(type: OrderType | undefined, { mode }: TermsRules): TermsRule[] {
  if (type === undefined) return ['type_unknown']
  if (type === 'credit') return mode === 'credit' ? [] : ['payout_without_mode']
  return mode === 'credit' ? ['payout_without_type'] : []
}

type ReadAs = { currency: Currency; mode: OrderMode | undefined }
type ReadMoney = { value: Money | undefined; broken: readonly TermsRule[] }

/** The regular amount: above zero, or zero where the card is only verified. */
function readAmount(text: string, { currency, mode }: ReadAs): ReadMoney {
  const value = parseMoney(text, currency)
  if (!value) return { value, broken: ['amount_unreadable'] }
  if (mode === 'verifyCard') return { value, broken: value.minor === 0n ? [] : ['amount_not_zero'] }
  return { value, broken: mode !== undefined && value.minor === 0n ? ['amount_zero'] : [] }
}

/** The first charge when it differs from the regular one: 0.01 to 99999999999.99 (wire fact 1.4). */
function readTrial(text: string | undefined, { currency, mode }: ReadAs): ReadMoney {
  if (!text) return { value: undefined, broken: [] }
  if (mode === 'verifyCard') return { value: undefined, broken: ['trial_with_verification'] }
  const value = parseMoney(text, currency)
  if (!value) return { value, broken: ['trial_unreadable'] }
  if (value.minor === 0n) return { value: undefined, broken: ['trial_zero'] }
  return value.minor > trialMinorMax ? { value: undefined, broken: ['trial_too_large'] } : { value, broken: [] }
}
const trialMinorMax = 9_999_999_999_999n

type ReadFirstBill = Pick<ReadTerms, 'firstBill' | 'firstBillIgnored' | 'broken'>

/** When the regular billing starts. It needs a trial amount, for what is charged until then. */
function readFirstBill({ firstBillDate: text, trialAmount }: SentTerms, rules: TermsRules): ReadFirstBill {
  const lenient = rules.pastFirstBill === 'ignored'
  const nothing = { firstBill: undefined, firstBillIgnored: false }
  if (!text || (lenient && text === '0')) return { ...nothing, broken: [] }
  const { value, broken } = readFutureMoment(text, rules)
  const ignored: readonly string[] = lenient ? ['past', 'too_far'] : []
  const wrong = broken.filter((rule) => !ignored.includes(rule)).map((rule) => `first_bill_${rule}` as const)
  if (!trialAmount) return { ...nothing, broken: [...wrong, 'first_bill_without_trial'] }
  if (wrong.length > 0) return { ...nothing, broken: wrong }
  return broken.includes('past')
    ? { firstBill: undefined, firstBillIgnored: true, broken: [] }
    : { firstBill: value, firstBillIgnored: false, broken: [] }
}

import { type ReadTerms, readTerms, type SentTerms, type TermsRule } from '#acquiring/terms'
import { waitsRule } from '#kernel/base/waits.ts'
import { type Field, plainText } from '#kernel/http/form-field.ts'
import { withTwoDecimals } from './amounts.ts'
import type { Billing, CardTransactionMode, RequestRules } from './request.ts'

/** The terms of an order of the form, read by the rules of `terms`, and a way to report which of them are broken. */
export type FormTerms = ReadTerms & {
  /** Reports those of these rules that are broken, at their fields. */
  complain(...rules: readonly TermsRule[]): void
}

/** Reads the terms. `complain` reports what is wrong, so that problems come in the order of the form's fields. */
export function readOrderTerms(
  order: Field,
  rules: RequestRules & { mode: CardTransactionMode | undefined },
): FormTerms {
  const read = readTerms(sentTerms(order, rules), {
    ...rules,
    types: ['purchase', 'recurring', 'managed'],
    pastFirstBill: 'ignored',
  })
  return {
    ...read,
    complain: (...wanted) => {
      for (const rule of read.broken) if (wanted.includes(rule)) complaints[rule]?.(order, rules)
    },
  }
}

function sentTerms(order: Field, { lenient }: RequestRules): SentTerms {
  const text = (name: string) => {
    const field = order.get(name)
    // What is no text at all is as unreadable as a wrong one.
    return field.present ? (plainText(field) ?? '?') : undefined
  }
  const amount = (name: string) => {
    const sent = text(name)
    return sent === undefined ? undefined : withTwoDecimals(sent)
  }
  const trialAmount = amount('trialAmount')
  return {
    orderType: text('type'),
    amount: amount('amount'),
    currency: text('currency'),
    intervalType: text('intervalType'),
    intervalValue: text('intervalValue'),
    // Shop plugins write 0 for a subscription without a trial (wire fact 12, row 2).
    trialAmount: lenient && isNothing(trialAmount) ? undefined : trialAmount,
    firstBillDate: text('firstBillDate'),
    retryPayment: text('retryPayment'),
  }
}

const isNothing = (amount: string | undefined): boolean => amount !== undefined && /^0+(?:\.0*)?$/.test(amount)

const anAmount = 'a number with at most two decimals, such as 100.00'
const aCount = 'a whole number from 1 to 365'

/** The broken rules in the words of the form, which has no payouts. */
const complaints: Readonly<Partial<Record<TermsRule, (order: Field, rules: RequestRules) => void>>> = {
  type_unknown: (order) => {
    const type = order.get('type')
    if (type.value === 'credit') type.refuse('must not be credit: a payout is made through the API, by POST /order')
    else type.mustBe('one of purchase, recurring, managed')
  },
  currency_not_taken: (order, { currencies }) => {
    const currency = order.get('currency')
    currency.mustBe(`one of ${currencies.join(', ')}${currency.present ? ', the currencies of this site' : ''}`)
  },
  amount_unreadable: (order) => {
    const amount = order.get('amount')
    amount.mustBe(amount.present ? anAmount : 'a number with two decimals, such as 100.00')
  },
  amount_not_zero: (order) =>
    order.get('amount').mustBe('0 with cardTransactionMode verifyCard, which charges nothing'),
  amount_zero: (order) =>
    order.get('amount').mustBe('at least 0.01; to verify a card without a charge, send cardTransactionMode verifyCard'),
  trial_with_verification: (order) =>
    order.get('trialAmount').refuse('must be left out with cardTransactionMode verifyCard, which charges nothing'),
  trial_unreadable: (order) => order.get('trialAmount').mustBe(anAmount),
  trial_zero: (order) => order.get('trialAmount').refuse('must be greater than 0; leave it out when there is no trial'),
  trial_too_large: (order) => order.get('trialAmount').refuse('must be at most 99999999999.99'),
  retries_unreadable: (order) => order.get('retryPayment').mustBe(waitsRule),
  recurring_verification: (order) =>
    order.get('type').refuse('must be purchase or managed with cardTransactionMode verifyCard'),
  interval_type_missing: (order) => order.get('intervalType').mustBe('day or month, for order.type recurring'),
  interval_value_missing: (order) => order.get('intervalValue').mustBe(`${aCount}, for order.type recurring`),
  interval_type_unknown: (order) => order.get('intervalType').mustBe('one of day, month'),
  interval_value_unknown: (order) => order.get('intervalValue').mustBe(aCount),
  first_bill_unreadable: (order) =>
    order.get('firstBillDate').mustBe('an ISO 8601 date and time with an offset, such as 2031-01-31T12:00:00+00:00'),
  first_bill_without_trial: (order) => order.get('firstBillDate').refuse('needs order.trialAmount, greater than 0'),
}

/** How and when the order is billed. Undefined when a part that the type needs is wrong. */
export function readBilling(order: Field, terms: FormTerms): Billing | undefined {
  const { type, interval, trialAmount, firstBill, retryPayment } = terms
  if (type === undefined || type === 'credit') return undefined
  noteWithoutMeaning(order, type)
  terms.complain('trial_with_verification', 'trial_unreadable', 'trial_zero', 'trial_too_large')
  terms.complain('recurring_verification')
  // Field by field, and each is missing or wrong.
  terms.complain('interval_type_missing', 'interval_type_unknown')
  terms.complain('interval_value_missing', 'interval_value_unknown')
  terms.complain('first_bill_unreadable', 'first_bill_without_trial')
  if (terms.firstBillIgnored)
    order
      .get('firstBillDate')
      .note('is not in the future, so the first regular billing falls one interval after the start')
  terms.complain('retries_unreadable')
  const none = { interval: undefined, trialAmount: undefined, firstBillAt: undefined, retryPayment: undefined }
  if (type === 'purchase') return { type, ...none }
  if (type === 'managed') return { type, ...none, trialAmount, retryPayment }
  return interval && { type, interval, trialAmount, firstBillAt: firstBill, retryPayment }
}

/** Fields without meaning for this type of order are not read; a note informs the developer. */
function noteWithoutMeaning(order: Field, type: Billing['type']): void {
  for (const name of withoutMeaning[type])
    if (order.get(name).present) order.get(name).note(`is ignored, since order.type is ${type}`)
}
const calendar = ['intervalType', 'intervalValue', 'firstBillDate'] as const
const withoutMeaning: Readonly<Record<Billing['type'], readonly string[]>> = {
  purchase: [...calendar, 'trialAmount', 'retryPayment'],
  managed: calendar,
  recurring: [],
}

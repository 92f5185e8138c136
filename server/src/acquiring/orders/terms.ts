import {
  type TermsRules as AllRules,
  farthestYears,
  type Interval,
  readTerms as read,
  readFutureMoment,
  readIntervalTerms,
  type SentTerms,
  type TermsRule,
} from '#acquiring/terms'
import type { Instant } from '#kernel/base/clock.ts'
import type { Refusal } from '#kernel/base/refusal.ts'
import { waitsRule } from '#kernel/base/waits.ts'
import type { NewOrder } from './order.ts'
import { refuse } from './refusals.ts'

/** How and when an order is billed, as a caller of the API sent it. */
export type UncheckedTerms = SentTerms

export type Terms = Pick<
  NewOrder,
  'type' | 'mode' | 'amount' | 'trialAmount' | 'interval' | 'firstBillAt' | 'retryPayment'
>

type TermsRules = Pick<AllRules, 'currencies' | 'timeZone' | 'now'> & { mode: NewOrder['mode'] }

/** Reads the terms of an order that the API carries. Refuses, by field, the first rule of `terms` that is broken. */
export function readTerms(sent: UncheckedTerms, rules: TermsRules): Terms {
  const amount = sent.amount ?? (rules.mode === 'verifyCard' ? '0' : undefined)
  const { type, broken, firstBill, retryPayment, ...terms } = read(
    {
      ...sent,
      amount: amount?.trim(),
      trialAmount: sent.trialAmount?.trim(),
      firstBillDate: sent.firstBillDate?.trim(),
    },
    { ...rules, types: ['purchase', 'recurring', 'managed', 'credit'], pastFirstBill: 'refused' },
  )
  const [first] = broken
  if (first) throw refusalOf[first](rules)
  return {
    type: type!,
    mode: rules.mode,
    amount: terms.amount!,
    trialAmount: terms.trialAmount,
    interval: terms.interval,
    firstBillAt: firstBill?.at,
    retryPayment: retryPayment?.text,
  }
}

const intervalRefusals = {
  interval_type_missing: () => refuse('interval_missing', { field: 'intervalType' }),
  interval_value_missing: () => refuse('interval_missing', { field: 'intervalValue' }),
  interval_type_unknown: () => refuse('invalid_interval_type', { field: 'intervalType' }),
  interval_value_unknown: () => refuse('invalid_interval_value', { field: 'intervalValue' }),
} as const

const refusalOf: Readonly<Record<TermsRule, (rules: TermsRules) => Refusal>> = {
  type_unknown: () => refuse('invalid_order_type', { field: 'orderType' }),
  payout_without_mode: () => refuse('payout_mode_mismatch', { field: 'cardTransactionMode' }),
  payout_without_type: () => refuse('payout_mode_mismatch', { field: 'orderType' }),
  currency_not_taken: ({ currencies }) =>
    refuse('invalid_currency', { field: 'currency', currencies: currencies.join(', ') }),
  amount_unreadable: () => refuse('invalid_amount', { field: 'amount' }),
  amount_not_zero: () => refuse('amount_not_zero', { field: 'amount' }),
  amount_zero: () => refuse('amount_not_positive', { field: 'amount' }),
  trial_with_verification: () => refuse('invalid_trial', { field: 'trialAmount' }),
  trial_unreadable: () => refuse('invalid_amount', { field: 'trialAmount' }),
  trial_zero: () => refuse('trial_not_positive', { field: 'trialAmount' }),
  trial_too_large: () => refuse('trial_too_large', { field: 'trialAmount' }),
  retries_unreadable: () => refuse('invalid_retry_payment', { field: 'retryPayment', rule: waitsRule }),
  recurring_verification: () => refuse('invalid_mode', { field: 'cardTransactionMode' }),
  ...intervalRefusals,
  first_bill_unreadable: () => refuse('invalid_date', { field: 'firstBillDate' }),
  first_bill_past: ({ now }) => refuse('date_past', { field: 'firstBillDate', now: now.toString() }),
  first_bill_too_far: () => refuse('date_too_far', { field: 'firstBillDate', yearsMax: farthestYears }),
  first_bill_without_trial: () => refuse('invalid_first_bill_date', { field: 'firstBillDate' }),
}

/** How often an order is billed: both fields or neither. Undefined when neither was sent. */
export function readInterval(sent: Pick<UncheckedTerms, 'intervalType' | 'intervalValue'>): Interval | undefined {
  if (!sent.intervalType && !sent.intervalValue) return undefined
  const { value, broken } = readIntervalTerms(sent)
  const [first] = broken
  if (first) throw intervalRefusals[first]()
  return value
}

/** A moment in the coming ten years, from ISO 8601 with an offset, or the start of a day in the site's zone. */
export function readFutureDate(
  field: string,
  text: string | undefined,
  { now, timeZone }: { now: Instant; timeZone: string },
): Instant | undefined {
  if (!text) return undefined
  const { value, broken } = readFutureMoment(text.trim(), { now, timeZone })
  switch (broken[0]) {
    case 'unreadable':
      throw refuse('invalid_date', { field })
    case 'past':
      throw refuse('date_past', { field, now: now.toString() })
    case 'too_far':
      throw refuse('date_too_far', { field, yearsMax: farthestYears })
    default:
      return value!.at
  }
}

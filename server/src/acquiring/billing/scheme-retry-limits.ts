import type { DeclineAdvice, DeclineReason } from '#connectors/acquirer/port.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { compare, type Money } from '#kernel/base/money.ts'

/**
 * What the card schemes allow of retries: data with a date, to be checked again when the schemes publish. No retry goes
 * beyond it, whatever schedule an order has. The schemes count per card and merchant; we count the same over all orders
 * of the merchant, and take the stricter figure where sources differ.
 */
export const schemeRetryLimits: {
  checkedOn: string
  brands: Readonly<Record<string, SchemeRetryLimits>>
  others: SchemeRetryLimits
} = {
  checkedOn: '2026-11-20',
  brands: {
    visa: {
      limits: [{ declines: 15, hours: 30 * 24, sameAmount: true }],
      never: ['card_lost_or_stolen', 'card_closed'],
      neverHours: 30 * 24,
      sources: [
        'Visa decline category 1 must not be tried again; categories 2 to 4 at most 15 times in 30 days: payway.com/visa-excessive-reattempts-rule-fees (in force April 2022), paypal.com "Avoid excessive retries penalties"',
        'A later notice of checkout.com (25 April 2026) and docs of tabapay.com speak of 20 in 30 days; the stricter 15 is kept until it is confirmed with the acquirer',
      ],
    },
    mastercard: {
      limits: [
        { declines: 10, hours: 24, sameAmount: false },
        { declines: 35, hours: 30 * 24, sameAmount: true },
      ],
      never: ['card_lost_or_stolen', 'card_closed'],
      neverHours: 30 * 24,
      sources: [
        'Transaction Processing Excellence: 10 declines of a card in 24 hours, 35 of a card and amount in 30 days; merchant advice codes 03 and 21 must not be tried again within 30 days: retries.com/guides/transaction-processing-excellence, developers.tabapay.com/docs/excessive-retry-rules',
        'Lower figures for domestic Brazilian cards (7 in 24 hours, docs.cielo.com.br) are not applied',
      ],
    },
  },
  /**
   * For American Express and the others no published figure was found: to be checked. The strictest known limits apply.
   */
  others: {
    limits: [
      { declines: 10, hours: 24, sameAmount: false },
      { declines: 15, hours: 30 * 24, sameAmount: true },
    ],
    never: ['card_lost_or_stolen', 'card_closed'],
    neverHours: 30 * 24,
    sources: ['to be checked with the acquirer'],
  },
}

export type SchemeRetryLimits = {
  /**
   * After this many declines within so many rolling hours the card is not charged; `sameAmount`: counted per amount.
   */
  limits: readonly { declines: number; hours: number; sameAmount: boolean }[]
  /** After one of these, or when the bank has advised so, the card is not charged at all, for `neverHours`. */
  never: readonly DeclineReason[]
  neverHours: number
  sources: readonly string[]
}

/** A declined payment of the card at this merchant. */
export type Decline = {
  at: Instant
  amount: Money
  reason: DeclineReason | undefined
  advice?: DeclineAdvice | undefined
}
export type RetryLimitResult =
  | { is: 'allowed' }
  | { is: 'limit_reached'; until: Instant }
  | { is: 'do_not_retry'; reason: DeclineReason; until: Instant }

/** How far back declines count. */
export const retryLimitWindow = { hours: 30 * 24 }

/**
 * Whether the card may be charged this amount now. `declines` are those of the last `retryLimitWindow`, in any order.
 */
export function checkRetryLimits(
  brand: string,
  declines: readonly Decline[],
  amount: Money,
  now: Instant,
): RetryLimitResult {
  const { limits, never, neverHours } = schemeRetryLimits.brands[brand] ?? schemeRetryLimits.others
  for (const { reason, advice, at } of declines) {
    const until = at.add({ hours: neverHours })
    const isNever = advice === 'do_not_retry' || (reason && never.includes(reason))
    if (reason && isNever && isAfter(until, now)) return { is: 'do_not_retry', reason, until }
  }
  const ends = limits.flatMap(({ declines: most, hours, sameAmount }) => {
    const counted = declines
      .filter((decline) => !sameAmount || isSame(decline.amount, amount))
      .map(({ at }) => at.add({ hours }))
      .filter((leaves) => isAfter(leaves, now))
      .sort(Temporal.Instant.compare)
    // The card may be charged again when fewer declines than the limit are left in the window.
    return counted.length < most ? [] : [counted[counted.length - most]!]
  })
  return ends.length === 0
    ? { is: 'allowed' }
    : { is: 'limit_reached', until: ends.sort(Temporal.Instant.compare).at(-1)! }
}

const isAfter = (a: Instant, b: Instant): boolean => Temporal.Instant.compare(a, b) > 0
const isSame = (a: Money, b: Money): boolean => a.currency === b.currency && compare(a, b) === 0

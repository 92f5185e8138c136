import { type Act, meaningOf, type Standing } from '#issuing/kyc'
import type { Settings, TopupBound, TopupFee, TopupStatus, TopupType } from '#issuing/programmes'
import type { Instant } from '#kernel/base/clock.ts'
import {
  add,
  type Currency,
  compare,
  formatMoney,
  type Money,
  money,
  parseMoney,
  subtract,
  zero,
} from '#kernel/base/money.ts'
import { refuse } from './refusals.ts'

/** What a customer may top up in a currency; undefined: there is no such limit. */
export type Limits = { readonly [B in TopupBound]: Money | undefined }

/** So long after it was created a topup counts. */
const hoursOf = { day: 24, week: 7 * 24, month: 30 * 24 } as const
export type Period = keyof typeof hoursOf
export const periods = ['day', 'week', 'month'] as const satisfies readonly Period[]
const inWords: Record<Period, string> = { day: '24 hours', week: '7 days', month: '30 days' }

/** For approved customers, where the programme says nothing else. */
const usual: Readonly<Record<TopupBound, string>> = {
  min: '10',
  max: '1000',
  day: '2000',
  week: '5000',
  month: '10000',
}

/**
 * The limits of a customer by what stands against it; undefined: such a customer does not top up. Customers who are verified
 * again do when the programme says how much at most.
 */
export function limitsOf(
  { topupLimits }: Pick<Settings, 'topupLimits'>,
  { reasons, status: kycStatus }: Pick<Standing, 'reasons' | 'status'>,
  currency: Currency,
  act: Act = 'order a topup',
): Limits | undefined {
  if (meaningOf(act, reasons) !== 'allowed') return undefined
  // What was handed in is decided about first.
  if (kycStatus === 'pending_review') return undefined
  const status: TopupStatus = reasons.includes('verifiedAgain') ? 'in_progress' : 'approved'
  const own = new Map(
    topupLimits
      .filter((limit) => limit.status === status && limit.currency === currency)
      .map(({ bound, amount }) => [bound, parseMoney(amount, currency)]),
  )
  if (status !== 'approved' && !own.has('max')) return undefined
  const of = (bound: TopupBound): Money | undefined =>
    own.get(bound) ?? (status === 'approved' || bound === 'min' ? parseMoney(usual[bound], currency) : undefined)
  return { min: of('min'), max: of('max'), day: of('day'), week: of('week'), month: of('month') }
}

/** A topup that counts: every one that can still be paid or is completed, and from when. */
export type Use = { at: Instant; amount: Money }

/** So long a page can be paid. */
export const fiatValid = Temporal.Duration.from({ hours: 1 })

/**
 * From when a topup counts: from its order. One that was paid later than its page should have ended counts from then on, and one
 * whose payment is not known for so long counts as one of this moment, since it can still come.
 */
export function countsFrom(
  { createdAt, completedAt = null }: { createdAt: Instant; completedAt?: Instant | null },
  now: Instant,
): Instant {
  const at = completedAt ?? now
  return Temporal.Instant.compare(at, createdAt.add(fiatValid)) > 0 ? at : createdAt
}

export type Usage = {
  period: Period
  limit: Money
  used: Money
  left: Money
  /** What of it does not count any more from when on, the next first. */
  freesUp: { at: Instant; amount: Money }[]
}

/** The earliest moment of which a topup counts. */
export const countedSince = (now: Instant): Instant => now.subtract({ hours: hoursOf.month })

/** How much of each limit is used. A topup counts for exactly its period: at its end it is free again. */
export function usageOf(
  limits: Limits,
  uses: readonly Use[],
  { now, currency }: { now: Instant; currency: Currency },
): Usage[] {
  return periods.flatMap((period): Usage[] => {
    const limit = limits[period]
    if (!limit) return []
    const ends = uses
      .map(({ at, amount }) => ({ at: at.add({ hours: hoursOf[period] }), amount }))
      .filter(({ at }) => Temporal.Instant.compare(at, now) > 0)
      .toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))
    const used = ends.reduce((sum, { amount }) => add(sum, amount), zero(currency))
    const left = compare(used, limit) < 0 ? subtract(limit, used) : zero(currency)
    return [{ period, limit, used, left, freesUp: ends }]
  })
}

/** Refuses an amount that the limits do not allow, and says which and what is left. */
export function checkAmount(amount: Money, limits: Limits, usage: readonly Usage[]): void {
  const { currency } = amount
  const { min, max } = limits
  if (min && compare(amount, min) < 0)
    throw refuse('topup_too_small', { field: 'amount', min: formatMoney(min), currency })
  if (max && compare(amount, max) > 0)
    throw refuse('topup_too_large', { field: 'amount', max: formatMoney(max), currency })
  const reached = usage.find(({ left }) => compare(amount, left) > 0)
  if (reached) {
    const { period, limit, left } = reached
    const texts = { limit: formatMoney(limit), left: formatMoney(left), days: inWords[period] }
    throw refuse('topup_limit_reached', { field: 'amount', currency, ...texts })
  }
}

/** The fee of a topup: a part of the amount, rounded down, and a fixed amount. */
export function feeOf(fees: readonly TopupFee[], type: TopupType, amount: Money): Money {
  const fee = findFee(fees, type, amount.currency)
  if (!fee) return zero(amount.currency)
  const hundredths = BigInt(fee.percent.replace('.', ''))
  return add(money((amount.minor * hundredths) / 10_000n, amount.currency), parseMoney(fee.fixed, amount.currency)!)
}

export const findFee = (fees: readonly TopupFee[], type: TopupType, currency: Currency): TopupFee | undefined =>
  fees.findLast((fee) => fee.type === type && fee.currency === currency)

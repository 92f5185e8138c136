import type { Instant } from '#kernel/base/clock.ts'
import { type BillingPeriod, microAmount } from './billing-period.ts'
import { isFinal, type Reason } from './reason.ts'

/** What becomes of a charge that was not paid. */
export type RetryDecision = { is: 'exhausted'; endReason: string } | { is: 'retry'; at: Instant; micro: boolean }

export type Schedule = { waits: readonly Temporal.Duration[]; timeZone: string }

/**
 * What follows a failed billing (merchant-payments, failure handling). `charge` counts this failure already.
 * A card that will never work ends the order; a card without enough money is asked for a small part at once; the
 * provider's own troubles and exceeded limits wait a day; everything else waits as the order says. Each retry takes one
 * place of the order's list, whatever it waited for, so a list of three means three retries.
 */
export function afterFailure(
  now: Instant,
  billingPeriod: BillingPeriod,
  reason: Reason,
  plan: Schedule,
): RetryDecision {
  const again = nextRetry(now, billingPeriod, plan)
  if (isFinal(reason)) return { is: 'exhausted', endReason: reason }
  switch (reason) {
    case 'insufficient_funds': {
      const micro = billingPeriod.micro === 'none' && microAmount(billingPeriod.amount) !== undefined
      return again && micro ? { is: 'retry', at: now, micro } : decision(again)
    }
    case 'provider_error':
    case 'limit_exceeded':
      return decision(again && now.add(dayLater))
    default:
      return decision(again)
  }
}

/** After the micro-payment, whatever became of it, the rest is tried at the retry that was due anyway. */
export const afterMicro = (now: Instant, billingPeriod: BillingPeriod, plan: Schedule): RetryDecision =>
  decision(nextRetry(now, billingPeriod, plan))

/**
 * An ask that never arrived is nobody's decline: it takes no place of the list. Where it never arrives for a month,
 * something else is wrong, and the order ends rather than being asked for ever.
 */
export const afterLoss = (now: Instant, billingPeriod: BillingPeriod): RetryDecision =>
  billingPeriod.lost <= lostMax ? decision(now.add(dayLater)) : { is: 'exhausted', endReason: 'provider_unreachable' }
const lostMax = 30

const decision = (at: Instant | undefined): RetryDecision =>
  at ? { is: 'retry', at, micro: false } : { is: 'exhausted', endReason: 'retries_exhausted' }

const dayLater = { hours: 24 }

/**
 * The retry behind the last failure: so long after the first one. A retry that was missed (the house was down) keeps its
 * distance from the one before, so that downtime does not use up the list in one evening.
 */
function nextRetry(now: Instant, { failures, firstFailedAt }: BillingPeriod, { waits, timeZone }: Schedule) {
  const first = (firstFailedAt ?? now).toZonedDateTimeISO(timeZone)
  const moments = momentsOf(first, waits)
  const next = moments[failures - 1]
  if (!next || Temporal.Instant.compare(next, now) > 0) return next
  const before = moments[failures - 2] ?? first.toInstant()
  const distance = next.since(before)
  return now.add(distance.sign > 0 ? distance : dayLater)
}

/**
 * When an unpaid charge is tried again, as far as that is known: at `dueAt`, and then as the list says. Another decline
 * may change it (a card without enough money is asked for a part, the provider's troubles wait a day).
 */
export function retriesLeft(
  billingPeriod: BillingPeriod,
  dueAt: Instant | undefined,
  { waits, timeZone }: Schedule,
): Instant[] {
  const { failures, firstFailedAt } = billingPeriod
  if (!firstFailedAt) return dueAt ? [dueAt] : []
  const planned = momentsOf(firstFailedAt.toZonedDateTimeISO(timeZone), waits).slice(failures)
  return dueAt ? [dueAt, ...planned.filter((at) => Temporal.Instant.compare(at, dueAt) > 0)] : planned
}

const momentsOf = (first: Temporal.ZonedDateTime, waits: Schedule['waits']): Instant[] =>
  waits.map((wait) => first.add(wait).toInstant()).sort(Temporal.Instant.compare)

/** A list of waits that was checked when it was kept. */
export const waitsOf = (list: string): readonly Temporal.Duration[] =>
  list.split(',').map((wait) => Temporal.Duration.from(wait))

import { type MerchantId, merchantLock } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { commit, update } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { isolateEach } from '#kernel/db/isolate-failures.ts'
import type { MerchantPayoutsContext } from './context.ts'
import { currenciesOf } from './count-money.ts'
import { createPayout, type PayoutInput } from './create-payout.ts'
import { nextPayoutAt } from './schedule.ts'
import { termsOf } from './terms.ts'

/**
 * The day of a merchant's schedule has come: pays what is available in each currency, when nothing stands in the way, and
 * sets the next day. A currency that fails keeps no other: it is recorded with the terms, where the page of the merchant and
 * an alert find it, and is tried again each hour of the day. Safe to begin again: a day is paid once in each currency.
 */
export async function payBySchedule(ctx: MerchantPayoutsContext, merchantId: MerchantId): Promise<void> {
  const { dueAt, timeZone } = await termsOf(ctx.db, merchantId)
  if (!dueAt) return
  const scheduledFor = dueAt.toZonedDateTimeISO(timeZone).toPlainDate()
  const each = isolateEach()
  const failed: Currency[] = []
  for (const currency of await currenciesOf(ctx.db, merchantId)) {
    const input = { merchantId, currency, by, scheduledFor: String(scheduledFor) }
    const isDecided = await each.attempt(() => pay(ctx, input))
    if (!isDecided) failed.push(currency)
  }
  await ctx.db.locked([merchantLock(merchantId)], { name: 'pay-by-schedule' }, async (db) => {
    const terms = await termsOf(db, merchantId)
    const now = ctx.clock.now()
    const again = failed.length > 0 ? laterThatDay(now, scheduledFor, terms.timeZone) : undefined
    const next = earlier(nextPayoutAt(terms.schedule, terms.timeZone, now), again)
    const failures = next ? failed : []
    const set = {
      due_at: next ?? null,
      schedule_failures: jsonb(Object.fromEntries(failures.map((currency) => [currency, String(scheduledFor)]))),
      leased_until: null,
    }
    const { version } = terms
    await commit(
      { ...ctx, db },
      now,
      [update('merchant_payouts.terms', { set, where: { id: BigInt(merchantId), version } })],
      'pay-by-schedule',
    )
  })
  each.finish()
}
const by = { actor: 'schedule', fromWhere: 'due work' }

/** The next try, on the day that the schedule names. */
function laterThatDay(now: Instant, day: Temporal.PlainDate, timeZone: string): Instant | undefined {
  const at = now.add({ hours: 1 })
  return at.toZonedDateTimeISO(timeZone).toPlainDate().equals(day) ? at : undefined
}

/** By hand there is no next day, and no other try. */
const earlier = (next: Instant | undefined, again: Instant | undefined): Instant | undefined =>
  next && again && Temporal.Instant.compare(again, next) < 0 ? again : next

/** That a merchant cannot be paid today is no error: the balance says why. */
async function pay(ctx: MerchantPayoutsContext, input: PayoutInput): Promise<true> {
  try {
    await createPayout(ctx, input)
  } catch (error) {
    if (!(error instanceof Refusal) || !isExpected.has(error.code)) throw error
    const merchant = String(input.merchantId)
    ctx.log.debug({ merchant, reason: error.message }, 'a merchant is not paid by its schedule')
  }
  return true
}
const isExpected: ReadonlySet<string> = new Set(['merchant_payout_hindered', 'payout_day_taken'])

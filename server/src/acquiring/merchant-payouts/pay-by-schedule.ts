import { type MerchantId, merchantLock } from '#core/directory'
import { Refusal } from '#kernel/base/refusal.ts'
import { commit, update } from '#kernel/db/commit/commit.ts'
import { isolateEach } from '#kernel/db/isolate-failures.ts'
import type { MerchantPayoutsContext } from './context.ts'
import { currenciesOf } from './count-money.ts'
import { createPayout } from './create-payout.ts'
import { nextPayoutAt } from './schedule.ts'
import { termsOf } from './terms.ts'

/**
 * The day of a merchant's schedule has come: pays what is available in each currency, when nothing stands in the way, and
 * sets the next day. Safe to begin again: a day is paid once in each currency.
 */
export async function payBySchedule(ctx: MerchantPayoutsContext, merchantId: MerchantId): Promise<void> {
  const { dueAt, timeZone } = await termsOf(ctx.db, merchantId)
  if (!dueAt) return
  const scheduledFor = dueAt.toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const each = isolateEach()
  for (const currency of await currenciesOf(ctx.db, merchantId))
    await each.attempt(() =>
      createPayout(ctx, { merchantId, currency, by, scheduledFor }).catch((error) => explain(ctx, merchantId, error)),
    )
  each.finish()
  await ctx.db.locked([merchantLock(merchantId)], { name: 'pay-by-schedule' }, async (db) => {
    const terms = await termsOf(db, merchantId)
    const now = ctx.clock.now()
    const next = nextPayoutAt(terms.schedule, terms.timeZone, now)
    const set = { due_at: next ?? null, leased_until: null }
    const { version } = terms
    await commit(
      { ...ctx, db },
      now,
      [update('merchant_payouts.terms', { set, where: { id: BigInt(merchantId), version } })],
      'pay-by-schedule',
    )
  })
}
const by = { actor: 'schedule', fromWhere: 'due work' }

/** That a merchant cannot be paid today is no error: the balance says why. */
function explain({ log }: MerchantPayoutsContext, merchantId: MerchantId, error: unknown): void {
  if (!(error instanceof Refusal) || !isExpected.has(error.code)) throw error
  log.debug({ merchant: String(merchantId), reason: error.message }, 'a merchant is not paid by its schedule')
}
const isExpected: ReadonlySet<string> = new Set(['merchant_payout_hindered', 'payout_day_taken'])

import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { nextPayoutAt } from './schedule.ts'
import { type Terms, termsOf } from './terms.ts'

/** Money that is in no payout: of a batch, or of one that is to be closed at a cut-off. */
type Earned = { batchId: bigint } | { closesAt: Instant }

/**
 * When money that a merchant has earned is paid by its schedule, as far as the terms of this moment say: on the first day of the
 * schedule on which it is available. Undefined where it is not known: paid by hand, or payouts are on hold.
 */
export async function plannedPayoutAt(
  db: Reader,
  { merchantId, now, ...earned }: { merchantId: MerchantId; now: Instant } & Earned,
): Promise<Instant | undefined> {
  const terms = await termsOf(db, merchantId)
  if (terms.holdReason !== undefined || terms.schedule.every === 'manual') return undefined
  const availableAt = 'batchId' in earned ? await availableFrom(db, merchantId, earned.batchId) : opensAt(terms, earned)
  return availableAt && payoutAfter(terms, { availableAt, now })
}

/** A batch is closed a little after its cut-off: what falls due at that very moment does not have it. */
const opensAt = ({ delayDays }: Terms, { closesAt }: { closesAt: Instant }): Instant =>
  closesAt.add({ hours: 24 * delayDays, milliseconds: 1 })

export function payoutAfter(
  { schedule, timeZone }: Pick<Terms, 'schedule' | 'timeZone'>,
  { availableAt, now }: { availableAt: Instant; now: Instant },
): Instant | undefined {
  const from = Temporal.Instant.compare(availableAt, now) > 0 ? availableAt : now
  return nextPayoutAt(schedule, timeZone, from.subtract({ nanoseconds: 1 }))
}

/** Undefined where the merchant has earned nothing in it. */
async function availableFrom(db: Reader, merchantId: MerchantId, batchId: bigint): Promise<Instant | undefined> {
  const row = await db.read
    .selectFrom('merchant_payouts.earnings')
    .select('available_at as at')
    .where('batch_id', '=', batchId)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return row?.at
}

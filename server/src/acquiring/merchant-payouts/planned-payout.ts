import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { availableFrom } from './earnings.ts'
import { nextPayoutAt } from './schedule.ts'
import { currentBankAccount } from './store.ts'
import { type Terms, termsOf } from './terms.ts'

/** Money that is in no payout: of a batch, or of one that is to be closed at a cut-off. */
type Earned = { batchId: bigint } | { closesAt: Instant }

type Input = { merchantId: MerchantId; currency: Currency; now: Instant } & Earned

/**
 * When money that a merchant has earned is paid by its schedule, as far as is known at this moment: on the first day of the schedule
 * on which it is available and the bank account can be used. Undefined where it is not known: paid by hand, payouts or the account on
 * hold, no account.
 */
export async function plannedPayoutAt(db: Db, { now, ...earned }: Input): Promise<Instant | undefined> {
  const [terms, account] = await Promise.all([termsOf(db, earned.merchantId), currentBankAccount(db, earned)])
  if (terms.holds.length > 0 || terms.schedule.every === 'manual') return undefined
  if (!account || account.status === 'held') return undefined
  const availableAt = 'batchId' in earned ? await availableFrom(db, earned) : opensAt(terms, earned)
  return availableAt && payoutAfter(terms, [availableAt, account.usableAt, now])
}

/** A batch is closed a little after its cut-off: what falls due at that very moment does not have it. */
const opensAt = ({ delayDays }: Terms, { closesAt }: { closesAt: Instant }): Instant =>
  closesAt.add({ hours: 24 * delayDays, milliseconds: 1 })

/** The first moment of the schedule that is not before any of these. */
function payoutAfter({ schedule, timeZone }: Terms, moments: readonly Instant[]): Instant | undefined {
  const last = moments.reduce((one, other) => (Temporal.Instant.compare(one, other) > 0 ? one : other))
  return nextPayoutAt(schedule, timeZone, last.subtract({ nanoseconds: 1 }))
}

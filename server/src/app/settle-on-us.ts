import { bookedReferences, lastReference, post } from '#core/ledger'
import { bookedBetween } from '#issuing/networkreports'
import type { Clock } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import { commit, DuplicateKey, type Writer } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'

/**
 * Settles payments with our own cards at our own merchants: for each day of UTC and each currency one entry, by which what
 * the issuer's side owes for them and what the acquirer's side is owed go away together. A day is settled when it is over,
 * once, in any process; one that was missed is settled later.
 */
export async function settleOnUs(ctx: Writer & { clock: Clock }): Promise<void> {
  const now = ctx.clock.now()
  const last = now.subtract(afterTheDay).toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: 1 })
  const days = await bookedBetween(ctx.db, await lastSettled(ctx.db), last, 'ownMerchants')
  // In their order, since the next run begins with the last.
  const inOrder = [...days.values()].toSorted((one, other) => Temporal.PlainDate.compare(one.day, other.day))
  const owed = inOrder.map(({ day, currency, sums: { clearing, refund, chargeback, representment } }) => ({
    reference: `on-us ${day} ${currency}`,
    net: money(clearing.minor - refund.minor - chargeback.minor + representment.minor, currency),
  }))
  const settled = await bookedReferences(
    ctx.db,
    'onUsSettled',
    owed.map(({ reference }) => reference),
  )
  for (const { reference, net } of owed) {
    if (settled.has(reference) || net.minor === 0n) continue
    await commit(ctx, now, post(now, 'onUsSettled', reference, { net }), 'settle-on-us').catch((error: unknown) => {
      // Another process has settled it at the same moment.
      if (!(error instanceof DuplicateKey)) throw error
    })
  }
}

/** What is booked at midnight is committed seconds after it. */
const afterTheDay = { hours: 1 }

/** A day of which all may be settled, or not every currency; all days before it are. */
async function lastSettled(db: Reader): Promise<Temporal.PlainDate> {
  const reference = await lastReference(db, 'onUsSettled')
  return Temporal.PlainDate.from(reference?.split(' ')[1] ?? '1970-01-02')
}

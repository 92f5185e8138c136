import type { PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import { anyOf, type Ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { type Earned, earnedBy } from './earned.ts'
import { comesIn, outgoing, settledInBatch } from './payment-states.ts'

/** A transaction that is in no settlement batch, and what of it a batch counts. */
export type Unsettled = {
  id: PaymentId
  version: number
  currency: Currency
  netMinor: bigint
  earned: readonly Earned[]
  /** Its money does not wait where it should, since it was earned before there was such an account. */
  isToMove: boolean
}

/**
 * Transactions of a site whose money moved before the cut-off and that are in no batch yet; at most `limit`, oldest
 * first.
 */
export async function unsettledBefore(
  db: Db,
  { siteId, cutOff, limit }: { siteId: SiteId; cutOff: Instant; limit: number },
): Promise<Unsettled[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .select(['id', 'version', 'currency', 'type', 'captured_minor as capturedMinor'])
    .select(['merchant_id as merchantId', 'fee_minor as feeMinor', 'shares'])
    .select(['pending_minor as pendingMinor', 'pending_shares as pendingShares'])
    .where('site_id', '=', siteId)
    .where('batch_id', 'is', null)
    .where('status', 'in', settledInBatch)
    .where('captured_at', '<', cutOff)
    .orderBy('captured_at')
    .limit(limit)
    .execute()
  return rows.map(({ id, version, currency, ...row }) => ({
    id,
    version,
    currency,
    netMinor: outgoing.has(row.type) ? -row.capturedMinor : row.capturedMinor,
    earned: earnedBy(row),
    isToMove: comesIn(row.type) && row.pendingMinor === null,
  }))
}

/**
 * Puts transactions into a batch, which the same commit may insert. Goes stale when one of them is in a batch already, or has
 * changed: a refund takes of what waits, and the batch has the sum of it.
 */
export const planSettled = (batch: Ref, members: readonly Pick<Unsettled, 'id' | 'version'>[]): Write[] =>
  [...Map.groupBy(members, ({ version }) => version)].map(([version, ofOne]) =>
    update('payments.payments', {
      set: { batch_id: batch, version: version + 1 },
      where: { id: anyOf(ofOne.map(({ id }) => id)), version, batch_id: null, status: anyOf(settledInBatch) },
      expect: ofOne.length,
    }),
  )

import type { MerchantId } from '#core/directory'
import type { Reader } from '#kernel/db/db.ts'
import type { MerchantPayoutId } from './ids.ts'

/**
 * The first payout that each of these batches was a part of, for a merchant. When it came back, the payout after it says
 * so.
 */
export async function payoutsOfBatches(
  db: Reader,
  { merchantId, batchIds }: { merchantId: MerchantId; batchIds: readonly bigint[] },
): Promise<ReadonlyMap<bigint, MerchantPayoutId>> {
  if (batchIds.length === 0) return new Map()
  const rows = await db.run(
    `select e.batch_id as "batchId", i.payout_id as "payoutId"
     from merchant_payouts.earnings e join merchant_payouts.payout_items i on i.kind = 'batch' and i.item_id = e.id
     where e.batch_id = any($2) and e.merchant_id = $1`,
    [merchantId, batchIds],
  )
  return new Map(
    (rows as { batchId: bigint; payoutId: MerchantPayoutId }[]).map(({ batchId, payoutId }) => [batchId, payoutId]),
  )
}

import type { PaymentId } from '#acquiring/ids'
import type { Db } from '#kernel/db/db.ts'

/** The ids of what followed each of these transactions, oldest first. */
export async function followerIdsOf(db: Db, ids: readonly PaymentId[]): Promise<ReadonlyMap<PaymentId, PaymentId[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.read
    .selectFrom('payments.payments')
    .select(['id', 'parent_id as parentId'])
    .where('parent_id', 'in', ids)
    .orderBy('id')
    .execute()
  const groups = Map.groupBy(rows, ({ parentId }) => parentId!)
  return new Map([...groups].map(([parentId, followers]) => [parentId, followers.map(({ id }) => id)]))
}

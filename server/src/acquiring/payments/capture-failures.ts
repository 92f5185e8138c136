import type { PaymentId } from '#acquiring/ids'
import type { Reader } from '#kernel/db/db.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import { fromRow } from './row.ts'
import type { Transaction } from './transaction.ts'

/**
 * Of payments whose capture failed after it was done their capture failures, and of capture failures their payments, by the
 * id of the transaction that was asked about. Others are left out.
 */
export async function captureFailures(
  db: Reader,
  transactions: readonly Transaction[],
): Promise<ReadonlyMap<PaymentId, Transaction>> {
  const failed = transactions.filter(({ status }) => status === 'captureFailed')
  if (failed.length === 0) return new Map()
  const payments = failed.flatMap(({ type, id }) => (type === 'deposit' ? [id] : []))
  const parents = failed.flatMap(({ parentId }) => parentId ?? [])
  const [failures, origins] = await Promise.all([
    db.read
      .selectFrom('payments.payments')
      .selectAll()
      .where(oneOf('parent_id', 'bigint', payments))
      .where('type', '=', 'capture-failure')
      .execute(),
    db.read
      .selectFrom('payments.payments')
      .selectAll()
      .where(oneOf('id', 'bigint', parents))
      .execute(),
  ])
  const failureOf = new Map(failures.map((row) => [row.parent_id!, fromRow(row)]))
  const originOf = new Map(origins.map((row) => [row.id, fromRow(row)]))
  return new Map(
    failed.flatMap(({ id, parentId }) => {
      const other = parentId === undefined ? failureOf.get(id) : originOf.get(parentId)
      return other ? [[id, other] as const] : []
    }),
  )
}

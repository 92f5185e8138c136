import type { Db } from '#kernel/db/db.ts'
import { fromRow } from './row.ts'
import type { Transaction } from './transaction.ts'

/** How near another payment must be to look like the same one again. */
const alikeHours = 24
const alikeMax = 5

/**
 * Other payments of the same shopper and amount within a day that were not declined: perhaps the same purchase, paid twice.
 * Oldest first.
 */
export async function alikePayments(db: Db, { id, shopperId, amount, createdAt }: Transaction): Promise<Transaction[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where('shopper_id', '=', shopperId)
    .where('id', '<>', id)
    .where('type', '=', 'deposit')
    .where('currency', '=', amount.currency)
    .where('minor', '=', amount.minor)
    .where('status', 'not in', ['failed', 'voided', 'cancelled'])
    .where('created_at', '>=', createdAt.subtract({ hours: alikeHours }))
    .where('created_at', '<=', createdAt.add({ hours: alikeHours }))
    .orderBy('id')
    .limit(alikeMax)
    .execute()
  return rows.map(fromRow)
}

type Paging = { page: number; perPage: number }

/** What moved in these settlement batches, in their order, and how many there are in all. */
export async function transactionsOfBatches(
  db: Db,
  batchIds: readonly bigint[],
  { page, perPage }: Paging,
): Promise<{ transactions: Transaction[]; total: number }> {
  if (batchIds.length === 0) return { transactions: [], total: 0 }
  const ofBatches = db.read.selectFrom('payments.payments').where('batch_id', 'in', batchIds)
  const [rows, counted] = await Promise.all([
    ofBatches
      .selectAll()
      .orderBy('batch_id')
      .orderBy('id')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    ofBatches.select(({ fn }) => fn.countAll<bigint>().as('all')).executeTakeFirstOrThrow(),
  ])
  return { transactions: rows.map(fromRow), total: Number(counted.all) }
}

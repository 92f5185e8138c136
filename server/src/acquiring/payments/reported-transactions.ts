import type { PaymentId } from '#acquiring/ids'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { update, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import { fromRow } from './row.ts'
import type { Transaction } from './transaction.ts'

/**
 * The transactions of a connector with one of these keys or references of the acquirer, and all that followed them. Keys
 * come from outside and may be anything.
 */
export async function transactionsNamed(
  db: Reader,
  connector: string,
  { keys, references }: { keys: readonly string[]; references: readonly string[] },
): Promise<Transaction[]> {
  const uuids = keys.filter((key) => uuidPattern.test(key))
  const rows = await db.run(
    `select id from payments.payments where key = any($2::uuid[]) and connector = $1
     union select id from payments.payments where reference = any($3::text[]) and reference is not null and connector = $1`,
    [connector, uuids, references],
  )
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id as PaymentId)
  // Each by an index of its own.
  const found = await Promise.all(
    (['id', 'parent_id', 'reinstates_id'] as const).map((column) =>
      db.read
        .selectFrom('payments.payments')
        .selectAll()
        .where(oneOf(column, 'bigint', ids))
        .orderBy('id')
        .execute(),
    ),
  )
  return [...new Map(found.flat().map((row) => [row.id, row])).values()].map(fromRow)
}
const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The transaction of a connector that was first requested under this key. The key comes from outside and may be anything. */
export async function findByKey(db: Reader, connector: ConnectorId, key: string): Promise<Transaction | undefined> {
  if (!uuidPattern.test(key)) return undefined
  const row = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where('key', '=', key)
    .where('connector', '=', connector)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** The transactions of a settlement batch. */
export async function membersOfBatch(db: Reader, batchId: bigint): Promise<Transaction[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where('batch_id', '=', batchId)
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}

/**
 * That a transaction is as it was read, for what is written about it elsewhere. Who has read the transaction before this
 * commit, and changes it after, finds it changed and reads again.
 */
export const takeTurn = ({ id, version }: Transaction): Write =>
  update('payments.payments', { set: { version: version + 1 }, where: { id, version } })

/** Any transaction, as operators name it. */
export async function transactionNamed(db: Reader, id: PaymentId): Promise<Transaction | undefined> {
  const row = await db.read.selectFrom('payments.payments').selectAll().where('id', '=', id).executeTakeFirst()
  return row && fromRow(row)
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { newestOfEach } from '#kernel/db/newest-of-each.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import { fromRow } from './row.ts'
import type { Transaction } from './transaction.ts'

/** What many transactions may share: the end of the card's number, the amount, the day. */
export type Shared = {
  lastFour?: string | undefined
  amount?: { minor: bigint; currencies: readonly Currency[] } | undefined
  day?: { from: Instant; until: Instant } | undefined
}

/** The newest transactions of these sites that share these facts, whether there are five of them or a million. */
export async function newestTransactions(
  db: Db,
  { siteIds, shared, limit }: { siteIds: readonly SiteId[]; shared: Shared; limit: number },
): Promise<Transaction[]> {
  const where = sql<SqlBool>`${sql.join(conditionsOf(shared), sql` and `)}`
  const isOfDayAlone = shared.day !== undefined && !shared.lastFour && !shared.amount
  const ids = isOfDayAlone
    ? await newestOfDay(db, { siteIds, where, limit })
    : await newestOfEach<PaymentId>(db, {
        table: 'payments.payments',
        owner: 'site_id',
        owners: siteIds,
        where,
        limit,
      })
  const rows = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where(oneOf('id', 'bigint', ids))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(fromRow)
}

const conditionsOf = ({ lastFour, amount, day }: Shared): RawBuilder<SqlBool>[] => [
  ...(lastFour === undefined ? [] : [sql<SqlBool>`t.card_last4 = ${lastFour}`]),
  ...(amount === undefined
    ? []
    : [sql<SqlBool>`t.minor = ${amount.minor}`, sql<SqlBool>`t.currency = any(${amount.currencies})`]),
  ...(day === undefined ? [] : [sql<SqlBool>`t.created_at >= ${day.from} and t.created_at < ${day.until}`]),
]

/** A day stands together on disk, where the index by ranges of blocks finds it. Of a busier day some of it is enough. */
async function newestOfDay(
  db: Db,
  { siteIds, where, limit }: { siteIds: readonly SiteId[]; where: RawBuilder<SqlBool>; limit: number },
): Promise<PaymentId[]> {
  const found = await sql<{ id: PaymentId }>`
    select id from (
      select t.id from payments.payments t where ${where} and t.site_id = any(${siteIds}) limit ${readOfDay}) of_day
     order by id desc limit ${limit}`.execute(db.read)
  return found.rows.map(({ id }) => id)
}
const readOfDay = 20_000

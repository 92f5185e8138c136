import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Currency } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { type KeysetList, readKeyset, type Split } from '#kernel/db/keyset.ts'
import { ledBy, rangeOfPeriod } from '#kernel/db/keyset-parts.ts'
import { type Period, within } from '#kernel/db/list.ts'
import { newestOfEach } from '#kernel/db/newest-of-each.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import type { RowCountIndexOf } from './list-transactions.ts'
import { fromRow } from './row.ts'
import { everyTransaction, type TransactionTable } from './search-transactions.ts'
import type { Transaction } from './transaction.ts'

/** What many transactions may share: the end of the card's number, the amount, the day. */
export type Shared = {
  lastFour?: string | undefined
  amount?: { minor: bigint; currencies: readonly Currency[] } | undefined
  /** Both ends are of it. */
  day?: Period | undefined
}
type Parts = { db: Db; rowCounts: RowCountIndexOf }
type Sought = { siteIds: readonly SiteId[]; shared: Shared; limit: number }

/** The newest transactions of these sites that share these facts, whether there are five of them or a million. */
export async function newestTransactions(parts: Parts, { siteIds, shared, limit }: Sought): Promise<Transaction[]> {
  if (shared.day) return newestOfDay(parts, { siteIds, shared, limit, day: shared.day })
  const ids = await newestOfEach<PaymentId>(parts.db, {
    table: 'payments.payments',
    owner: 'site_id',
    owners: siteIds,
    where: sql<SqlBool>`${sql.join(conditionsOf(sql`t`, shared), sql` and `)}`,
    limit,
  })
  const rows = await parts.db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where(oneOf('id', 'bigint', ids))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(fromRow)
}

/** Of a day, the ids between which it is: of each site they are read from its own part of an index, the newest first. */
async function newestOfDay(
  { db, rowCounts }: Parts,
  { siteIds, shared, limit, day }: Sought & { day: Period },
): Promise<Transaction[]> {
  const table = 'payments.payments'
  const madeAt = sql`entry.created_at`
  const list: KeysetList<TransactionTable> = {
    ...{ table, idType: 'bigint', madeAt },
    splits: [
      ledBy('site_id', 'int', siteIds),
      ...alongIndexOf(shared),
      await rangeOfPeriod(db, rowCounts(everyTransaction), { table, madeAt, period: day }),
    ],
    conditions: [...within(madeAt, day), ...conditionsOf(sql`entry`, shared)],
  }
  const { rows } = await readKeyset(db, list, { size: limit, falling: true })
  return rows.map(fromRow)
}

const alongIndexOf = ({ lastFour, amount }: Shared): Split[] => {
  if (lastFour !== undefined) return [ledBy('card_last4', 'text', [lastFour])]
  return amount ? [ledBy('minor', 'bigint', [amount.minor])] : []
}

const conditionsOf = (row: RawBuilder<unknown>, { lastFour, amount }: Shared): RawBuilder<SqlBool>[] => [
  ...(lastFour === undefined ? [] : [sql<SqlBool>`${row}.card_last4 = ${lastFour}`]),
  ...(amount
    ? [sql<SqlBool>`${row}.minor = ${amount.minor}`, sql<SqlBool>`${row}.currency = any(${amount.currencies})`]
    : []),
]

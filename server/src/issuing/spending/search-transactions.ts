import { type SqlBool, sql } from 'kysely'
import type { Hit, SearchSource, Seen, Sought } from '#core/search'
import type { TransactionId } from '#issuing/ids'
import { money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { newestOfEach } from '#kernel/db/newest-of-each.ts'
import { transactionsById } from './store.ts'
import type { Transaction } from './transaction.ts'

type Found = Pick<Hit, 'fit' | 'by'> & { ids: readonly TransactionId[] }

/** Card transactions, for the search of everything: by their references, and of the newest by shop and amount. */
export const cardTransactionSearch = ({ db }: { db: Reader }): SearchSource => ({
  kind: 'card-transaction',
  permission: 'transactions:read',
  find: async (sought, seen) => {
    const found = await Promise.all(lookups(db, sought, seen))
    const ids = found.flatMap((one) => one.ids)
    const transactions = new Map((await transactionsById(db, ids)).map((one) => [one.id, one]))
    const own = new Set(seen.partnerIds)
    return found.flatMap(({ ids, ...how }) =>
      ids.flatMap((id) => {
        const transaction = transactions.get(id)
        return transaction && own.has(transaction.partnerId) ? [hitOf(transaction, how)] : []
      }),
    )
  },
})

function lookups(
  db: Reader,
  { uuid, word, words, amount, isCombined }: Sought,
  { partnerIds, limit }: Seen,
): Promise<Found>[] {
  if (isCombined) return []
  const among = async (fit: Hit['fit'], by: Hit['by'], where: ReturnType<typeof sql<SqlBool>>): Promise<Found> => {
    const one = { table: 'spending.transactions', owner: 'partner_id', owners: partnerIds, limit }
    return { fit, by, ids: await newestOfEach<TransactionId>(db, { ...one, where, examined: 5_000 }) }
  }
  const isOf =
    amount &&
    sql<SqlBool>`(
    (t.minor = ${amount.minor} and t.currency = any(${amount.currencies}))
    or (t.merchant_minor = ${amount.minor} and t.merchant_currency = any(${amount.currencies})))`
  return [
    ...(uuid === undefined ? [] : [Promise.resolve({ fit: 'exact', by: 'id', ids: [uuid as TransactionId] } as const)]),
    ...(word === undefined ? [] : [referenced(db, word, partnerIds, limit)]),
    ...(words === undefined ? [] : [among('contains', 'shop', sql`strpos(lower(t.merchant_name), ${words}) > 0`)]),
    ...(isOf ? [among('exact', 'amount', isOf)] : []),
  ]
}

/** By the two references that card networks give a transaction. */
async function referenced(db: Reader, word: string, partnerIds: Seen['partnerIds'], limit: number): Promise<Found> {
  const { rows } = await sql<{ id: TransactionId }>`
    select t.id from spending.transactions t
     where (t.rrn = ${word} or t.network_transaction_id = ${word}) and t.partner_id = any(${partnerIds})
     order by t.id desc limit ${limit}`.execute(db.read)
  return { fit: 'exact', by: 'reference', ids: rows.map(({ id }) => id) }
}

const hitOf = (transaction: Transaction, how: Pick<Hit, 'fit' | 'by'>): Hit => ({
  ...how,
  id: transaction.id,
  title: transaction.merchantName,
  amount: money(transaction.merchantMinor, transaction.merchantCurrency),
  status: transaction.status,
  at: transaction.createdAt,
  partnerId: String(transaction.partnerId),
})

import { isIP } from 'node:net'
import type { PaymentId } from '#acquiring/ids'
import {
  type Lookup,
  lookUpTransactions,
  newestTransactions,
  type RowCountIndexOf,
  type Transaction,
} from '#acquiring/payments'
import type { Directory, SiteId } from '#core/directory'
import type { Hit, SearchSource, Seen, Sought } from '#core/search'
import type { Db } from '#kernel/db/db.ts'
import type { Period } from '#kernel/db/list.ts'
import { inclusive } from '#kernel/http/filter.ts'

type Parts = { db: Db; directory: Directory; rowCounts: RowCountIndexOf }

/** Payments and what followed them, for the search of everything. */
export const paymentSearch = (parts: Parts): SearchSource => ({
  kind: 'payment',
  permission: 'transactions:read',
  find: async (sought, seen) =>
    (await Promise.all([...exactly(parts, sought, seen), ofMany(parts, sought, seen)])).flat(),
})

function exactly({ db }: Parts, { number, uuid, word }: Sought, { siteIds, limit }: Seen): Promise<Hit[]>[] {
  const lookUp = async (lookup: Lookup, by: Hit['by']) =>
    (await lookUpTransactions(db, { siteIds, lookup, limit })).map((found) => hitOf(found, { fit: 'exact', by }))
  return [
    ...(number === undefined ? [] : [lookUp({ by: 'id', id: number as PaymentId }, 'id')]),
    ...(uuid === undefined ? [] : [lookUp({ by: 'key', key: uuid }, 'request')]),
    ...(word === undefined ? [] : [lookUp({ by: 'reference', text: word }, 'reference')]),
    ...(word !== undefined && /^[0-9a-z]{6}$/i.test(word)
      ? [lookUp({ by: 'authorizationCode', text: word }, 'authorization-code')]
      : []),
    ...(word !== undefined && isIP(word) ? [lookUp({ by: 'ip', ip: word }, 'ip')] : []),
  ]
}

/** By what many payments have in common; with several facts only those that have all of them. */
async function ofMany(parts: Parts, { lastFour, amount, day }: Sought, { siteIds, limit }: Seen): Promise<Hit[]> {
  if (lastFour === undefined && !amount && !day) return []
  const period = day && (await periodOfDay(parts, day, siteIds))
  const found = await newestTransactions(parts, { siteIds, shared: { lastFour, amount, day: period }, limit })
  const by = amount ? 'amount' : lastFour === undefined ? 'date' : 'last-four'
  return found.map((one) => hitOf(one, { fit: lastFour === undefined ? 'exact' : 'contains', by }))
}

async function periodOfDay({ directory }: Parts, day: Temporal.PlainDate, siteIds: readonly SiteId[]): Promise<Period> {
  const timeZone = await zoneOf(directory, siteIds)
  const from = day.toZonedDateTime(timeZone)
  return inclusive({ from: from.toInstant(), until: from.add({ days: 1 }).toInstant(), timeZone })
}

/** The days of a merchant are those of the first site; of sites in several zones, and of all merchants, those of UTC. */
async function zoneOf(directory: Directory, siteIds: readonly SiteId[]): Promise<string> {
  const first = siteIds.slice(0, sitesCompared)
  const zones = new Set((await Promise.all(first.map((id) => directory.site(id)))).map((site) => site?.timeZone))
  const [zone] = zones
  return zones.size === 1 && siteIds.length <= sitesCompared && zone !== undefined ? zone : 'UTC'
}
const sitesCompared = 20

const hitOf = (transaction: Transaction, found: Pick<Hit, 'fit' | 'by'>): Hit => ({
  ...found,
  id: String(transaction.id),
  title: transaction.card.last4 && `${transaction.card.brand} ··${transaction.card.last4}`,
  amount: transaction.amount,
  status: transaction.status,
  at: transaction.createdAt,
  siteId: transaction.siteId,
  merchantId: String(transaction.merchantId),
})

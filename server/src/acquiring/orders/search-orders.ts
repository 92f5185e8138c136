import { type SqlBool, sql } from 'kysely'
import type { OrderId } from '#acquiring/ids'
import type { Hit, SearchSource, Seen, Sought } from '#core/search'
import type { Db } from '#kernel/db/db.ts'
import { beginsWith, newestOfEach } from '#kernel/db/newest-of-each.ts'
import type { Order } from './order.ts'
import { orderIdsNamed, ordersById } from './store.ts'

type Parts = { db: Db }
type Found = Pick<Hit, 'fit' | 'by'> & { ids: readonly OrderId[] }

/** Orders, for the search of everything: by their id, the store's number, and what of the newest stands in them. */
export const orderSearch = ({ db }: Parts): SearchSource => ({
  kind: 'order',
  permission: 'orders:read',
  find: async (sought, seen) => {
    const found = await Promise.all(lookups(db, sought, seen))
    const orders = await ordersById(db, [...new Set(found.flatMap(({ ids }) => ids))])
    const sites = new Set(seen.siteIds)
    return found.flatMap(({ ids, ...how }) =>
      ids.flatMap((id) => {
        const order = orders.get(id)
        return order && sites.has(order.siteId) ? [hitOf(order, how)] : []
      }),
    )
  },
})

function lookups(db: Db, { number, word, words, isCombined }: Sought, { siteIds, limit }: Seen): Promise<Found>[] {
  if (isCombined) return []
  const one = { table: 'orders.orders', owner: 'site_id', owners: siteIds, limit }
  return [
    ...(number === undefined ? [] : [found('exact', 'id', [number as OrderId])]),
    ...(word === undefined ? [] : [found('exact', 'order', orderIdsNamed(db, siteIds, word))]),
    ...(word === undefined || word.length < lengthMin
      ? []
      : [
          found(
            'prefix',
            'order',
            newestOfEach(db, { ...one, where: beginsWith(sql`t.external_id`, word), order: sql`t.external_id` }),
          ),
        ]),
    ...(words === undefined || words.length < lengthMin
      ? []
      : [found('contains', 'description', newestOfEach(db, { ...one, where: isAbout(words), examined: 5_000 }))]),
  ]
}
const lengthMin = 3

const isAbout = (words: string) => sql<SqlBool>`strpos(lower(t.description), ${words}) > 0`

const found = async (
  fit: Hit['fit'],
  by: Hit['by'],
  ids: Promise<readonly OrderId[]> | readonly OrderId[],
): Promise<Found> => ({ fit, by, ids: await ids })

const hitOf = (order: Order, how: Pick<Hit, 'fit' | 'by'>): Hit => ({
  ...how,
  id: String(order.id),
  title: order.externalId,
  amount: order.amount,
  status: order.status,
  at: order.createdAt,
  siteId: order.siteId,
})

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ShopperId } from '#acquiring/ids'
import type { Hit, SearchSource, Seen, Sought } from '#core/search'
import type { Db } from '#kernel/db/db.ts'
import { beginsWith, newestOfEach } from '#kernel/db/newest-of-each.ts'
import type { Shopper } from './shopper.ts'
import { shopperIdsNamed, shoppersById } from './store.ts'

type Found = Pick<Hit, 'fit' | 'by'> & { ids: readonly ShopperId[] }

/** The customers of stores, for the search of everything: by their id, the store's number, e-mail address and name. */
export const shopperSearch = ({ db }: { db: Db }): SearchSource => ({
  kind: 'shopper',
  permission: 'customers:read',
  find: async (sought, seen) => {
    const found = await Promise.all(lookups(db, sought, seen))
    const shoppers = await shoppersById(db, [...new Set(found.flatMap(({ ids }) => ids))])
    const sites = new Set(seen.siteIds)
    return found.flatMap(({ ids, ...how }) =>
      ids.flatMap((id) => {
        const shopper = shoppers.get(id)
        return shopper && sites.has(shopper.siteId) && !shopper.removed ? [hitOf(shopper, how)] : []
      }),
    )
  },
})

/** One word begins the first or the last name; of several the first word begins one of them, and the last the other. */
function lookups(db: Db, { number, word, email, words, isCombined }: Sought, { siteIds, limit }: Seen) {
  if (isCombined) return []
  // People type an address from its beginning, and stop before its @.
  const emailBegin = email ?? (word !== undefined && /^\p{L}[\w.+-]*$/u.test(word) ? word.toLowerCase() : '')
  const beginning = (by: Hit['by'], column: RawBuilder<unknown>, prefix: string, also = sql<SqlBool>`true`) => {
    const where = sql<SqlBool>`${beginsWith(column, prefix)} and ${also}`
    const mine = { table: 'shoppers.shoppers', owner: 'site_id', owners: siteIds, limit }
    return found('prefix', by, newestOfEach<ShopperId>(db, { ...mine, where, order: column }))
  }
  const named = ([first, ...others]: readonly string[]) => {
    const last = others.at(-1)
    if (first === undefined) return []
    if (last === undefined) return [beginning('name', family, first), beginning('name', given, first)]
    const both = [
      [last, first],
      [first, last],
    ] as const
    return both.map(([its, other]) => beginning('name', family, its, sql`starts_with(${given}, ${other})`))
  }
  return [
    ...(number === undefined ? [] : [found('exact', 'id', [number as ShopperId])]),
    ...(word === undefined ? [] : [found('exact', 'number', shopperIdsNamed(db, siteIds, { identifier: word }))]),
    ...(email === undefined ? [] : [found('exact', 'email', shopperIdsNamed(db, siteIds, { email }))]),
    ...(emailBegin.length < lengthMin ? [] : [beginning('email', sql`lower(t.email)`, emailBegin)]),
    ...(words === undefined ? [] : named(words.split(' '))),
  ]
}
const lengthMin = 3

const given = sql`lower(t.first_name)`
const family = sql`lower(t.last_name)`

const found = async (
  fit: Hit['fit'],
  by: Hit['by'],
  ids: Promise<readonly ShopperId[]> | readonly ShopperId[],
): Promise<Found> => ({ fit, by, ids: await ids })

const hitOf = (shopper: Shopper, how: Pick<Hit, 'fit' | 'by'>): Hit => ({
  ...how,
  id: String(shopper.id),
  title: [[shopper.firstName, shopper.lastName].filter(Boolean).join(' '), shopper.email].filter(Boolean).join(', '),
  at: shopper.createdAt,
  siteId: shopper.siteId,
})

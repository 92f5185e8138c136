import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ListedIds, listIds, type PageRequest } from '#acquiring/api'
import type { ShopperId, StoredCardId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { inOrder } from '#kernel/db/list.ts'
import type { CardOnFile, Shopper } from './shopper.ts'
import { cardsOnFile, shoppersById } from './store.ts'

type Condition = RawBuilder<SqlBool>
type Maybe<T> = { [K in keyof T]?: T[K] | undefined }
type Listed<Things> = Omit<ListedIds, 'ids'> & Things

/** What the customers of a site can be found by (wire fact 3.3). */
export type ShopperFilter = Maybe<{
  identifier: string
  /** The identifier contains it, instead of being it. */
  partial: boolean
  email: string
  whitelisted: boolean
  whitelistedFrom: Instant
  whitelistedTo: Instant
  tag: string
  country: string
  state: string
  createdFrom: Instant
  createdTo: Instant
}>

export async function listShoppers(
  db: Db,
  { siteId, filter, page }: { siteId: SiteId; filter: ShopperFilter; page: PageRequest },
): Promise<Listed<{ shoppers: Shopper[] }>> {
  const conditions: Condition[] = [sql`site_id = ${siteId}`, sql`removed_at is null`]
  const when = <T>(value: T | undefined, condition: (value: T) => Condition) => {
    if (value !== undefined) conditions.push(condition(value))
  }
  when(filter.identifier, (text) =>
    filter.partial ? sql`position(${text} in identifier) > 0` : sql`identifier = ${text}`,
  )
  when(filter.email, (email) => sql`lower(email) = lower(${email})`)
  when(filter.whitelisted, (whitelisted) => sql`whitelisted = ${whitelisted}`)
  when(filter.whitelistedFrom, (from) => sql`whitelisted_until >= ${from}`)
  when(filter.whitelistedTo, (to) => sql`whitelisted_until <= ${to}`)
  when(filter.tag, (tag) => sql`${tag} = any(tags)`)
  when(filter.country, (country) => sql`country = ${country.toUpperCase()}`)
  when(filter.state, (state) => sql`state = ${state.toUpperCase()}`)
  when(filter.createdFrom, (from) => sql`created_at >= ${from}`)
  when(filter.createdTo, (to) => sql`created_at <= ${to}`)
  const { ids, ...rest } = await listIds(db, { from: sql`shoppers.shoppers`, id: sql`id`, conditions }, page)
  const found = await shoppersById(db, ids as ShopperId[])
  return { ...rest, shoppers: inOrder(ids, [...found.values()]) }
}

export type CardFilter = {
  shopperId: ShopperId
  status: 'active' | 'deleted' | 'all'
  /** Only these, when given. */
  among?: readonly StoredCardId[] | undefined
}

export async function listCards(
  db: Db,
  { shopperId, status, among }: CardFilter,
  page: PageRequest,
): Promise<Listed<{ cards: CardOnFile[] }>> {
  const conditions: Condition[] = [
    sql`shopper_id = ${shopperId}`,
    ...(status === 'all' ? [] : [sql<SqlBool>`status = ${status}`]),
    ...(among ? [sql<SqlBool>`id = any(${among})`] : []),
  ]
  const { ids, ...rest } = await listIds(db, { from: sql`shoppers.cards`, id: sql`id`, conditions }, page)
  return { ...rest, cards: inOrder(ids, await cardsOnFile(db, ids as StoredCardId[])) }
}

import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { ShopperId, StoredCardId } from '#acquiring/ids'
import type { Directory, SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { Shopper } from './shopper.ts'
import { shoppersById } from './store.ts'

export const cardTable = 'shoppers.cards'

/** What is billed with stored cards: of the module that knows orders. */
export type CardUse = {
  /** Whether a subscription is billed with a card: a condition of the columns with its id and its customer's. */
  isBilled(card: RawBuilder<unknown>, shopper: RawBuilder<unknown>): RawBuilder<SqlBool>
  /** How many subscriptions are billed with each of these cards; with none, where a card is absent. */
  subscriptionsOf(
    cards: readonly { id: StoredCardId; shopperId: ShopperId }[],
  ): Promise<ReadonlyMap<StoredCardId, number>>
  /** Those of one card, the newest first, at most fifty. */
  subscriptionsWith(card: { id: StoredCardId; shopperId: ShopperId }): Promise<readonly BilledSubscription[]>
  /** When each of these cards was charged or verified last; absent: in none of the newest payments of its customer. */
  lastUseOf(cards: readonly { id: StoredCardId; shopperId: ShopperId }[]): Promise<ReadonlyMap<StoredCardId, Instant>>
}

/** Those of orders that are billed again. */
export const billedStatuses = ['in-progress', 'retrying', 'expiring'] as const

/** `nextBillAt` is absent where its site requests each bill. */
export type BilledSubscription = {
  id: bigint
  externalId: string
  description: string
  status: (typeof billedStatuses)[number]
  amount: Money
  nextBillAt: Instant | undefined
}

/** When a card lapses, by the month of a calendar: it works through the last day of its month. */
export const expiries = ['expired', 'this-month', 'next-month', 'later'] as const
export type Expiry = (typeof expiries)[number]

export function expiryOf(card: { expiry_year: number; expiry_month: number }, today: Temporal.PlainDate): Expiry {
  const months = (card.expiry_year - today.year) * 12 + card.expiry_month - today.month
  return months < 0 ? 'expired' : months === 0 ? 'this-month' : months === 1 ? 'next-month' : 'later'
}

/** The condition that the card `entry` lapses then, which the index of its month can carry. */
export function lapses(when: readonly Expiry[], today: Temporal.PlainDate): RawBuilder<SqlBool> {
  const month = sql`(entry.expiry_year, entry.expiry_month)`
  const [now, next] = [today, today.with({ day: 1 }).add({ months: 1 })].map(
    (day) => sql`(${day.year}::integer, ${day.month}::integer)`,
  )
  const conditions = {
    expired: sql<SqlBool>`${month} < ${now}`,
    'this-month': sql<SqlBool>`${month} = ${now}`,
    'next-month': sql<SqlBool>`${month} = ${next}`,
    later: sql<SqlBool>`${month} > ${next}`,
  } satisfies Record<Expiry, unknown>
  return when.length === 0
    ? sql`false`
    : sql`(${sql.join(
        when.map((one) => conditions[one]),
        sql` or `,
      )})`
}

/** A stored card as lists show it. */
export type ListedCard = {
  row: Selectable<Schema[typeof cardTable]>
  shopper: Shopper
  expires: Expiry
  subscriptions: number
  lastUsedAt: Instant | undefined
}

type Parts = { db: Db; directory: Pick<Directory, 'site'>; clock: { now(): Instant }; cardUse: CardUse }

/** What lists say of these rows, in their order: each with its customer, and by the calendar of its site. */
export async function listedCards(
  { db, directory, clock, cardUse }: Parts,
  rows: readonly ListedCard['row'][],
): Promise<ListedCard[]> {
  const used = rows.flatMap(({ id, shopper_id: shopperId, status }) => (status === 'active' ? [{ id, shopperId }] : []))
  const siteIds: readonly SiteId[] = [...new Set(rows.map((row) => row.site_id))]
  const [shoppers, subscriptions, lastUse, sites] = await Promise.all([
    shoppersById(db, [...new Set(rows.map((row) => row.shopper_id))]),
    cardUse.subscriptionsOf(used),
    cardUse.lastUseOf(rows.map(({ id, shopper_id: shopperId }) => ({ id, shopperId }))),
    Promise.all(siteIds.map((id) => directory.site(id))),
  ])
  const zones = new Map(sites.map((site) => [site!.id, site!.timeZone]))
  const now = clock.now()
  return rows.map((row) => ({
    row,
    shopper: shoppers.get(row.shopper_id)!,
    expires: expiryOf(row, now.toZonedDateTimeISO(zones.get(row.site_id)!).toPlainDate()),
    subscriptions: subscriptions.get(row.id) ?? 0,
    lastUsedAt: lastUse.get(row.id),
  }))
}

/** One card with the columns that lists show, deleted or not. */
export const findCardRow = (db: Db, id: StoredCardId): Promise<ListedCard['row'] | undefined> =>
  db.read.selectFrom(cardTable).selectAll().where('id', '=', id).executeTakeFirst()

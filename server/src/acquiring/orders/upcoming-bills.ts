import { sql } from 'kysely'
import type { StoredCardId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'

/** What the calendars of a day's orders will charge. */
export type UpcomingBills = { day: Temporal.PlainDate; count: number; amount: Money }

type Ahead = { now: Instant; until: Instant; timeZone: string }

/**
 * What the recurring orders of these sites will charge by their calendars before a moment, by day and currency; what is
 * retried counts on its next day. An order that is billed by days may be due several times, but not beyond the period it ends
 * with.
 */
export async function upcomingBills(
  db: Db,
  siteIds: readonly SiteId[],
  { now, until, timeZone }: Ahead,
): Promise<UpcomingBills[]> {
  const { rows } = await sql<{ day: string; currency: Currency; count: number; minor: bigint }>`
    select to_char(due.at at time zone ${timeZone}, 'YYYY-MM-DD') as day, orders.currency,
      count(*)::integer as count, sum(orders.minor)::bigint as minor
    from orders.orders
    cross join lateral generate_series(0, least(
      case when interval_type = 'day' then ${daysMax}::integer / interval_value else 0 end, last_period - next_period)) as nth
    cross join lateral (
      select (due_at at time zone ${timeZone} + make_interval(days => nth * interval_value)) at time zone ${timeZone} as at
    ) as due
    where due_at >= ${now.subtract({ hours: 24 })} and due_at < ${until} and type = 'recurring'
      and site_id = any (${siteIds}::integer[]) and due.at < ${until}
    group by 1, 2 order by 1, 2`.execute(db.read)
  return rows.map(({ day, currency, count, minor }) => ({
    day: Temporal.PlainDate.from(day),
    count,
    amount: money(minor, currency),
  }))
}
/** The longest that anyone asks ahead. */
const daysMax = 31

/**
 * When recurring orders are billed for the last time before a moment, with the cards that pay them: of the soonest
 * `cardsMax`.
 */
export async function upcomingCards(
  db: Db,
  siteIds: readonly SiteId[],
  { now, until }: Ahead,
): Promise<{ cardId: StoredCardId; lastAt: Instant }[]> {
  const orders = await db.read
    .selectFrom('orders.orders')
    .select(['card_id as cardId', 'due_at as dueAt', 'interval_type as unit', 'interval_value as count'])
    .select(sql<number | null>`last_period - next_period`.as('left'))
    .where('due_at', '>=', now.subtract({ hours: 24 }))
    .where('due_at', '<', until)
    .where('type', '=', 'recurring')
    .where(sql<boolean>`last_period is not null and last_period < next_period`, '=', false)
    .where('site_id', 'in', siteIds)
    .orderBy('due_at')
    .limit(cardsMax)
    .execute()
  return orders.flatMap(({ cardId, dueAt, unit, count, left }) => {
    if (!cardId || !dueAt) return []
    const fitting = unit === 'day' && count ? Math.floor(until.since(dueAt).total('hours') / (24 * count)) : 0
    const more = Math.min(fitting, left ?? fitting)
    return [{ cardId, lastAt: dueAt.add({ hours: 24 * more * (count ?? 0) }) }]
  })
}
const cardsMax = 500

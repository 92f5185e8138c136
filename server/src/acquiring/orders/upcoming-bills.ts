import { sql } from 'kysely'
import type { StoredCardId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'

/** What the calendars of a day's orders will charge. Overdue bills are together, on the day since when there are any. */
export type UpcomingBills = { day: Temporal.PlainDate; isOverdue: boolean; count: number; amount: Money }

type Ahead = { now: Instant; until: Instant; timeZone: string }

/**
 * What the recurring orders of these sites will charge by their calendars before a moment, by day and currency; what is
 * retried counts on its next day. An order that is billed by days may be due several times, but not beyond the period it ends
 * with. What was due on an earlier day and is not billed yet, because no process has come to it, will be too: it comes first.
 */
export async function upcomingBills(
  db: Db,
  siteIds: readonly SiteId[],
  { now, until, timeZone }: Ahead,
): Promise<UpcomingBills[]> {
  const today = now.toZonedDateTimeISO(timeZone).startOfDay().toInstant()
  const { rows } = await sql<{ day: string; late: boolean; currency: Currency; count: number; minor: bigint }>`
    select to_char(min(day), 'YYYY-MM-DD') as day, is_late as late, currency, count(*)::integer as count, sum(minor)::bigint as minor
    from (
      select o.currency, o.minor, (due.moment at time zone ${timeZone})::date as day, due.moment < ${today}::timestamptz as is_late
      from orders.orders o
      cross join lateral generate_series(0, least(
        case when o.interval_type = 'day' then
          least(${daysMax}::integer, ceil(extract(epoch from ${until}::timestamptz - o.due_at) / 86400)::integer) / o.interval_value
        else 0 end,
        o.last_period - o.next_period)) as nth
      cross join lateral (
        select (o.due_at at time zone ${timeZone} + make_interval(days => nth * o.interval_value)) at time zone ${timeZone} as moment
      ) as due
      where o.due_at < ${until} and o.type = 'recurring' and o.site_id = any (${siteIds}::integer[]) and due.moment < ${until}
    ) as bills
    group by currency, is_late, case when not is_late then bills.day end
    order by is_late desc, min(bills.day), currency`.execute(db.read)
  return rows.map(({ day, late, currency, count, minor }) => ({
    day: Temporal.PlainDate.from(day),
    isOverdue: late,
    count,
    amount: money(minor, currency),
  }))
}
/** How many days of an order that is billed by days are counted, from the first that is due. */
const daysMax = 400

/**
 * When recurring orders are billed for the last time before a moment, also those that are overdue, with the cards that pay them: of the soonest
 * `cardsMax`.
 */
export async function upcomingCards(
  db: Db,
  siteIds: readonly SiteId[],
  { until }: Pick<Ahead, 'until'>,
): Promise<{ cardId: StoredCardId; lastAt: Instant }[]> {
  const orders = await db.read
    .selectFrom('orders.orders')
    .select(['card_id as cardId', 'due_at as dueAt', 'interval_type as unit', 'interval_value as count'])
    .select(sql<number | null>`last_period - next_period`.as('left'))
    .where('due_at', '<', until)
    .where('type', '=', 'recurring')
    .where(sql<boolean>`(last_period is null or last_period >= next_period)`)
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

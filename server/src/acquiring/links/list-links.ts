import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Pagination } from '#acquiring/api'
import { listIds } from '#acquiring/api'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { inOrder } from '#kernel/db/list.ts'
import { minorOf } from '#kernel/http/field.ts'
import type { LinksContext } from './context.ts'
import { type Link, type LinkState, todayIn } from './link.ts'
import type { LinkFilters } from './parameters.ts'
import { linksById } from './store.ts'

type Filters = Omit<LinkFilters, 'siteId'> & {
  status?: ListedState | undefined
  /** The hash, the customer's e-mail address, or a part of what is sold. */
  text?: string | undefined
}

/** Removed links are not listed. */
export type ListedState = Exclude<LinkState, 'removed'>

/** A page of a site's links, those that were removed left out. */
export async function listLinks(
  { db, clock }: Pick<LinksContext, 'db' | 'clock'>,
  { siteId, timeZone, filters }: { siteId: SiteId; timeZone: string; filters: Filters },
): Promise<{ links: Link[]; pagination: Pagination }> {
  const { amount, active, startDate, endDate, customerEmail, limitAccess, status, text } = filters
  const conditions: RawBuilder<SqlBool>[] = [sql`link.site_id = ${siteId}`, sql`link.removed_at is null`]
  if (amount) conditions.push(sql`link.minor = ${minorOf(amount)}`)
  if (active !== undefined) conditions.push(sql`link.active = ${active}`)
  if (startDate) conditions.push(sql`link.created_at >= ${startDate.in(timeZone, 'from')}`)
  if (endDate) conditions.push(sql`link.created_at < ${afterSecond(endDate.in(timeZone, 'to'))}`)
  if (customerEmail) conditions.push(sql`lower(link.customer_email) = lower(${customerEmail})`)
  if (limitAccess) conditions.push(sql`link.limit_access = ${limitAccess}`)
  if (status) conditions.push(...hasState('link', status, todayIn(timeZone, clock.now())))
  if (text) conditions.push(isAbout('link', text))
  const source = { from: sql`links.links as link`, id: sql`link.id`, conditions }
  const { ids, pagination } = await listIds(db, source, filters)
  return { links: inOrder(ids, await linksById(db, ids)), pagination }
}

/** `linkStateOf` of the links that are not removed. */
export function hasState(link: string, state: ListedState, today: Temporal.PlainDate): RawBuilder<SqlBool>[] {
  const of = (column: string) => sql.ref(`${link}.${column}`)
  const isPast = sql<SqlBool>`coalesce(${of('expire_date')} < ${today.toString()}::date, false)`
  const isUsedUp = sql<SqlBool>`(${of('limit_access')} is not null and ${of('free')} <= 0)`
  const isOn = sql<SqlBool>`${of('active')}`
  if (state === 'inactive') return [sql`not ${of('active')}`]
  if (state === 'expired') return [isOn, isPast]
  return [isOn, sql`not ${isPast}`, state === 'used-up' ? isUsedUp : sql`not ${isUsedUp}`]
}

/** The hash, the customer's e-mail address, or a part of what is sold. */
export function isAbout(link: string, text: string): RawBuilder<SqlBool> {
  const of = (column: string) => sql.ref(`${link}.${column}`)
  return sql`(
  ${of('hash')} = ${text} or lower(${of('customer_email')}) = lower(${text}) or exists (
    select 1 from links.versions made where made.link_id = ${of('id')} and made.version = ${of('version')}
      and strpos(lower(made.terms ->> 'content'), lower(${text})) > 0))`
}

/** Both ends are written in whole seconds, and the last one belongs to the stretch. */
const afterSecond = (at: Instant): Instant =>
  at.round({ smallestUnit: 'second', roundingMode: 'floor' }).add({ seconds: 1 })

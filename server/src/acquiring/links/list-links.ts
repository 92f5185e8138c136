import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Pagination } from '#acquiring/api'
import { listIds } from '#acquiring/api'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { inOrder } from '#kernel/db/list.ts'
import { minorOf } from '#kernel/http/field.ts'
import type { LinksContext } from './context.ts'
import type { Link } from './link.ts'
import type { LinkFilters } from './parameters.ts'
import { linksById } from './store.ts'

/** A page of a site's links, those that were removed left out. */
export async function listLinks(
  { db }: Pick<LinksContext, 'db'>,
  { siteId, timeZone, filters }: { siteId: SiteId; timeZone: string; filters: LinkFilters },
): Promise<{ links: Link[]; pagination: Pagination }> {
  const { amount, active, startDate, endDate, customerEmail, limitAccess } = filters
  const conditions: RawBuilder<SqlBool>[] = [sql`link.site_id = ${siteId}`, sql`link.removed_at is null`]
  if (amount) conditions.push(sql`link.minor = ${minorOf(amount)}`)
  if (active !== undefined) conditions.push(sql`link.active = ${active}`)
  if (startDate) conditions.push(sql`link.created_at >= ${startDate.in(timeZone, 'from')}`)
  if (endDate) conditions.push(sql`link.created_at < ${afterSecond(endDate.in(timeZone, 'to'))}`)
  if (customerEmail) conditions.push(sql`lower(link.customer_email) = lower(${customerEmail})`)
  if (limitAccess) conditions.push(sql`link.limit_access = ${limitAccess}`)
  const source = { from: sql`links.links as link`, id: sql`link.id`, conditions }
  const { ids, pagination } = await listIds(db, source, filters)
  return { links: inOrder(ids, await linksById(db, ids)), pagination }
}

/** Both ends are written in whole seconds, and the last one belongs to the stretch. */
const afterSecond = (at: Instant): Instant =>
  at.round({ smallestUnit: 'second', roundingMode: 'floor' }).add({ seconds: 1 })

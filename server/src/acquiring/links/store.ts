import { sql } from 'kysely'
import type { OrderId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import { isHash } from './hash.ts'
import type { LinkId } from './ids.ts'
import type { Link, LinkUse } from './link.ts'

/** Links as they are now, with the terms of their newest version. */
const links = (db: Db) =>
  db.read
    .selectFrom('links.links as link')
    .innerJoin('links.versions as made', (join) =>
      join.onRef('made.link_id', '=', 'link.id').onRef('made.version', '=', 'link.version'),
    )
    .selectAll('link')
    .select('made.terms')

type LinkRow = Awaited<ReturnType<ReturnType<typeof links>['execute']>>[number]

/** A site's own link; one that was removed is not found. */
export async function findLink(db: Db, siteId: SiteId, hash: string): Promise<Link | undefined> {
  const link = await findSharedLink(db, hash)
  return link?.siteId === siteId && !link.removedAt ? link : undefined
}

/** A link of any site, even a removed one: for its public page, whose address is itself a secret. */
export async function findSharedLink(db: Db, hash: string): Promise<Link | undefined> {
  if (!isHash(hash)) return undefined
  const row = await links(db).where('link.hash', '=', hash).executeTakeFirst()
  return row && toLink(row)
}

export async function getLink(db: Db, id: LinkId): Promise<Link> {
  return toLink(await links(db).where('link.id', '=', id).executeTakeFirstOrThrow())
}

export async function linksById(db: Db, ids: readonly bigint[]): Promise<Link[]> {
  const rows = await links(db).where(sql<boolean>`link.id = any(${ids})`).execute()
  return rows.map(toLink)
}

/** What is known of an order as one that came of a link; undefined for every other order. */
export async function findLinkUse(db: Db, orderId: OrderId): Promise<LinkUse | undefined> {
  const row = await db.read.selectFrom('links.uses').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  return row && { orderId: row.order_id, linkId: row.link_id, version: row.version, place: row.place }
}

const toLink = (row: LinkRow): Link => ({
  id: row.id,
  hash: row.hash,
  siteId: row.site_id,
  version: row.version,
  active: row.active,
  limitAccess: row.limit_access ?? undefined,
  expireDate: row.expire_date ?? undefined,
  reserved: row.reserved,
  paid: row.paid,
  terms: row.terms,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  removedAt: row.removed_at ?? undefined,
})

import assert from 'node:assert/strict'
import type { OrderId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import { oneOf } from '#kernel/db/one-of.ts'
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

/** Since when the link is for the customer whom it names; unlike `updatedAt`, no other change of it counts. */
export async function namedSince(db: Db, { id, terms: { customerIdentifier } }: Link): Promise<Instant | undefined> {
  const [row] = await db.run(
    `select min(made_at) as since from links.versions where link_id = $1 and version > coalesce((
       select max(version) from links.versions
       where link_id = $1 and terms ->> 'customerIdentifier' is distinct from $2), 0)`,
    [id, customerIdentifier ?? null],
  )
  return (row!.since as Instant | null) ?? undefined
}

export async function getLink(db: Db, id: LinkId): Promise<Link> {
  const link = await findLinkById(db, id)
  assert(link, `there is a link ${id}`)
  return link
}

/** Those that are looked for at the same time are read together. */
export const findLinkById = loaderByKey(async (db: Db, ids: readonly LinkId[]) => {
  const found = await linksById(db, ids)
  return new Map(found.map((link) => [link.id, link]))
})

export async function linksById(db: Db, ids: readonly bigint[]): Promise<Link[]> {
  const rows = await links(db)
    .where(oneOf('link.id', 'bigint', ids))
    .execute()
  return rows.map(toLink)
}

/** What is known of an order as one that came of a link; undefined for every other order. */
export const findLinkUse = loaderByKey(async (db: Db, orderIds: readonly OrderId[]): Promise<Map<OrderId, LinkUse>> => {
  const rows = await db.read
    .selectFrom('links.uses')
    .selectAll()
    .where(oneOf('order_id', 'bigint', orderIds))
    .execute()
  const uses = rows.map(({ order_id: orderId, link_id: linkId, version, place }) => ({
    orderId,
    linkId,
    version,
    place,
  }))
  return new Map(uses.map((use) => [use.orderId, use]))
})

/** How many orders began at a link. */
export async function countUses(db: Db, linkId: LinkId): Promise<number> {
  const { count } = await db.read
    .selectFrom('links.uses')
    .where('link_id', '=', linkId)
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
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

import { type SqlBool, sql } from 'kysely'
import type { Hit, SearchSource, Seen, Sought } from '#core/search'
import { money, parseMoney } from '#kernel/base/money.ts'
import { newestOfEach } from '#kernel/db/newest-of-each.ts'
import { type LinksContext, siteOf } from './context.ts'
import type { LinkId } from './ids.ts'
import { type Link, linkStateOf } from './link.ts'
import { findSharedLink, linksById } from './store.ts'

type Found = Pick<Hit, 'fit' | 'by'> & { links: readonly Link[] }

/** Payment links, for the search of everything: by id and hash, and of the newest by title, customer and amount. */
export const linkSearch = (ctx: LinksContext): SearchSource => ({
  kind: 'link',
  permission: 'links:read',
  find: async (sought, seen) => {
    const found = await Promise.all(lookups(ctx, sought, seen))
    const sites = new Set(seen.siteIds)
    const hits = found.flatMap(({ links, ...how }) =>
      links.filter((link) => sites.has(link.siteId) && !link.removedAt).map((link) => hitOf(ctx, link, how)),
    )
    return Promise.all(hits)
  },
})

function lookups(ctx: LinksContext, sought: Sought, seen: Seen): Promise<Found>[] {
  const { number, word, email, words, amount, isCombined } = sought
  if (isCombined) return []
  const among = async (fit: Hit['fit'], by: Hit['by'], where: ReturnType<typeof sql<SqlBool>>): Promise<Found> => {
    const one = { table: 'links.links', owner: 'site_id', owners: seen.siteIds, limit: seen.limit }
    const among = sql<SqlBool>`t.removed_at is null`
    const ids = await newestOfEach<LinkId>(ctx.db, { ...one, where, among, examined: 2_000 })
    return { fit, by, links: (await linksById(ctx.db, ids)).toSorted((a, b) => (a.id < b.id ? 1 : -1)) }
  }
  return [
    ...(number === undefined ? [] : [one('id', linksById(ctx.db, [number]))]),
    ...(word === undefined
      ? []
      : [
          one(
            'hash',
            findSharedLink(ctx.db, word).then((link) => (link ? [link] : [])),
          ),
        ]),
    ...(email === undefined ? [] : [among('prefix', 'email', sql`starts_with(lower(t.customer_email), ${email})`)]),
    ...(words === undefined ? [] : [among('contains', 'description', isAbout(words))]),
    ...(amount
      ? [among('exact', 'amount', sql`t.minor = ${amount.minor} and t.currency = any(${amount.currencies})`)]
      : []),
  ]
}

const one = async (by: Hit['by'], links: Promise<readonly Link[]>): Promise<Found> => ({
  fit: 'exact',
  by,
  links: await links,
})

const isAbout = (words: string) => sql<SqlBool>`exists (
  select 1 from links.versions made where made.link_id = t.id and made.version = t.version
    and strpos(lower(made.terms ->> 'content'), ${words}) > 0)`

async function hitOf(ctx: LinksContext, link: Link, how: Pick<Hit, 'fit' | 'by'>): Promise<Hit> {
  const { amount, currency, content } = link.terms
  const { timeZone } = await siteOf(ctx, link.siteId)
  return {
    ...how,
    id: String(link.id),
    title: typeof content === 'string' ? content : content.map(({ item }) => item).join(', '),
    amount: parseMoney(amount, currency) ?? money(0n, currency),
    status: linkStateOf(link, ctx.clock.now(), timeZone),
    at: link.createdAt,
    siteId: link.siteId,
  }
}

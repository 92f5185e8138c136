import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { id, listOf, oneOf, optional, siteIdField, text, wholeNumber, yesNo } from '#kernel/api-field.ts'
import type { Pagination } from '#kernel/api-route.ts'
import type { Reader } from '#kernel/db.ts'
import type { RowCountIndex } from '#kernel/row-count-index.ts'

/** How every list of the merchant interface is asked for a page (wire fact 2.4). */
export const pageQuery = {
  page: optional(wholeNumber({ min: 0, max: 1_000_000_000 }, { wrong: 602 })).meta({
    description: 'The page, from 1; 0 is read as 1.',
    default: 1,
  }),
  perPage: optional(wholeNumber({ min: 1, max: 1_000_000_000 }, { wrong: 602 })).meta({
    description: 'Entries of a page; more than 1000 are not given at once.',
    default: 100,
  }),
  reverseSorting: optional(yesNo()).meta({ description: '1: newest first. 0: oldest first.', default: 1 }),
  throughId: optional(id<bigint>('an id')).meta({
    description:
      'Only entries up to this id. Send the first id of the first page with all later pages, and they do not shift when new entries arrive; a search does it by itself.',
  }),
}

/**
 * Whose things a list is of. A key sees its own site only, so these can narrow nothing; the dialect refuses them when they
 * name somebody else.
 */
export const ownerQuery = {
  parentResourceType: optional(oneOf(['partner', 'merchant', 'site'])),
  parentResourceId: optional(listOf(text({ max: 20, what: 'the id of the parent' }), { max: 100 })),
  siteId: optional(listOf(siteIdField, { max: 100 })).meta({ description: 'The older way to say it.' }),
}

export type PageRequest = {
  page?: number | undefined
  perPage?: number | undefined
  reverseSorting?: boolean | undefined
  throughId?: bigint | undefined
}

/** What a list is of: rows with a rising id, under conditions that must include the owner. */
export type ListSource = {
  /** `payments.payments as payment` */
  from: RawBuilder<unknown>
  /** `payment.id` */
  id: RawBuilder<unknown>
  conditions: readonly RawBuilder<SqlBool>[]
  /** Given only when the conditions are exactly those the ruler measures. */
  rowCounts?: RowCountIndex | undefined
}

export type ListedIds = { ids: bigint[]; pagination: Pagination }

const perPageMax = 1_000

/**
 * The ids of one page, and how many entries there are in all, exactly. An unfiltered list is measured with a ruler, so
 * that neither the count nor a deep page reads more than a few thousand index entries; a filtered one is counted.
 */
export async function listIds(db: Reader, source: ListSource, requested: PageRequest): Promise<ListedIds> {
  const perPage = Math.min(requested.perPage ?? 100, perPageMax)
  const page = Math.max(requested.page ?? 1, 1)
  const newestFirst = requested.reverseSorting ?? true
  const from = { offset: (page - 1) * perPage, limit: perPage, newestFirst, throughId: requested.throughId }
  const { ids, total } = source.rowCounts ? await source.rowCounts.read(db, from) : await readCounting(db, source, from)
  return {
    ids,
    pagination: {
      currentPageNumber: page,
      totalItemCount: total,
      itemCountPerPage: perPage,
      currentItemCount: ids.length,
      pageCount: Math.ceil(total / perPage),
    },
  }
}

/** A stretch of a list: `limit` entries behind the first `offset`. */
export type PageRange = { offset: number; limit: number; newestFirst: boolean; throughId: bigint | undefined }

/**
 * Few matches are put together once, and counted and sorted from there. More of them are counted, and then either put
 * together again or read along the ids: which is the wrong way for few, because the database would pass over everything
 * that does not match, and it cannot tell beforehand how far apart the matches are.
 */
async function readCounting(db: Reader, { from, id, conditions }: ListSource, range: PageRange) {
  const { offset, limit, newestFirst, throughId } = range
  const all = throughId === undefined ? conditions : [...conditions, sql<SqlBool>`${id} <= ${throughId}`]
  const where = sql`where ${sql.join(all, sql` and `)}`
  const matching = sql`select ${id} as id from ${from} ${where}`
  const page = sql`order by id ${newestFirst ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`
  const materialized = await sql<{ found: bigint; ids: string[] }>`
    with matching as materialized (${matching} limit ${sql.lit(materializedMax + 1)})
    select (select count(*) from matching) as found, array(select id from matching ${page}) as ids`.execute(db.read)
  const { found, ids } = materialized.rows[0]!
  if (found <= materializedMax) return { ids: ids.map(BigInt), total: Number(found) }
  const counted = await sql<{ total: bigint }>`select count(*) as total from ${from} ${where}`.execute(db.read)
  const total = Number(counted.rows[0]!.total)
  const { rows } = await (total <= sortedMax
    ? sql<{ id: bigint }>`with matching as materialized (${matching}) select id from matching ${page}`
    : sql<{ id: bigint }>`${matching} ${page}`
  ).execute(db.read)
  return { ids: rows.map((row) => row.id), total }
}
/** Beyond it, what was put together in vain would cost more than it saves. */
const materializedMax = 5_000
const sortedMax = 20_000

/** The things of these ids in the order of the ids, whatever order the database gave them in. */
export function inOrder<T extends { id: bigint }>(ids: readonly bigint[], things: readonly T[]): T[] {
  const byId = new Map(things.map((thing) => [thing.id as bigint, thing]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

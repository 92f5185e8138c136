import { z } from 'zod'
import type { Reader } from '#kernel/db/db.ts'
import { type ListSource, readPage } from '#kernel/db/list.ts'
import { id, listOf, oneOf, optional, text, wholeNumber, yesNo } from '#kernel/http/field.ts'
import type { Pagination } from './route.ts'

/** How a page of every list of the merchant interface is requested (wire fact 2.4). */
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

/** The site of the key. A client need not send it, and the dialect refuses another one. */
export const siteIdField = z
  .unknown()
  .meta({ type: 'integer', description: 'The site of the key; there is no need to send it.' })

/**
 * Whose things a list is of. A key sees its own site only, so these can narrow nothing; the dialect refuses them when
 * they name another entry.
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

export type ListedIds = { ids: bigint[]; pagination: Pagination }

const perPageMax = 1_000

/** The ids of the requested page, with the five numbers that every list has beside `data`. */
export async function listIds(db: Reader, source: ListSource, requested: PageRequest): Promise<ListedIds> {
  const perPage = Math.min(requested.perPage ?? 100, perPageMax)
  const page = Math.max(requested.page ?? 1, 1)
  const newestFirst = requested.reverseSorting ?? true
  const range = { offset: (page - 1) * perPage, limit: perPage, newestFirst, throughId: requested.throughId }
  const { ids, total } = await readPage(db, source, range)
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

import { z } from 'zod'
import type { Instant } from '#kernel/base/clock.ts'
import { optional, wholeNumber } from '#kernel/http/field.ts'

/** The shapes that bare JSON replies are made of. */

export const uuidShape = z.uuid()
/** "2031-01-31T12:00:00.000Z" */
export const momentShape = z.iso.datetime()
export const momentText = (at: Instant): string => at.toString({ smallestUnit: 'millisecond' })

/** How a page of every list is requested (wire facts 6.4 and 6.5). */
export const pageQuery = {
  page: optional(wholeNumber({ min: 1, max: 1_000_000 })).meta({ description: 'The page, from 1.', default: 1 }),
  size: optional(wholeNumber({ min: 1, max: 100 })).meta({ description: 'Entries of a page.', default: 20 }),
}

type PageQuery = { page?: number | undefined; size?: number | undefined }

/** One page of a list that is read as a whole, since it is short. */
export const pageOf = <Entry>(all: readonly Entry[], { page = 1, size = 20 }: PageQuery) => ({
  data: all.slice((page - 1) * size, page * size),
  page,
  size,
  total: all.length,
})

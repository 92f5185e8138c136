import type { StaffId } from '#core/access'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { ListName } from './lists.ts'

export type SavedViewId = Brand<bigint, 'SavedViewId'>

/** What a person chose to see of a list, under a name. */
export type SavedView = ViewFields & {
  id: SavedViewId
  version: number
  staffId: StaffId
  list: ListName
  createdAt: Instant
}

/** What can be changed of a view. */
export type ViewFields = {
  name: string
  /** Filters, columns and order, as the address of the list says them: `status=failed&sort=-created`. */
  search: string
  /** The colleagues of the same organization see it, and change nothing of it. */
  shared: boolean
}

/** Of one person and list. More would fit no row of tabs. */
export const viewsMax = 50
/** Of one person, over all lists. */
export const viewsOfPersonMax = 500
/** That the people of one organization share of a list. Counted before one is written: of several at once each is let in. */
export const sharedMax = 100

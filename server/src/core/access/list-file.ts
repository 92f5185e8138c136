import type { z } from 'zod'
import type { CreatedPeriod } from '#kernel/http/filter.ts'
import type { Permission } from '#kernel/http/route.ts'
import type { ListReader } from './staff.ts'

/** A long list as a file that a worker writes part by part, and continue where another one stopped. */
export type ListFile = {
  /** As addresses name it: `payments`. */
  name: string
  /** Who may read the list may have it as a file. */
  permission: Permission
  /** Only the operator's own staff have it. */
  isOperators: boolean
  /** The names of all its columns. */
  columns: readonly string[]
  /** What its query may hold: the filters, and `columns`. */
  filters: z.ZodObject
  open(query: unknown, reader: ListReader): Promise<OpenedListFile>
}

export type OpenedListFile = {
  fileName: string
  period: CreatedPeriod | undefined
  timeZone: string
  /** How many entries it has, counted up to `max` and one more; undefined if that takes too long. */
  count(max: number): Promise<number | undefined>
  /** The first line, with the names of the columns. */
  head(): string
  /** Some lines, from the beginning or behind a place. Without `next` they are the last ones. */
  part(from: string | undefined): Promise<{ text: string; rows: number; next: string | undefined }>
}

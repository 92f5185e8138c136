import type { ReactNode } from 'react'
import type { Search } from '../../urls.ts'
import type { Values } from '../action-dialog.tsx'
import type { FieldSpec } from '../field.tsx'
import type { Filter, Need } from './filter.ts'
import type { ListName } from './use-views.ts'

export type Column<Row> = {
  /** By which the address and a saved view name it. */
  name: string
  title: string
  /** What of it a file has, by the names there: the same name, unless it says so. */
  inFile?: readonly string[]
  /** Only read aloud: the cells speak for themselves. */
  isTitleUnseen?: boolean
  cell(row: Row): ReactNode
  isEnd?: boolean
  /** On a phone: the first line, the second line in small letters, or not at all. */
  phone?: 'first' | 'second' | 'never'
  /** The parameter by which the server can sort by it: only what has an index. */
  sort?: string
  /** It can be sorted by only with this filter: amounts of one currency. */
  sortNeeds?: Need
}

/** The moments that a period meant when it was asked for: from the first one on, before the second. */
type Period = { from?: string; to?: string; timeZone: string }

/** A page by its number, of a list that stays short. */
type Numbered<Row> = { data: readonly Row[]; page: number; size: number; total: number; period?: Period }

/** A page behind or before a cursor, of a list that may have a million rows. */
type Keyset<Row> = {
  data: readonly Row[]
  next?: string | undefined
  previous?: string | undefined
  /** Of more than 10,000 rows it is 10,000 and not exact. */
  total: number
  totalIsExact: boolean
  /** The page is short: it has looked at all rows made up to this moment, and `next` goes on from there. */
  searchedTo?: string
  period?: Period
}
export type Page<Row> = Numbered<Row> | Keyset<Row>

export type NumberedQuery = { page: number; size: number }
export type KeysetQuery = { size: number; after?: string; before?: string; count?: 'exact' }

/** What can be done with several rows at once: only what is safe to repeat or waits in a queue. */
export type BulkAction<Row> = {
  name: string
  label: string
  whyNot?: string | undefined
  fields: readonly FieldSpec[]
  /** What will be true afterwards, in words. */
  effect: ReactNode
  /** Called for one row after the other. */
  run(row: Row, values: Values, idempotencyKey: string): Promise<unknown>
}

/** What can be done with all rows that match the filters: the server finds them, and only what waits in a queue. */
export type MatchingAction = Pick<BulkAction<never>, 'name' | 'label' | 'whyNot' | 'fields' | 'effect'> & {
  /**
   * @param query What the list asks for.
   * @param asOf A moment by the clock of the server: what was made later is left alone.
   */
  run(query: Search, asOf: string | undefined, values: Values): Promise<unknown>
  after(result: unknown): ReactNode
}

/** The list as a file, with all its filters. */
export type Export = { url(search: Search): string }

export type ListSpec<Row extends { id: string }> = {
  title: string
  /** One sentence of what this is, above the list. */
  about?: ReactNode
  /** Begins the key of the query; what changes the list invalidates it. Its first word names the list in saved views (server/src/core/views/lists.ts). */
  listKey: readonly [name: ListName, ...more: unknown[]]
  filters: readonly Filter[]
  columns: readonly Column<Row>[]
  /** Where a row leads; without it rows are not opened. */
  to?: (row: Row) => string
  actions?: ReactNode
  bulk?: readonly BulkAction<Row>[]
  /** Offered when every row of a page is selected. */
  matching?: readonly MatchingAction[]
  /** Shown when there is nothing at all yet. */
  empty: ReactNode
  export?: Export
  /** After how many milliseconds it is read again while these rows are shown, for what no event tells; false: not. */
  refreshMs?(rows: readonly Row[]): number | false
  /** How it is sorted while the address says nothing: the `sort` of a column, with `-` for the largest first. */
  usualSort?: string
} & (
  | { load(query: Search, page: NumberedQuery, signal: AbortSignal): Promise<Numbered<Row>>; loadAfter?: undefined }
  | { loadAfter(query: Search, page: KeysetQuery, signal: AbortSignal): Promise<Keyset<Row>>; load?: undefined }
)

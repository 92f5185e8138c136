import { useLocation } from '@tanstack/react-router'
import { withSearch } from '../../urls.ts'
import { wordsOf } from './filter-words.ts'
import { type ListAddress, writeList } from './list-address.ts'
import type { ListSpec, Page } from './spec.ts'
import type { ListTexts } from './texts.ts'

/** Where a thing stands in the list from which it was opened. It travels in the browser's history, not in the address. */
export type InList = {
  /** What the list is called, with what it is filtered by. */
  title: string
  /** The list as it was, below the dashboard. */
  to: string
  /** The rows of its page: their ids, and where they lead. */
  rows: readonly { id: string; to: string }[]
  /** How many rows were before these; unknown behind a cursor. */
  before?: number
  total: string
}

type Kept = { inList?: InList }

/** The list from which this page was opened, if it was. */
export const useInList = (): InList | undefined => useLocation({ select: ({ state }) => (state as Kept).inList })

/** As the browser's history keeps it. */
export const asState = (inList: InList): Kept => ({ inList })

type Shown<Row> = { path: string; address: ListAddress; page: Page<Row> | undefined }

/** What the page of a row shows of the list, as it is now. */
export function inListOf<Row extends { id: string }>(
  { title, filters, to }: Pick<ListSpec<Row>, 'title' | 'filters' | 'to'>,
  { path, address, page }: Shown<Row>,
  rows: readonly Row[],
  t: ListTexts,
  language: string,
): InList | undefined {
  if (!to || !page) return undefined
  const words = filters.filter(({ name }) => address.values[name]).map((filter) => wordsOf(filter, address.values, t))
  const number = new Intl.NumberFormat(language).format(page.total)
  const isExact = !('totalIsExact' in page) || page.totalIsExact
  const before = 'size' in page ? (page.page - 1) * page.size : 'page' in address.place ? 0 : undefined
  return {
    title: [title, ...words].join(' · '),
    to: withSearch(path, writeList(address)),
    rows: rows.map((row) => ({ id: row.id, to: to(row) })),
    ...(before !== undefined && { before }),
    total: isExact ? number : t.leastOf(number),
  }
}

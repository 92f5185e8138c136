import { useQuery } from '@tanstack/react-query'
import { createContext, useEffect } from 'react'
import { plural, useLanguage, useTexts } from '../../i18n/language.tsx'
import { withSearch } from '../../urls.ts'
import { Link } from '../link.tsx'
import { ErrorPanel, Loading } from '../states.tsx'
import { useZone } from '../zone.tsx'
import { firstPage, writeList } from './list-address.ts'
import type { ListSpec } from './spec.ts'
import { listTexts } from './texts.ts'
import { readTyped, withFreeText } from './typed-filters.ts'
import { loadPage } from './use-list.ts'

/** What a list makes of a text that somebody typed into the search. */
export type ReadByList = {
  /** Where the list stands, with these filters in its address. */
  to: string
  /** It understands every word, and has a filter that finds the free text. */
  isWhole: boolean
  /** How many filters it has understood. */
  known: number
  unknown: readonly string[]
  /** Text that no filter of the list finds. */
  lost: string
  /** Filters that cannot have the value that was typed, with what they can have. */
  wrong: readonly { label: string; value: string; options: readonly string[] }[]
}

export type SoughtInList = {
  text: string
  /** Where the list stands. */
  path: string
  /** Whether it is this list that shows its rows. */
  isShown: boolean
  onRead(read: ReadByList): void
  onFollow?: (() => void) | undefined
}

/** In it, a list is not a page: it says what it understands of a text, and shows the first rows that fit. */
export const SoughtContext = createContext<SoughtInList | undefined>(undefined)

/** So many rows of one list. */
const shownMax = 5

type FoundProps<Row extends { id: string }> = { spec: ListSpec<Row>; sought: SoughtInList }

export function FoundInList<Row extends { id: string }>({ spec, sought }: FoundProps<Row>) {
  const { text, path, isShown, onRead } = sought
  const typed = readTyped(text, spec.filters)
  const values = withFreeText(typed, spec.filters)
  const address = { values: values ?? typed.values, sort: '', columns: [], view: '', place: firstPage }
  const read = JSON.stringify({
    to: withSearch(path, writeList(address)),
    isWhole: values !== undefined && typed.unknown.length === 0 && typed.wrong.length === 0,
    known: Object.keys(typed.values).length,
    unknown: typed.unknown,
    lost: values === undefined ? typed.free : '',
    wrong: typed.wrong.map(({ filter, value }) => ({
      label: filter.label,
      value,
      options: (filter.options ?? []).map(({ label }) => label),
    })),
  } satisfies ReadByList)
  useEffect(() => onRead(JSON.parse(read) as ReadByList), [read, onRead])
  return isShown ? <FirstRows spec={spec} sought={sought} address={address} /> : null
}

type FirstRowsProps<Row extends { id: string }> = FoundProps<Row> & { address: Parameters<typeof loadPage>[1] }

function FirstRows<Row extends { id: string }>({ spec, sought: { path, onFollow }, address }: FirstRowsProps<Row>) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { zone } = useZone()
  const { data, error } = useQuery({
    queryKey: [...spec.listKey, 'found', address.values, zone],
    queryFn: ({ signal }) => loadPage(spec, address, { zone, signal, size: shownMax }),
  })
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Loading lines={2} />
  const isExact = !('totalIsExact' in data) || data.totalIsExact
  const count = plural(language, data.total, t.rows)
  const follow = onFollow && { onFollow }
  const [first, second, ...others] = spec.columns.filter((one) => one.phone !== 'never' && !one.isTitleUnseen)
  return (
    <section aria-label={spec.title}>
      <p className="meta">
        {spec.title}: {isExact ? count : t.leastOf(count)}
      </p>
      <ul className="plain">
        {data.data.map((row) => (
          <li key={row.id} className="found in-list">
            {first && spec.to ? (
              <Link to={spec.to(row)} className="option strong" {...follow}>
                {first.cell(row)}
              </Link>
            ) : (
              <span className="option strong">{first?.cell(row)}</span>
            )}
            {second?.cell(row)}
            <span className="meta">
              {others.map(({ name, cell }) => (
                <span key={name}>{cell(row)} </span>
              ))}
            </span>
          </li>
        ))}
        <li>
          <Link to={withSearch(path, writeList({ ...address, columns: [], view: '' }))} className="option" {...follow}>
            {t.allInList}
          </Link>
        </li>
      </ul>
    </section>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { plural, type Texts, useLanguage, useTexts } from '../i18n/language.tsx'
import type { Search } from '../urls.ts'
import { Button } from './button.tsx'
import { Field, type FieldSpec } from './field.tsx'
import { Link } from './link.tsx'
import { useRowKeys } from './row-keys.ts'
import { Empty, ErrorPanel, Loading } from './states.tsx'
import { useTitle } from './title.ts'
import { useSearch } from './url-state.ts'

const texts: Texts<{
  clear: string
  newer: string
  older: string
  page: (page: number, pages: number) => string
  nothing: string
  nothingHint: string
  export: string
  rows: Partial<Record<Intl.LDMLPluralRule, string>>
  all: string
}> = {
  en: {
    clear: 'Clear',
    newer: 'Newer',
    older: 'Older',
    page: (page, pages) => `Page ${page} of ${pages}`,
    nothing: 'Nothing fits these filters',
    nothingHint: 'Take one of them away to see more.',
    export: 'Export CSV',
    rows: { one: '# row', other: '# rows' },
    all: 'All',
  },
  ro: {
    clear: 'Golește',
    newer: 'Mai noi',
    older: 'Mai vechi',
    page: (page, pages) => `Pagina ${page} din ${pages}`,
    nothing: 'Nimic nu corespunde acestor filtre',
    nothingHint: 'Renunță la unul dintre ele pentru a vedea mai mult.',
    export: 'Exportă CSV',
    rows: { one: '# rând', few: '# rânduri', other: '# de rânduri' },
    all: 'Toate',
  },
}

export type Column<Row> = {
  title: ReactNode
  cell(row: Row): ReactNode
  isEnd?: boolean
  /** On a phone: the first line, the second line in small letters, or not at all. */
  phone?: 'first' | 'second' | 'never'
}

/** One filter: a choice, a text or a day; its name is the parameter of the address and of the call. */
export type Filter = Pick<FieldSpec, 'name' | 'label' | 'options'> & {
  kind: 'choice' | 'text' | 'date'
  /** Of a choice: what holds while the address says nothing. There is no choice of all then, unless it is an option. */
  usual?: string
}

type Page<Row> = { data: readonly Row[]; page: number; size: number; total: number }

export type ListSpec<Row extends { id: string }> = {
  title: string
  /** One sentence of what this is, above the list. */
  about?: ReactNode
  /** Begins the key of the query; what changes the list invalidates it. */
  listKey: readonly unknown[]
  filters: readonly Filter[]
  columns: readonly Column<Row>[]
  load(search: Search, page: { page: number; size: number }, signal: AbortSignal): Promise<Page<Row>>
  /** Where a row leads; without it rows are not opened. */
  to?: (row: Row) => string
  actions?: ReactNode
  /** Shown when there is nothing at all yet. */
  empty: ReactNode
  /** The address of the same list as CSV. */
  exportUrl?: (search: Search) => string
}

/** A list whose every decision is in its address. */
export function ListPage<Row extends { id: string }>(spec: ListSpec<Row>) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const [search, change] = useSearch()
  useTitle(spec.title)
  const page = Math.max(1, Number(search.page) || 1)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...spec.listKey, search],
    queryFn: ({ signal }) => spec.load(withoutPage(search), { page, size: pageSize }, signal),
    placeholderData: keepPreviousData,
  })
  const table = useRef<HTMLTableElement>(null)
  useRowKeys(table)
  const isFiltered = spec.filters.some(({ name }) => search[name])
  const pages = data ? Math.max(1, Math.ceil(data.total / data.size)) : 1
  return (
    <>
      <div className="head">
        <div>
          <h1>{spec.title}</h1>
          {spec.about && <p className="soft">{spec.about}</p>}
        </div>
        <div className="actions">
          {spec.actions}
          {spec.exportUrl && (
            <a className="button" href={spec.exportUrl(withoutPage(search))} download>
              {t.export}
            </a>
          )}
        </div>
      </div>
      {spec.filters.length > 0 && (
        <search className="filters">
          {spec.filters.map((filter) => (
            <FilterField key={filter.name} filter={filter} all={t.all} search={search} change={change} />
          ))}
          {isFiltered && (
            <Button
              look="quiet"
              shortcut="Shift+F"
              onPress={() => change(Object.fromEntries(spec.filters.map(({ name }) => [name, ''])))}
            >
              {t.clear}
            </Button>
          )}
        </search>
      )}
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={8} />
      ) : data.data.length === 0 ? (
        <div className="panel">
          {isFiltered ? (
            <Empty title={t.nothing}>
              <p className="soft">{t.nothingHint}</p>
            </Empty>
          ) : (
            spec.empty
          )}
        </div>
      ) : (
        <>
          <div className="panel rows" aria-busy={isPlaceholderData}>
            <Rows table={table} spec={spec} rows={data.data} />
          </div>
          <nav className="pager" aria-label={t.page(page, pages)}>
            <span className="meta">{plural(language, data.total, t.rows)}</span>
            <span className="meta">{t.page(page, pages)}</span>
            <span className="actions">
              <Button
                shortcut="["
                {...(page <= 1 && { whyNot: t.page(page, pages) })}
                onPress={() => change({ page: page <= 2 ? '' : String(page - 1) })}
              >
                {t.newer}
              </Button>{' '}
              <Button
                shortcut="]"
                {...(page >= pages && { whyNot: t.page(page, pages) })}
                onPress={() => change({ page: String(page + 1) })}
              >
                {t.older}
              </Button>
            </span>
          </nav>
        </>
      )}
    </>
  )
}
const pageSize = 50

const withoutPage = ({ page: _, ...search }: Search): Search => search

type RowsProps<Row extends { id: string }> = {
  table: React.RefObject<HTMLTableElement | null>
  spec: Pick<ListSpec<Row>, 'title' | 'columns' | 'to'>
  rows: readonly Row[]
}

function Rows<Row extends { id: string }>({ table, spec: { title, columns, to }, rows }: RowsProps<Row>) {
  return (
    <table className="table" ref={table}>
      <caption className="unseen">{title}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are constant
            <th key={index} scope="col" className={column.isEnd ? 'end' : ''}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map((column, index) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are constant
                key={index}
                className={[
                  column.isEnd && 'end',
                  column.phone === 'second' && 'second',
                  column.phone === 'never' && 'wide',
                ]
                  .filter(Boolean)
                  .join(' ')}
              >
                {index === 0 && to ? <Link to={to(row)}>{column.cell(row)}</Link> : column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type FilterFieldProps = {
  filter: Filter
  all: string
  search: Search
  change: (change: Search, how?: 'push' | 'replace') => void
}

/** A choice takes effect at once; what is typed, once the typing rests. */
function FilterField({ filter, all, search, change }: FilterFieldProps) {
  const { name, label, kind, options = [], usual } = filter
  const inAddress = search[name] ?? ''
  const [typed, setTyped] = useState(inAddress)
  useEffect(() => setTyped(inAddress), [inAddress])
  useEffect(() => {
    if (kind !== 'text' || typed === inAddress) return
    const timer = setTimeout(() => change({ [name]: typed.trim(), page: '' }), 400)
    return () => clearTimeout(timer)
  }, [kind, typed, inAddress, name, change])
  const choose = (chosen: string) => {
    const value = chosen === usual ? '' : chosen
    setTyped(value)
    if (kind !== 'text') change({ [name]: value, page: '' })
  }
  return (
    <Field
      name={name}
      label={label}
      kind={kind}
      value={typed === '' && usual !== undefined ? usual : typed}
      onChange={choose}
      {...(kind === 'choice' && { options: usual === undefined ? [{ value: '', label: all }, ...options] : options })}
    />
  )
}

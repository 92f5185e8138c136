import { ArrowDown, ArrowUp } from 'lucide-react'
import type { RefObject } from 'react'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../button.tsx'
import { Link } from '../link.tsx'
import { rememberRow } from '../row-keys.ts'
import type { InList } from './in-list.ts'
import type { Column, ListSpec } from './spec.ts'
import { listTexts } from './texts.ts'

export type RowsProps<Row extends { id: string }> = {
  table: RefObject<HTMLTableElement | null>
  spec: Pick<ListSpec<Row>, 'title' | 'to'>
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  sort: string
  onSort(sort: string): void
  /** What the page of a row shows of the list. */
  inList?: InList | undefined
  /** The row whose thing is shown beside the list. */
  peeked?: string | undefined
  /** Absent when nothing can be done with several rows. */
  selection?: { ids: ReadonlySet<string>; toggle(id: string): void; toggleAll(): void } | undefined
}

/** The table itself: real cells, real links, and boxes to select where there is something to do with several rows. */
export function Rows<Row extends { id: string }>(props: RowsProps<Row>) {
  const { table, spec, columns, rows, selection, inList, peeked } = props
  const t = useTexts(listTexts)
  return (
    <table className="table" ref={table}>
      <caption className="unseen">{spec.title}</caption>
      <Head {...props} />
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.id}
            data-row={row.id}
            aria-selected={selection?.ids.has(row.id)}
            {...(row.id === peeked && { 'data-current': true })}
          >
            {selection && (
              <td className="select">
                <input
                  type="checkbox"
                  aria-label={t.select(row.id)}
                  checked={selection.ids.has(row.id)}
                  onChange={() => selection.toggle(row.id)}
                />
              </td>
            )}
            {columns.map((column, index) => (
              <td key={column.name} className={classOf(column)}>
                {index === 0 && spec.to ? (
                  <Link to={spec.to(row)} state={inList} onFollow={() => rememberRow(row.id)}>
                    {column.cell(row)}
                  </Link>
                ) : (
                  column.cell(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const classOf = ({ isEnd, phone }: Pick<Column<never>, 'isEnd' | 'phone'>): string =>
  [isEnd && 'end', phone === 'second' && 'second', phone === 'never' && 'wide'].filter(Boolean).join(' ')

function Head<Row extends { id: string }>({ columns, rows, sort, onSort, selection }: RowsProps<Row>) {
  const t = useTexts(listTexts)
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className="select">
            <input
              type="checkbox"
              aria-label={t.selectAll}
              checked={rows.length > 0 && rows.every(({ id }) => selection.ids.has(id))}
              onChange={selection.toggleAll}
            />
          </th>
        )}
        {columns.map(({ name, title, isTitleUnseen, isEnd, sort: by }) => {
          const isUp = sort === by
          const isDown = sort === `-${by}`
          return (
            <th
              key={name}
              scope="col"
              className={isEnd ? 'end' : ''}
              {...(by !== undefined && { 'aria-sort': isUp ? 'ascending' : isDown ? 'descending' : 'none' })}
            >
              {by === undefined ? (
                <span className={isTitleUnseen ? 'unseen' : ''}>{title}</span>
              ) : (
                <Button
                  look="quiet"
                  className="sort"
                  label={t.sortBy(title)}
                  onPress={() => onSort(isDown ? by : `-${by}`)}
                >
                  {title}
                  {isUp && <ArrowUp size={14} aria-hidden />}
                  {isDown && <ArrowDown size={14} aria-hidden />}
                </Button>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

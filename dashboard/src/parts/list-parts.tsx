import type { Column, Filter } from '../ui/list-page.tsx'
import { optionsOf } from './status.tsx'
import { Time, useZoneName } from './time.tsx'

type Shown = Partial<Pick<Column<never>, 'name' | 'phone' | 'inFile'>> & { how?: 'day' }

/** The moment by which a long list is sorted, in the zone of the page, which its head names. */
export function useMomentColumn<Row>(
  title: string,
  at: (row: Row) => string,
  { name = 'created', phone = 'second', how, inFile }: Shown = {},
): Column<Row> {
  const zone = useZoneName()
  return {
    ...{ name, title: `${title} (${zone})`, phone, sort: 'created' },
    ...(inFile && { inFile }),
    cell: (row) => <Time at={at(row)} {...(how && { how })} />,
  }
}

/** The same of rows that say when they were made. */
export const useCreatedColumn = <Row extends { createdAt: string }>(title: string, shown?: Shown): Column<Row> =>
  useMomentColumn<Row>(title, ({ createdAt }) => createdAt, shown)

/** When the rows were made: days, or a word such as `last-7d`. */
export const createdFilter = (label: string): Filter => ({ name: 'created', label, kind: 'period' })

/** Some of a few values, or all but these: of each its word. */
export const severalFilter = (name: string, label: string, words: Readonly<Record<string, string>>): Filter => ({
  ...{ name, label, kind: 'choice', isSeveral: true, hasNot: true },
  options: optionsOf(words),
})

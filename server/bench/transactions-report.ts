import { median, ms, percentile, rounded } from './numbers.ts'
import { type Found, table } from './section.ts'

/** One page of the list. Samples in milliseconds: through HTTP, its rows by the bare driver, and the count by it. */
export type ListingRow = {
  name: string
  page: number
  total: number
  /** The list says what the database counts. */
  agrees: boolean
  list: readonly number[]
  /** Milliseconds of a processor for one page, of server and database together. */
  processor: number
  rows: readonly number[]
  count: readonly number[]
}
export type TransactionFindings = {
  stored: number
  perPage: number
  rows: readonly ListingRow[]
  /** The first readings of a list that was never counted before. */
  strange: readonly number[]
  load: { clients: number; perSecond: number; each: readonly number[] }
}

export const reportTransactions = (found: TransactionFindings): Found => ({
  inShort: inShort(found),
  text: [
    explanation(found),
    table(
      ['list', 'page', 'in all', 'p50', 'p99', 'CPU', 'bare rows', 'bare count', 'bare both', 'of it'],
      found.rows.map(({ name, page, total, list, processor, rows, count }) => [
        name,
        rounded(page),
        rounded(total),
        ...[median(list), percentile(list, 0.99), processor, median(rows), median(count)].map(rounded),
        rounded(bareOf({ rows, count })),
        `${rounded(median(list) / bareOf({ rows, count }))} ×`,
      ]),
    ),
    `${rounded(found.load.perSecond)} first pages a second for ${found.load.clients} clients, p50 ${ms(median(found.load.each))}, p99 ${ms(percentile(found.load.each, 0.99))}. The first three readings ever of this list took ${found.strange.map(ms).join(', ')}: they count it, and leave checkpoints for all that come later.`,
    differing(found),
  ].join('\n\n'),
})

const explanation = ({ stored, perPage }: TransactionFindings): string =>
  `One site with ${rounded(stored)} transactions of a year, ${perPage} on a page, one client; milliseconds; CPU is that of server and database together. Every response has all five numbers of the pagination, and \`in all\` is exact. The bare driver reads the same rows with everything that is shown of them in one statement (\`offset\` for deep pages), and counts them by another; it makes no records of them, no JSON and no HTTP. Where the list is quicker than both it does not count, but uses its row-count index.`

const bareOf = ({ rows, count }: Pick<ListingRow, 'rows' | 'count'>): number => median(rows) + median(count)

function inShort({ stored, rows }: TransactionFindings): string[] {
  const [first, ...others] = rows
  const deep = others.filter(({ name }) => name.startsWith('everything'))
  const filtered = others.filter(({ name }) => !name.startsWith('everything'))
  const slowest = filtered.toSorted((a, b) => median(b.list) - median(a.list))[0]!
  const worst = Math.max(...deep.map(({ list }) => median(list)))
  return [
    `the first page of ${rounded(stored)} in ${ms(median(first!.list))} (p99 ${ms(percentile(first!.list, 0.99))}; the bare rows and their count ${ms(bareOf(first!))}), a deep page in ${ms(worst)} (aim: as quick as the first)`,
    `a filtered page in ${ms(median(filtered.map(({ list }) => median(list))))} at the median of ${filtered.length} filters; the slowest, "${slowest.name}", in ${ms(median(slowest.list))} (the bare rows and their count ${ms(bareOf(slowest))})`,
  ]
}

function differing({ rows }: TransactionFindings): string {
  const wrong = rows.filter(({ agrees }) => !agrees).map(({ name }) => name)
  return wrong.length === 0
    ? 'Each list says of its length what the database counts.'
    : `**These lists say another length than the database counts: ${wrong.join('; ')}.**`
}

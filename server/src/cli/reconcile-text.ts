import { type BreakRecord, breakAdvice, type WholeBreak, type WholeReport } from '#acquiring/reconciliation'
import { doneBySection, section, table } from './printing.ts'

/** A report as the command line shows it: what is booked in each currency, and what is open. */
export function reportText({ id, name, connector, recordedAt, recordedBy, totals, breaks }: WholeReport): string {
  const [rows, booked] = [total(totals, 'rows'), total(totals, 'booked')]
  const open = breaks.filter(({ status }) => status === 'open')
  const openBreaks = openText[open.length] ?? `${open.length} breaks are open`
  return [
    `Report ${id}, ${name}, of ${connector}, imported ${recordedAt} by ${recordedBy}: ${booked} of ${rows} rows are booked, ${openBreaks}.`,
    ...section(
      'Booked',
      ['currency', 'rows', 'gross', 'fees', 'held back', 'net', 'transferred'],
      totals.map((one) => [
        ...[one.currency, String(one.booked), one.gross, one.fees, one.held, one.net, one.transferred],
      ]),
    ),
    ...(breaks.length === 0 ? [] : [`Breaks\n${breaksTable(breaks)}`]),
  ].join('\n\n')
}

const openText = ['no break is open', '1 break is open']

const total = (totals: WholeReport['totals'], of: 'rows' | 'booked'): number =>
  totals.reduce((sum, one) => sum + one[of], 0)

export const breaksTable = (breaks: readonly BreakRecord[]): string =>
  table(
    ['break', 'kind', 'status', 'connector', 'report', 'line', 'transaction', 'reported', 'expected', 'since'],
    breaks.map((one) => [
      ...[
        one.id,
        one.kind,
        one.status,
        one.connector,
        one.reportId ?? '',
        one.line === undefined ? '' : String(one.line),
      ],
      ...[one.transactionId ?? '', one.reported ?? '', one.expected ?? '', one.openedAt],
    ]),
  )

/** A break with its row, and what has happened to it. */
export function breakText({ row, history, audit, ...found }: WholeBreak): string {
  const about = row
    ? section(
        'Row',
        ['type', 'batch', 'entry', 'key', 'reference', 'gross', 'fees', 'net', '', 'booked', 'value'],
        [
          [
            ...[row.type, row.batch, row.entry, row.key ?? '', row.reference ?? ''],
            ...[row.gross, row.fees, row.net, row.currency, row.bookedOn, row.valueOn],
          ],
        ],
      )
    : []
  return [
    breaksTable([found]),
    ...(found.status === 'open' ? [`What to do: ${breakAdvice[found.kind]}`] : []),
    ...about,
    ...section(
      'History',
      ['at', 'action', 'status', 'by', 'note'],
      history.map(({ at, action, status, actor, note }) => [at, action, status, actor, note ?? '']),
    ),
    ...doneBySection(audit),
  ].join('\n\n')
}

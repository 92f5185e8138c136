import { z } from 'zod'
import { isoCurrencies } from '#kernel/base/assets.ts'
import { type Column, type FileRow, problemOf, type RowProblem } from '#kernel/base/file-row.ts'
import { type Currency, parseMoney } from '#kernel/base/money.ts'
import { date, oneOf, optional, text } from '#kernel/http/field.ts'
import { type ReportRow, type RowType, rowTypes } from './report.ts'

const amountText = text({ max: 19, pattern: /^-?\d{1,13}(?:\.\d{1,4})?$/, what: 'an amount such as 42.99 or -42.99' })
const name = (what: string) => text({ min: 1, max: 100, what })

/** The fields of a row, in a file or in JSON. */
export const reportFields = z.object({
  connector: name('the name of the connector'),
  entry: name("the acquirer's name of this row"),
  batch: name("the acquirer's name of the transfer to your bank"),
  type: oneOf(rowTypes),
  key: optional(name('the key of our authorization, refund or payout')),
  reference: optional(name("the acquirer's name of the transaction or dispute")),
  currency: oneOf(isoCurrencies),
  gross: amountText,
  fees: amountText,
  net: amountText,
  bookedOn: date(),
  valueOn: date(),
})
export type SentRow = z.output<typeof reportFields>

export const reportColumns: readonly Column[] = Object.entries(reportFields.shape).map(([column, schema]) => ({
  name: column,
  isRequired: !schema.safeParse(undefined).success,
}))

/** A row as a file has it, or as JSON that was read already. */
export type UncheckedReportRow = FileRow | { line: number; sent: SentRow }

/** Reads a row, and says everything that is wrong with it by itself. */
export function readReportRow(row: UncheckedReportRow): { row: ReportRow } | { problems: readonly RowProblem[] } {
  if ('sent' in row) return rowOf(row.sent, row.line)
  if ('problem' in row) return { problems: [row.problem] }
  const parsed = reportFields.safeParse(row.columns)
  return parsed.success ? rowOf(parsed.data, row.line) : { problems: parsed.error.issues.map(problemOf) }
}

function rowOf(sent: SentRow, line: number): { row: ReportRow } | { problems: readonly RowProblem[] } {
  const { gross, fees, net, currency } = sent
  const amounts = {
    gross: readSigned(gross, currency),
    fees: readSigned(fees, currency),
    net: readSigned(net, currency),
  }
  const unread = Object.entries(amounts).filter(([, minor]) => minor === undefined)
  if (unread.length > 0)
    return { problems: unread.map(([field]) => ({ field, message: `has more decimals than ${currency}` })) }
  const [grossMinor, feesMinor, netMinor] = [amounts.gross!, amounts.fees!, amounts.net!]
  const { connector, entry, batch, type, key, reference, bookedOn, valueOn } = sent
  const row: ReportRow = {
    ...{ line, connector, entry, batch, type, key, reference },
    ...{ currency, grossMinor, feesMinor, netMinor, bookedOn, valueOn },
  }
  const problems = problemsOf(row)
  return problems.length > 0 ? { problems } : { row }
}

function readSigned(digits: string, currency: Currency): bigint | undefined {
  const minor = parseMoney(digits.replace('-', ''), currency)?.minor
  return minor !== undefined && digits.startsWith('-') ? -minor : minor
}

function problemsOf({ type, key, reference, grossMinor, feesMinor, netMinor }: ReportRow): RowProblem[] {
  const problems: RowProblem[] = []
  if (netMinor !== grossMinor - feesMinor) problems.push({ field: 'net', message: 'is not gross less fees' })
  const sign = signs[type]
  if (sign === 'credit' && grossMinor <= 0n) problems.push({ field: 'gross', message: `of a ${type} is above zero` })
  if (sign === 'debit' && grossMinor >= 0n) problems.push({ field: 'gross', message: `of a ${type} is below zero` })
  if (type === 'fee' && grossMinor !== 0n) problems.push({ field: 'gross', message: 'of a fee is zero: it is in fees' })
  if ((type === 'reserve' || type === 'transfer') && feesMinor !== 0n)
    problems.push({ field: 'fees', message: `of a ${type} are a row of their own, of type fee` })
  if (sign && key === undefined && reference === undefined)
    problems.push({ field: 'key', message: 'or reference must say which transaction it is' })
  return problems
}

/** Which way the money of a transaction goes. */
const signs: Readonly<Partial<Record<RowType, 'credit' | 'debit'>>> = {
  capture: 'credit',
  reversal: 'debit',
  refund: 'debit',
  chargeback: 'debit',
  representment: 'credit',
  payout: 'debit',
  reinstatement: 'credit',
  captureFailure: 'debit',
}

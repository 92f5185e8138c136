import { z } from 'zod'
import { isoCurrencies } from '#kernel/base/assets.ts'
import { type Column, type FileRow, problemOf, type RowProblem } from '#kernel/base/file-row.ts'
import { parseMoney } from '#kernel/base/money.ts'
import { date, oneOf, optional, text, wholeNumber } from '#kernel/http/field.ts'
import { dayKey, type Movement, movements, type ReportedDay, type Sum } from './report.ts'

const amountText = text({ max: 18, pattern: /^\d{1,13}(?:\.\d{1,4})?$/, what: 'an amount such as 42.99' })
const count = wholeNumber({ min: 0, max: 1e9 })

/** How many columns of the file name each movement: how many there were, and what they come to. */
const columnsOf: Readonly<Record<Movement, readonly [count: string, amount: string]>> = {
  clearing: ['clearings', 'cleared'],
  refund: ['refunds', 'refunded'],
  chargeback: ['chargebacks', 'chargedBack'],
  representment: ['representments', 'represented'],
  fee: ['fees', 'charged'],
}

/** The fields of a row, in a file or in JSON. */
export const reportFields = z.object({
  day: date(),
  currency: oneOf(isoCurrencies),
  clearings: count,
  cleared: amountText,
  refunds: count,
  refunded: amountText,
  chargebacks: optional(count),
  chargedBack: optional(amountText),
  representments: optional(count),
  represented: optional(amountText),
  fees: optional(count),
  charged: optional(amountText),
})

export const reportColumns: readonly Column[] = Object.entries(reportFields.shape).map(([name, schema]) => ({
  name,
  isRequired: !schema.safeParse(undefined).success,
}))

/** As a file has them, or as JSON that was read already. */
export type ReportRows = AsyncIterable<FileRow> | Iterable<{ line: number; sent: z.output<typeof reportFields> }>

type Read = { day: ReportedDay } | { problems: readonly RowProblem[] }

/** Reads a row, and says everything that is wrong with it. */
function readReportRow(row: FileRow): Read {
  if ('problem' in row) return { problems: [row.problem] }
  const parsed = reportFields.safeParse(row.columns)
  if (!parsed.success) return { problems: parsed.error.issues.map(problemOf) }
  return dayOf(parsed.data, row.line)
}

/** `line`: its place, by which what is wrong with it is found. */
function dayOf(sent: z.output<typeof reportFields>, line: number): Read {
  const { day, currency } = sent
  const problems: RowProblem[] = []
  const sumOf = (movement: Movement): Sum => {
    const [countName, amountName] = columnsOf[movement]
    const fields: Readonly<Record<string, unknown>> = sent
    const amount = parseMoney(String(fields[amountName] ?? '0'), currency)
    if (!amount) problems.push({ field: amountName, message: `has more decimals than ${currency}` })
    return { count: Number(fields[countName] ?? 0), minor: amount?.minor ?? 0n }
  }
  const sums = Object.fromEntries(movements.map((movement) => [movement, sumOf(movement)])) as ReportedDay['sums']
  return problems.length > 0 ? { problems } : { day: { day, currency, line, sums } }
}

/** All rows of a file, or what is wrong with the first ones, in words. */
export async function readReport(rows: ReportRows): Promise<{ days: ReportedDay[]; wrong: string[] }> {
  const days = new Map<string, ReportedDay>()
  const wrong: string[] = []
  for await (const row of rows) {
    const { line } = row
    const read = 'sent' in row ? dayOf(row.sent, line) : readReportRow(row)
    if ('problems' in read)
      wrong.push(...read.problems.map(({ field, message }) => `line ${line}, ${field}: ${message}`))
    else if (days.has(dayKey(read.day))) wrong.push(`line ${line}: ${dayKey(read.day)} is above it already`)
    else days.set(dayKey(read.day), read.day)
    if (days.size > daysMax) wrong.push(`there are more than ${daysMax} rows; send them in parts`)
    if (wrong.length >= wrongMax || days.size > daysMax) break
  }
  return { days: [...days.values()], wrong }
}
/** Ten years of ten currencies. */
const daysMax = 36_500
/** As many as a person reads. */
const wrongMax = 20

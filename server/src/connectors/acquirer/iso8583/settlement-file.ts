import { currencyOfNumber } from '#connectors/iso8583/currencies.ts'
import { isoCurrencies } from '#kernel/base/assets.ts'
import { type FileRow, inParts } from '#kernel/base/file-row.ts'
import { type Currency, formatMoney, money } from '#kernel/base/money.ts'
import type { FileChunks } from '../processor.ts'
import type { FileColumn, RecordKind, SettlementFileLayout } from './profile-settlement-file.ts'
import { type FileLine, linesOf } from './settlement-lines.ts'

/** What a line says, before its payment is looked for. */
export type SettledLine = {
  line: number
  kind: Exclude<RecordKind, 'ignored'>
  entry: string
  batch: string
  currency: Currency
  grossMinor: bigint
  feesMinor: bigint
  bookedOn: string
  valueOn: string
  rrn: string | undefined
  stan: string | undefined
  authorizationCode: string | undefined
  transactionOn: string | undefined
}

/** By which a report knows a transaction: our key, or the acquirer's name of it. */
export type Joined = { key: string; reference: string }
export type Join = (lines: readonly SettledLine[]) => Promise<readonly Joined[]>

type Reading = { connector: string; layout: SettlementFileLayout; join: Join }

/**
 * The rows of an acquirer's file as those of a report, one after the other. A line that cannot be read is a row with a
 * problem. What an acquirer transfers is in the file, or it is the sum of each batch and currency.
 */
export async function* settledRows(chunks: FileChunks, { connector, layout, join }: Reading): AsyncGenerator<FileRow> {
  const sums = new Map<string, SettledLine>()
  for await (const part of inParts(readLines(chunks, layout), linesAtOnce)) {
    const read = part.flatMap((one) => ('problem' in one ? [] : [one]))
    const joined = new Map((await join(read)).map((found, index) => [read[index]!, found]))
    for (const one of part) {
      if (!('problem' in one) && layout.transfers === 'sums') add(sums, one)
      yield 'problem' in one ? one : rowOf(connector, one, joined.get(one))
    }
  }
  for (const sum of sums.values()) if (sum.grossMinor !== 0n) yield rowOf(connector, sum, undefined)
}
const linesAtOnce = 500

type ReadLine = SettledLine | Extract<FileRow, { problem: unknown }>

async function* readLines(chunks: FileChunks, layout: SettlementFileLayout): AsyncGenerator<ReadLine> {
  /** How many rows of each batch came, for files that do not name them. */
  const counts = new Map<string, number>()
  for await (const one of linesOf(chunks, layout)) {
    const read = readLine(one, layout, counts)
    if (read) yield read
  }
}

const problem = (line: number, field: string, message: string): ReadLine => ({ line, problem: { field, message } })

function readLine(
  { line, at }: FileLine,
  layout: SettlementFileLayout,
  counts: Map<string, number>,
): ReadLine | undefined {
  const { columns, records } = layout
  const kind = records[at(columns.record)]
  if (kind === 'ignored') return undefined
  if (!kind) return problem(line, nameOf(columns.record), 'it is none of the records of the profile')
  const currency = currencyIn(columns.currency ? at(columns.currency) : layout.currency!)
  if (!currency) return problem(line, nameOf(columns.currency!), 'is no currency')
  const amount = amountIn(at(columns.amount), layout, currency)
  if (amount === undefined) return problem(line, nameOf(columns.amount), 'is no amount as the profile has it')
  const fees = columns.fees.map((column) => [column, amountIn(at(column), layout, currency)] as const)
  const unread = fees.find(([, fee]) => fee === undefined)
  if (unread) return problem(line, nameOf(unread[0]), 'is no amount as the profile has it')
  const dates = [columns.bookedOn, columns.valueOn ?? columns.bookedOn].map((column) => dateIn(at(column), layout))
  if (dates.some((date) => date === undefined))
    return problem(line, 'bookedOn', `a date is not written ${layout.dates}`)
  const gross = signed(amount, { kind, sign: columns.sign && at(columns.sign), debits: layout.debits })
  const batch = at(columns.batch)
  const nth = (counts.get(batch) ?? 0) + 1
  counts.set(batch, nth)
  const text = (column: FileColumn | undefined) => (column && at(column)) || undefined
  return {
    ...{ line, kind, batch, currency },
    entry: text(columns.entry) ?? `${batch}-${nth}`,
    // The money of a fee of no transaction is what is kept: a debit of ours.
    grossMinor: kind === 'fee' ? 0n : gross,
    feesMinor: kind === 'fee' ? -gross : fees.reduce((sum, [, fee]) => sum + fee!, 0n),
    ...{ bookedOn: dates[0]!, valueOn: dates[1]! },
    ...{ rrn: text(columns.rrn), stan: text(columns.stan), authorizationCode: text(columns.authorizationCode) },
    transactionOn: columns.transactionOn && dateIn(at(columns.transactionOn), layout),
  }
}

const nameOf = (column: FileColumn): string =>
  typeof column === 'string' ? column : `characters ${column.at} to ${column.at + column.length - 1}`

/** Three letters, or the number of ISO 4217. */
const currencyIn = (text: string): Currency | undefined =>
  isoCurrencies.find((code) => code === text) ?? currencyOfNumber(text)

/** In minor units, with its own sign if it has one. Empty is nothing. */
function amountIn(text: string, { amounts }: SettlementFileLayout, currency: Currency): bigint | undefined {
  const [, sign = '', unsigned = ''] = /^([+-]?)(.*)$/.exec(text === '' ? '0' : text) ?? []
  const minor = amounts === 'minor' ? unsigned : minorText(unsigned, amounts === 'point' ? '.' : ',', currency)
  if (minor === undefined || !/^\d{1,18}$/.test(minor)) return undefined
  return sign === '-' ? -BigInt(minor) : BigInt(minor)
}

/** Digits of minor units of `1.234,50`, whose mark is the comma. */
function minorText(text: string, mark: '.' | ',', currency: Currency): string | undefined {
  const [whole = '', decimals = '', ...more] = text.replaceAll(mark === '.' ? /[, ]/g : /[. ]/g, '').split(mark)
  const scale = formatMoney(money(0n, currency)).split('.')[1]?.length ?? 0
  return more.length > 0 || decimals.length > scale ? undefined : `${whole}${decimals.padEnd(scale, '0')}`
}

const debitKinds: ReadonlySet<RecordKind> = new Set([
  ...(['reversal', 'refund', 'chargeback', 'payout', 'captureFailure', 'fee', 'transfer'] as const),
])

/** Above zero when it is credited to us: by its column, by its own sign, or by what it is. */
function signed(
  amount: bigint,
  { kind, sign, debits }: { kind: RecordKind; sign: string | undefined; debits: readonly string[] },
): bigint {
  if (sign !== undefined) return debits.includes(sign) ? -amount : amount
  return amount > 0n && debitKinds.has(kind) ? -amount : amount
}

/** As `2026-05-31`. */
function dateIn(text: string, { dates }: SettlementFileLayout): string | undefined {
  if (text.length !== dates.length) return undefined
  const digits = (part: string) => [...text].filter((_, index) => dates[index] === part).join('')
  const [year, month, day] = [digits('Y'), digits('M'), digits('D')]
  const whole = `${year.length === 2 ? '20' : ''}${year}-${month}-${day}`
  try {
    return Temporal.PlainDate.from(whole).toString() === whole ? whole : undefined
  } catch {
    return undefined
  }
}

function add(sums: Map<string, SettledLine>, one: SettledLine): void {
  const { batch, currency, grossMinor, feesMinor } = one
  const name = `${batch} ${currency}`
  const before = sums.get(name)?.grossMinor ?? 0n
  sums.set(name, {
    ...one,
    ...{ kind: 'transfer', entry: `${batch}-transfer-${currency}`, feesMinor: 0n },
    ...{ rrn: undefined, stan: undefined, authorizationCode: undefined },
    grossMinor: before - grossMinor + feesMinor,
  })
}

const rowOf = (connector: string, one: SettledLine, joined: Joined | undefined): FileRow => {
  const { line, currency, grossMinor, feesMinor, entry, batch, kind, bookedOn, valueOn } = one
  const written = (minor: bigint) => formatMoney(money(minor, currency))
  return {
    line,
    columns: {
      ...{ connector, entry, batch, type: kind, key: joined?.key ?? '', reference: joined?.reference ?? '', currency },
      ...{ gross: written(grossMinor), fees: written(feesMinor), net: written(grossMinor - feesMinor) },
      ...{ bookedOn, valueOn },
    },
  }
}

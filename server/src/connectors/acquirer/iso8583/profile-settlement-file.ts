import { z } from 'zod'
import { isoCurrencies } from '#kernel/base/assets.ts'

/** What a row of the file may be: the rows of a report (docs/operating/reconciliation.md), or one that says nothing. */
const recordKinds = [
  'capture',
  'reversal',
  'refund',
  'chargeback',
  'representment',
  'payout',
  'reinstatement',
  'captureFailure',
  'fee',
  'reserve',
  'adjustment',
  'transfer',
  'ignored',
] as const
export type RecordKind = (typeof recordKinds)[number]

/** In CSV the name of a column; in a file of fixed width some characters of the line, the first of which is 1. */
const column = z.union([
  z.string().min(1).max(60),
  z.strictObject({ at: z.number().int().min(1).max(9_999), length: z.number().int().min(1).max(999) }),
])
export type FileColumn = z.output<typeof column>

const texts = z.array(z.string().min(1).max(20)).min(1)

/** The file in which an acquirer says what it has settled: where each fact stands, and how it is written. */
export const settlementFile = z
  .strictObject({
    format: z.enum(['csv', 'fixed']),
    encoding: z.enum(['utf-8', 'latin1']).default('utf-8'),
    separator: z.string().length(1).default(','),
    columns: z.strictObject({
      record: column,
      entry: column.optional(),
      batch: column,
      amount: column,
      sign: column.optional(),
      fees: z.array(column).max(10).default([]),
      currency: column.optional(),
      bookedOn: column,
      valueOn: column.optional(),
      rrn: column.optional(),
      stan: column.optional(),
      authorizationCode: column.optional(),
      transactionOn: column.optional(),
    }),
    records: z.record(z.string().min(1).max(40), z.enum(recordKinds)),
    currency: z.enum(isoCurrencies).optional(),
    amounts: z.enum(['minor', 'point', 'comma']).default('minor'),
    debits: texts.default(['D', '-']),
    dates: z
      .string()
      .regex(/^(?=.*YY)(?=.*MM)(?=.*DD)[YMD.\-/]{6,10}$/, 'a date such as YYYYMMDD or DD.MM.YYYY')
      .default('YYYYMMDD'),
    join: z.enum(['rrn', 'stan', 'authorizationCode']).default('rrn'),
    transfers: z.enum(['rows', 'sums']).default('rows'),
  })
  .superRefine(({ format, columns, join, currency, records, transfers }, { addIssue }) => {
    const wrong = (path: string[], message: string) => addIssue({ code: 'custom', path, message })
    const isNamed = format === 'csv'
    for (const [name, given] of Object.entries(columns))
      for (const one of Array.isArray(given) ? given : [given])
        if (one !== undefined && (typeof one === 'string') !== isNamed)
          wrong(['columns', name], isNamed ? 'the name of a column' : '"at" and "length": the file is of fixed width')
    if (!columns[join]) wrong(['columns', join], 'it is missing: rows are joined by it')
    if (join !== 'rrn' && !columns.transactionOn)
      wrong(['columns', 'transactionOn'], `it is missing: a ${join} is used again on another day`)
    if (!columns.currency && !currency) wrong(['currency'], 'it or columns.currency must say the currency')
    if (transfers === 'rows' && !Object.values(records).includes('transfer'))
      wrong(['records'], 'none is a transfer; when the file has none, say "transfers": "sums"')
  })
export type SettlementFileLayout = z.output<typeof settlementFile>

import { importRows, type RowResult } from '#acquiring/shoppers'
import type { Site } from '#core/directory'
import type { App } from '../../src/app/compose.ts'
import { tryMovedCard } from '../../src/surfaces/merchant-api/card-parser.ts'

const columns = [
  'reference',
  'identifier',
  'email',
  'firstName',
  'cardNumber',
  'cardExpiryDate',
  'cardHolderName',
  'networkTransactionId',
  'networkTransactionDate',
] as const

/** A row of a file of cards, in the order of `csvOf`. */
export function cardRow(reference: string, fields: Partial<Record<(typeof columns)[number], string>> = {}): string[] {
  const row = {
    reference,
    identifier: 'ana',
    email: '',
    firstName: '',
    cardNumber: '4111111111111111',
    cardExpiryDate: '12/34',
    cardHolderName: 'Ana Pop',
    networkTransactionId: 'MCC1234560504',
    networkTransactionDate: '1770000000000',
    ...fields,
  }
  return columns.map((column) => row[column])
}

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  [columns, ...rows].map((row) => row.join(',')).join('\n')

/** Imports the rows as `florin card import` does. */
export async function importsCards(app: App, site: Site, rows: readonly (readonly string[])[]): Promise<RowResult[]> {
  const today = app.clock.now().toZonedDateTimeISO(site.timeZone).toPlainDate()
  const named = async function* () {
    for (const [index, row] of rows.entries())
      yield { line: index + 2, columns: Object.fromEntries(columns.map((column, nth) => [column, row[nth]])) }
  }
  const results = importRows(app, {
    by: { actor: 'operator', fromWhere: 'command line' },
    site,
    fileName: 'cards.csv',
    rows: named(),
    readCard: (fields) => tryMovedCard(fields, today),
    isDryRun: false,
  })
  return (await Array.fromAsync(results)).flat()
}

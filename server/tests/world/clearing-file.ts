import { createHash } from 'node:crypto'
import { beginFile, clearFile, sumFile } from '#issuing/spending'
import type { App } from '../../src/app/compose.ts'

/** Rows of clearing files, by the names of their columns. */
export type ClearingColumns = Readonly<Record<string, string>>

let ids = 0

/** A presentment of 10.00 EUR at the bakery; it needs a card number, or references. */
export const presentment = (columns: ClearingColumns): ClearingColumns => ({
  kind: 'clearing',
  acquirerId: '400001',
  presentmentId: `row-${++ids}`,
  amount: '10.00',
  currency: 'EUR',
  merchantId: 'MERCHANT0000001',
  merchantName: 'Florin Bakery',
  merchantCategory: '5411',
  ...columns,
})

export const total = (currency: string, amount: string, count: number): ClearingColumns => ({
  kind: 'total',
  currency,
  amount,
  count: String(count),
})

/** A file of these rows, with the columns that they have. */
export function clearingCsv(rows: readonly ClearingColumns[]): string {
  const names = [...new Set([presentment({ cardNumber: '' }), ...rows].flatMap(Object.keys))]
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('')
}

/** Clears the rows as `florin network clear` does, and returns what each has come to. */
export async function clearsFile(app: App, rows: readonly ClearingColumns[]) {
  const fileRows = async function* () {
    for (const [index, columns] of rows.entries()) yield { line: index + 2, columns }
  }
  const by = { actor: 'operator', fromWhere: 'command line' }
  const digest = createHash('sha256').update(clearingCsv(rows)).digest()
  const { rowCount } = await sumFile(fileRows())
  const file = await beginFile(app, { by, name: 'clearing.csv', digest, rowCount })
  return (await Array.fromAsync(clearFile(app, { by, file, rows: fileRows() }))).flat()
}

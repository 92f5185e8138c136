import { expect, test } from 'vitest'
import { settlementFile } from './profile-settlement-file.ts'
import { settledRows } from './settlement-file.ts'

const csv = {
  format: 'csv',
  separator: ';',
  columns: {
    record: 'Type',
    batch: 'Payment',
    amount: 'Amount',
    fees: ['Interchange', 'Commission'],
    currency: 'Currency',
    bookedOn: 'Date',
    rrn: 'RRN',
  },
  records: { SALE: 'capture', CRED: 'refund', FEE: 'fee', PAY: 'transfer', HEAD: 'ignored' },
  amounts: 'comma',
  dates: 'DD.MM.YYYY',
}
const header = 'Type;Payment;Amount;Interchange;Commission;Currency;Date;RRN;Terminal'

const fixed = {
  format: 'fixed',
  encoding: 'latin1',
  columns: {
    record: { at: 1, length: 2 },
    batch: { at: 3, length: 6 },
    entry: { at: 9, length: 4 },
    amount: { at: 13, length: 8 },
    sign: { at: 21, length: 1 },
    fees: [{ at: 22, length: 4 }],
    bookedOn: { at: 26, length: 6 },
    stan: { at: 32, length: 6 },
    transactionOn: { at: 38, length: 6 },
  },
  records: { '10': 'capture', '20': 'refund', '00': 'ignored', '99': 'transfer' },
  currency: 'EUR',
  debits: ['D'],
  dates: 'YYMMDD',
  join: 'stan',
}

async function* inBytes(text: string, encoding: BufferEncoding = 'utf8') {
  // Chunks end anywhere.
  for (const byte of Buffer.from(text, encoding)) yield Uint8Array.of(byte)
}

async function read(given: object, text: string, encoding?: BufferEncoding) {
  const rows = settledRows(inBytes(text, encoding), {
    connector: 'host',
    layout: settlementFile.parse(given),
    join: async (lines) => lines.map(({ rrn, stan }) => ({ key: stan ? `key-${stan}` : '', reference: rrn ?? '' })),
  })
  return Array.fromAsync(rows)
}
const brief = (rows: Awaited<ReturnType<typeof read>>) =>
  rows.map((row) => {
    if ('problem' in row) return `${row.line} ${row.problem.field}: ${row.problem.message}`
    const { type, entry, batch, key, reference, currency, gross, fees, net, bookedOn } = row.columns
    return [row.line, type, entry, batch, key || reference || '-', currency, gross, fees, net, bookedOn].join(' ')
  })

test('a CSV file with columns of its own is read as the rows of a report, its fees together', async () => {
  const text = [
    header,
    'HEAD;P1;;;;;;;',
    'SALE;P1;1.234,50;3,20;1,05;EUR;28.11.2026;633212000001;T1',
    'CRED;P1;10,00;;;978;28.11.2026;633212000002;T1',
    'FEE;P1;2,00;;;EUR;28.11.2026;;T1',
    'PAY;P1;1.218,25;;;EUR;28.11.2026;;T1',
  ].join('\r\n')
  expect(brief(await read(csv, text))).toEqual([
    '3 capture P1-1 P1 633212000001 EUR 1234.50 4.25 1230.25 2026-11-28',
    '4 refund P1-2 P1 633212000002 EUR -10.00 0.00 -10.00 2026-11-28',
    '5 fee P1-3 P1 - EUR 0.00 2.00 -2.00 2026-11-28',
    '6 transfer P1-4 P1 - EUR -1218.25 0.00 -1218.25 2026-11-28',
  ])
})

test('a file of fixed width is read by places, with its own signs and names of rows', async () => {
  const text = [
    '00 ACQUIRER É',
    '10B00001E00100001000C0012261128000123261127',
    '20B00001E00200000400D0000261128000124261127',
    '99B00001E00300000588D0000261128',
    '',
  ].join('\n')
  expect(brief(await read(fixed, text, 'latin1'))).toEqual([
    '2 capture E001 B00001 key-000123 EUR 10.00 0.12 9.88 2026-11-28',
    '3 refund E002 B00001 key-000124 EUR -4.00 0.00 -4.00 2026-11-28',
    '4 transfer E003 B00001 - EUR -5.88 0.00 -5.88 2026-11-28',
  ])
})

test('a file without transfers has the sum of each batch and currency as one', async () => {
  const { PAY: _, ...records } = csv.records
  const text = [
    header,
    'SALE;P1;10,00;0,10;;EUR;28.11.2026;1;',
    'SALE;P1;20,00;;;RON;28.11.2026;2;',
    'CRED;P2;5,00;;;EUR;29.11.2026;3;',
    'SALE;P1;1,00;;;EUR;28.11.2026;4;',
  ].join('\n')
  expect(brief(await read({ ...csv, records, transfers: 'sums' }, text)).slice(4)).toEqual([
    '5 transfer P1-transfer-EUR P1 - EUR -10.90 0.00 -10.90 2026-11-28',
    '3 transfer P1-transfer-RON P1 - RON -20.00 0.00 -20.00 2026-11-28',
    '4 transfer P2-transfer-EUR P2 - EUR 5.00 0.00 5.00 2026-11-29',
  ])
})

test.each([
  ['XXXX;P1;1,00;;;EUR;28.11.2026;1;', 'Type: it is none of the records of the profile'],
  ['SALE;P1;1.00;;;EUR;28.11.2026;1;', undefined],
  ['SALE;P1;1,005;;;EUR;28.11.2026;1;', 'Amount: is no amount as the profile has it'],
  ['SALE;P1;1,00;x;;EUR;28.11.2026;1;', 'Interchange: is no amount as the profile has it'],
  ['SALE;P1;1,00;;;EURO;28.11.2026;1;', 'Currency: is no currency'],
  ['SALE;P1;1,00;;;EUR;31.11.2026;1;', 'bookedOn: a date is not written DD.MM.YYYY'],
])('a line that cannot be read is named: %s', async (line, wrong) => {
  const [row] = brief(await read(csv, `${header}\n${line}`))
  if (wrong) expect(row).toBe(`2 ${wrong}`)
  // A point groups thousands where the comma is the mark.
  else expect(row).toContain(' EUR 100.00 ')
})

test('a file that lacks a column of the profile is refused by its name', async () => {
  await expect(read(csv, 'Type;Amount\nSALE;1,00')).rejects.toThrow('no column')
})

test.each([
  [{ ...csv, columns: { ...csv.columns, rrn: undefined } }, 'rows are joined by it'],
  [{ ...csv, columns: { ...csv.columns, batch: { at: 1, length: 2 } } }, 'the name of a column'],
  [{ ...fixed, columns: { ...fixed.columns, batch: 'Batch' } }, 'the file is of fixed width'],
  [{ ...fixed, columns: { ...fixed.columns, transactionOn: undefined } }, 'used again on another day'],
  [{ ...fixed, currency: undefined }, 'must say the currency'],
  [{ ...csv, records: { SALE: 'capture' } }, 'none is a transfer'],
  [{ ...csv, dates: 'YYYYDDDD' }, 'a date such as'],
])('a shape that could not be read is refused with what is wrong (%#)', (given, wrong) => {
  const parsed = settlementFile.safeParse(given)
  expect(parsed.error?.issues.map(({ message }) => message).join()).toContain(wrong)
})

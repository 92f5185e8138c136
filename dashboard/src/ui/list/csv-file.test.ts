import { expect, test } from 'vitest'
import { rowsOfCsv } from '../../parts/csv.ts'
import { csvOf } from './csv-file.ts'

test('the selected rows are written under the names of the interface, and read back as they were', () => {
  const rows = [
    { id: '1001', note: 'say "hello", twice', amount: '-5.00' },
    { id: '1002', note: 'two\r\nlines', actions: ['refund'] },
  ]
  expect(rowsOfCsv(csvOf(rows))).toEqual([rows[0], { id: '1002', note: 'two\r\nlines', actions: '["refund"]' }])
})

test('no cell is a formula to a spreadsheet', () => {
  expect(csvOf([{ a: '=1+1', b: '@sum', c: '-cmd', d: '-12.50' }])).toBe("a,b,c,d\r\n'=1+1,'@sum,'-cmd,-12.50\r\n")
})

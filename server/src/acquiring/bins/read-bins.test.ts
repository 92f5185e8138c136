import { expect, test } from 'vitest'
import { readBins } from './read-bins.ts'

const read = (...lines: string[]) => Array.fromAsync(readBins([lines.join('\n')]))

test('a table has the columns that it names, in any order, and cells may be quoted', async () => {
  expect(await read('\uFEFFBank,bin,country', '"Banca ""Una"", S.A.",411111,ro', '', ' Two , 41111122, ')).toEqual([
    { low: 41111100000n, high: 41111199999n, facts: { bank: 'Banca "Una", S.A.', country: 'RO' } },
    { low: 41111122000n, high: 41111122999n, facts: { bank: 'Two' } },
  ])
})

test('a range from one number to another is cut at each group of six digits', async () => {
  expect(await read('from,to,type', '41111150000,411113,debit')).toEqual([
    { low: 41111150000n, high: 41111199999n, facts: { type: 'debit' } },
    { low: 41111200000n, high: 41111299999n, facts: { type: 'debit' } },
    { low: 41111300000n, high: 41111399999n, facts: { type: 'debit' } },
  ])
})

test.each([
  ['nothing', [], 'Line 1'],
  ['no name of a column', ['411111,visa'], 'Line 1 names the columns'],
  ['no column of digits', ['brand,bank'], 'Line 1 names no column bin'],
  ['too few digits', ['bin', '411111', '41111'], 'Line 3 has "41111"'],
  ['too many digits', ['bin', '411111111111'], 'Line 2 has "411111111111"'],
  ['a country by name', ['bin,country', '411111,Romania'], 'Line 2 has Romania as country'],
  ['a cell too many', ['bin,bank', '411111,One,Two'], 'Line 2 has 3 cells and not 2'],
  ['an open quotation mark', ['bin,bank', '411111,"One'], 'Line 2 has a quotation mark'],
  ['a range that runs backwards', ['from,to', '411112,411111'], 'Line 2 ends at 411111'],
  ['a range of everything', ['from,to', '400000,499999'], 'Line 2 spans more than'],
])('%s is refused with the number of its line', async (_, lines, message) => {
  await expect(read(...lines)).rejects.toThrow(message)
})

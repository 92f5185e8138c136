import { expect, test } from 'vitest'
import { readCsvRows } from './read-csv.ts'

type Row = { record: string[]; info: { lines: number } }

const read = async (chunks: AsyncIterable<string> | Iterable<string>) => {
  const rows: Row[] = []
  for await (const row of readCsvRows<Row>(chunks, {})) rows.push(row)
  return rows.map(({ record, info }) => [info.lines, ...record])
}

test('rows are read across the borders of chunks, with the numbers of their lines', async () => {
  expect(await read(['a,"b\n', 'c"\n\n', 'd, e'])).toEqual([
    [2, 'a', 'b\nc'],
    [4, 'd', 'e'],
  ])
})

test('a text that cannot be read any further ends the rows with its error', async () => {
  async function* breaking() {
    yield 'a,b\n'
    throw new Error('the disk is gone')
  }
  await expect(read(breaking())).rejects.toThrow('the disk is gone')
})

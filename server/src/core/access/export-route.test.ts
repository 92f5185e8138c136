import { expect, test } from 'vitest'
import { csvOf, type Exported, exportName } from './export-route.ts'

type Row = { id: bigint; note: string; at: Temporal.Instant }
const at = Temporal.Instant.from('2026-05-04T22:30:00.123Z')
const columns: Exported<Row>['columns'] = {
  id: ({ id }) => String(id),
  note: ({ note }) => note,
  at: (row) => row.at,
  nothing: () => undefined,
}

test('a file says its time zone, writes moments in it, and has no text that a spreadsheet would compute', async () => {
  const rows = [
    { id: 1n, note: '=HYPERLINK("http://evil.example")', at },
    { id: 7n, note: 'Bread, "rye"', at },
    { id: 8n, note: '-5.00', at },
  ]
  const parts = await Array.fromAsync(csvOf({ columns, rowsAfter: async () => rows }, 'Europe/Bucharest'))
  expect(parts.join('').split('\r\n')).toEqual([
    'id,note,at,nothing,times are in Europe/Bucharest',
    `1,"'=HYPERLINK(""http://evil.example"")",2026-05-05T01:30:00+03:00,,`,
    '7,"Bread, ""rye""",2026-05-05T01:30:00+03:00,,',
    '8,-5.00,2026-05-05T01:30:00+03:00,,',
    '',
  ])
})

test('a list of any length is read in parts, each behind the one before, and no part is larger than another', async () => {
  const length = 10_250
  const asked: bigint[] = []
  const rowsAfter = async (after: bigint, limit: number): Promise<Row[]> => {
    asked.push(after)
    const size = Math.min(limit, length - Number(after))
    return Array.from({ length: size }, (_, index) => ({ id: after + BigInt(index) + 1n, note: '', at }))
  }
  let lines = 0
  let largest = 0
  for await (const part of csvOf({ columns, rowsAfter }, 'UTC')) {
    const count = part.split('\r\n').length - 1
    lines += count
    largest = Math.max(largest, count)
  }
  expect([lines, largest]).toEqual([length + 1, 500])
  expect(asked).toEqual(Array.from({ length: 21 }, (_, part) => BigInt(part * 500)))
})

test('the name of a file says what it was narrowed to', () => {
  const all = { site: undefined, siteIds: undefined, from: undefined, to: undefined }
  expect(exportName('audit', all, 'UTC')).toBe('audit.csv')
  const may = { site: 10001 as never, siteIds: [10001 as never], from: at, to: at.add({ hours: 24 }) }
  expect(exportName('payments', may, 'Europe/Bucharest')).toBe('payments-site-10001-from-2026-05-05-to-2026-05-06.csv')
})

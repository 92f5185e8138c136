import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insert, update } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { boundTables } from '../../src/app/bound-tables.ts'
import { openCoded, type TypedRow, type typedColumns } from '../world/coded-tables.ts'
import { runs } from '../world/length.ts'

let coded: Awaited<ReturnType<typeof openCoded>>
beforeAll(async () => {
  coded = await openCoded()
})
afterAll(() => coded.close())

/** Writes rows in each way, since each puts values into words of its own, and says which of them have no fitting code. */
async function unfit(rows: readonly TypedRow[]): Promise<object[]> {
  await coded.byHand('delete from laws.typed')
  for (const row of rows) await coded.write(insert('laws.typed', row as never))
  for (const row of rows) await coded.write(insert('laws.typed', [row as never]))
  const all = [...rows, ...rows]
  const fits = await coded.fit('laws.typed')
  return all.filter((_, nth) => !fits[nth])
}

test('there is a column of every type that a bound table has', async () => {
  const typesOf = async (tables: readonly string[]) => {
    const rows = await coded.db.run(
      `select distinct format_type(a.atttypid, a.atttypmod) as type from unnest($1::text[]) as t (name)
         join pg_attribute a on a.attrelid = t.name::regclass and a.attnum > 0 and not a.attisdropped`,
      [tables],
    )
    return new Set(rows.map(({ type }) => String(type)))
  }
  const [bound, own] = [await typesOf(boundTables.map(({ table }) => table)), await typesOf(['laws.typed'])]
  expect([...bound.difference(own)]).toEqual([])
})

const at = (text: string) => Temporal.Instant.from(text)
const values: Readonly<Record<keyof typeof typedColumns, readonly unknown[]>> = {
  big: [0n, -1n, 2n ** 63n - 1n, 5, null],
  whole: [7, 0, -3, 2 ** 31 - 1, null],
  small: [0, -1, 32_767, null],
  words: ['of old', '', 'of "two", \\ words\n', 'ünïcödé 💶', 'null', 'half of a sign: \ud800', null],
  json: [
    jsonb({}),
    jsonb([]),
    jsonb({ b: 1, a: { d: [1, { z: 1, y: 2 }], c: null } }),
    jsonb({ amount: 12n, big: 12_345_678_901_234, small: 1e-7, 10: 'ten', 9: 'nine', '': 0 }),
    jsonb('text'),
    jsonb(null),
    null,
  ],
  at: [
    at('2026-05-04T10:00:00Z'),
    at('2026-05-04T10:00:00.123456789Z'),
    at('2026-05-04T10:00:00.0000005Z'),
    at('2026-05-04T10:00:00.0000015Z'),
    at('1960-01-01T00:00:00.0000004Z'),
    at('1960-01-01T00:00:00.9999996Z'),
    null,
  ],
  raw: [Buffer.of(), Buffer.of(0, 255, 92), new Uint8Array([1, 2]), null],
  is: [true, false, null],
  uid: ['0b9d2c0e-4f0a-4f56-9c1b-1f6a3f0e7c11', '0B9D2C0E-4F0A-4F56-9C1B-1F6A3F0E7C11', null],
  list: [[], ['a'], ['', 'null', 'NULL', 'a,b', '{"}', '\\'], [null, 'x'], null],
  counts: [[], [1, -2, 3], null],
  cents: ['2.50', '2.5', '0', '0.00', '-0.10', '100', 3, null],
  wei: [0n, 10n ** 77n, '12300', -1n, null],
  rate: ['1.10', '1', '100.00', '0.000000100', '100', '-5.0', null],
  hour: ['00:00', '00:00:00', '23:59', '12:30:15.5', '12:30:15.000000', null],
  numbers: ['[4000000000000000,4000009999999999]', '[1,10)', '(0,9]', '(0,10)', '[5,)', null],
}

test.each(Object.entries(values))(
  'each value of the column %s is in the code as it is in the database',
  async (name, all) => {
    expect(await unfit(all.map((value) => ({ [name]: value })))).toEqual([])
  },
)

test('a row that names a default has the code of one that does not', async () => {
  const byDefault = { whole: 7, words: 'of old', json: jsonb({}), is: true, list: [], counts: [], hour: '00:00' }
  await coded.byHand('delete from laws.typed')
  await coded.write(insert('laws.typed', [byDefault, {}].slice(0, 1) as never))
  await coded.write(insert('laws.typed', { ...byDefault, big: null, at: null } as never))
  await coded.write(insert('laws.typed', { raw: null } as never))
  const texts = await coded.textsOf('laws.typed')
  expect(texts).toEqual(Array(3).fill('["laws.typed"]'))
  expect(await coded.fit('laws.typed')).toEqual([true, true, true])
})

test('null is not the default, and no value is like another one of its column', async () => {
  const differing = [
    ...[null, 7, 8].map((whole) => ({ whole })),
    ...[null, 'of old', '', 'null', 'value'].map((words) => ({ words })),
    ...[null, jsonb({}), jsonb([]), jsonb({ a: 1 }), jsonb([['a', 1]]), jsonb({ '': [['a', 1]] })].map((json) => ({
      json,
    })),
    ...[jsonb('1'), jsonb(1), jsonb('null'), jsonb([[['a', 1]]])].map((json) => ({ json })),
    ...[null, [], [''], ['null'], [null], ['a', 'b'], ['a","b']].map((list) => ({ list })),
    ...[null, Buffer.of(), Buffer.of(0)].map((raw) => ({ raw })),
  ]
  await coded.byHand('delete from laws.typed')
  for (const row of differing) await coded.write(insert('laws.typed', row as never))
  const texts = await coded.textsOf('laws.typed')
  const alike = texts.filter((text, nth) => text !== '["laws.typed"]' && texts.indexOf(text) !== nth)
  expect(alike).toEqual([])
  expect(texts.filter((text) => text === '["laws.typed"]')).toHaveLength(5)
})

const text = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
  .map((any) => any.replaceAll('\0', ''))
const json = fc
  .json({ stringUnit: 'grapheme' })
  .filter((any) => !any.includes('\\u0000'))
  .map((any) => jsonb(JSON.parse(any)))
const scaled = (digits: number, most: bigint) =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: most }), fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n }), fc.boolean())
    .map(([whole, part, negative]) => `${negative ? '-' : ''}${whole}.${String(part).padStart(digits, '0')}`)
const anyRow: fc.Arbitrary<TypedRow> = fc.record(
  {
    big: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
    whole: fc.option(fc.integer()),
    small: fc.integer({ min: -32_768, max: 32_767 }),
    words: fc.option(text),
    json: fc.option(json),
    at: fc.option(
      fc
        .bigInt({ min: -(10n ** 18n), max: 4n * 10n ** 18n })
        .map((nanoseconds) => Temporal.Instant.fromEpochNanoseconds(nanoseconds)),
    ),
    raw: fc.option(fc.uint8Array({ maxLength: 40 })),
    is: fc.option(fc.boolean()),
    uid: fc.option(fc.uuid()),
    list: fc.option(fc.array(fc.option(text))),
    counts: fc.option(fc.array(fc.integer())),
    cents: fc.option(scaled(2, 999n)),
    wei: fc.option(fc.bigInt({ min: 0n, max: 10n ** 78n - 1n })),
    rate: fc.option(scaled(12, 10n ** 12n)),
    hour: fc.option(
      fc.tuple(fc.nat(23), fc.nat(59), fc.nat(999_999)).map(([hour, minute, part]) => {
        const two = (number: number) => String(number).padStart(2, '0')
        return `${two(hour)}:${two(minute)}${part % 3 ? `:07.${String(part).padStart(6, '0')}` : ''}`
      }),
    ),
    numbers: fc.option(fc.tuple(fc.nat(), fc.nat()).map(([from, more]) => `[${from},${from + more}]`)),
  },
  { requiredKeys: ['raw'] },
)

test('whatever a row has, it fits its code, and so it does when another row’s values are written over it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 3 }), anyRow, async (rows, after) => {
      expect(await unfit(rows)).toEqual([])
      const [first] = await coded.rowsWith('laws.typed')
      await coded.write(update('laws.typed', { set: after as never, where: { id: first!.row.id as bigint } }))
      expect(await coded.fit('laws.typed', `id = ${first!.row.id}`)).toEqual([true])
    }),
    runs(150),
  )
})

import assert from 'node:assert/strict'
import type { Instant } from '#kernel/base/clock.ts'
import { eventRow } from '#kernel/db/commit/statement.ts'
import {
  AnyOf,
  AtLeast,
  Increase,
  type InsertWrite,
  Ref,
  type UpdateWrite,
  type Write,
} from '#kernel/db/commit/writes.ts'
import type { Db } from '#kernel/db/db.ts'

/**
 * Many commits as one statement, for work that comes in crowds. Each is still all or nothing: they come true together,
 * and when anything is in the way of one of them nothing is written and each is carried out by itself (`undefined` is
 * given for those that have to be). Commits of one shape (the same tables, columns and conditions in the same order)
 * share a statement whose text does not depend on how many they are: the rows travel as one JSON array for each write.
 *
 * Measured: a billing costs the database a third of what it costs by itself.
 */
export type Commit = { now: Instant; writes: readonly Write[] }

/** What can be told of a commit's shape; undefined when it has something in it that is not done together. */
export function shapeOf(commit: Commit): string | undefined {
  const parts: string[] = []
  for (const write of rowWritesOf(commit)) {
    const part = write.write === 'insert' ? insertShape(write) : updateShape(write)
    if (part === undefined) return undefined
    parts.push(part)
  }
  return parts.join(' ')
}

/** Carries out commits of one shape. Gives the generated ids of each. Throws what the database says; then nothing is written. */
export async function commitBatch(
  db: Db,
  shape: string,
  commits: readonly Commit[],
): Promise<ReadonlyMap<Ref, bigint>[]> {
  const lists = commits.map(rowWritesOf)
  const first = lists[0]!
  const text = texts.get(shape) ?? textOf(first)
  if (texts.size < textsMax) texts.set(shape, text)
  const values = first.map((_, index) => `[${lists.map((list, ordinal) => rowsOf(list[index]!, ordinal + 1)).join()}]`)
  const [row] = await db.run(text, [commits.length, ...values])
  return lists.map((list, ordinal) => {
    const named = list.flatMap((write, index): [Ref, bigint][] =>
      write.write === 'insert' && write.as ? [[write.as, BigInt((row![`w${index}`] as string[])[ordinal]!)]] : [],
    )
    return new Map(named)
  })
}
const texts = new Map<string, string>()
const textsMax = 500

type RowWrite = InsertWrite | UpdateWrite

const rowWritesOf = ({ now, writes }: Commit): RowWrite[] =>
  writes.map((write) => (write.write === 'announce' ? eventRow(write, now) : write))

function insertShape({ table, rows, as, orElse }: InsertWrite): string | undefined {
  if (orElse && (orElse.set.length > 0 || as)) return undefined
  const columns = Object.entries(rows[0]!).map(([column, value]) => (value instanceof Ref ? `${column}@` : column))
  return `+${table}(${columns.join()})${as ? '#' : ''}${orElse ? `?${orElse.conflict.join()}` : ''}`
}

function updateShape({ table, set, where, expect }: UpdateWrite): string | undefined {
  const values = [...Object.values(set), ...Object.values(where)]
  if (
    expect !== 1 ||
    values.some((value) => value instanceof Ref || value instanceof AnyOf || value instanceof AtLeast)
  )
    return undefined
  const sets = Object.entries(set).map(([column, value]) => (value instanceof Increase ? `${column}+` : column))
  const wheres = Object.entries(where).map(([column, value]) => (value === null ? `${column}=null` : column))
  return `~${table}(${sets.join()})(${wheres.join()})`
}

/** Parameter 1 is the number of commits, those behind it the rows of each write. */
function textOf(writes: readonly RowWrite[]): string {
  const names = new Map<Ref, number>()
  for (const [index, write] of writes.entries()) if (write.write === 'insert' && write.as) names.set(write.as, index)
  const ids = writes.flatMap((write, index) =>
    write.write === 'insert' && write.as
      ? [
          `i${index} as materialized (select o, florin.next_id('${write.table}') as id from generate_series(1, $1::int) o)`,
        ]
      : [],
  )
  const parts = writes.map((write, index) => `w${index} as (${partOf(write, index, names)})`)
  const results = writes.map((write, index) => {
    if (write.write === 'insert' && write.as)
      return `(select array_agg(id::text order by o) from i${index}) as w${index}`
    const count = `(select count(*) from w${index})`
    return write.write === 'update' ? `florin.expect('${write.table}', ${count}, $1::int)` : count
  })
  // The parts that nobody asks for by a count are asked for here, so that all happen in the order of the list.
  const requested = writes.flatMap((write, index) =>
    write.write === 'insert' && write.as ? [`(select count(*) from w${index})`] : [],
  )
  return `with ${[...ids, ...parts].join(',\n')}\nselect ${[...results, ...requested].join(', ')}`
}

const partOf = (write: RowWrite, index: number, names: ReadonlyMap<Ref, number>): string =>
  write.write === 'insert' ? insertPart(write, index, names) : updatePart(write, index)

function insertPart({ table, rows, as, orElse }: InsertWrite, index: number, names: ReadonlyMap<Ref, number>): string {
  const joined = new Set<number>(as ? [index] : [])
  const values = Object.entries(rows[0]!).map(([column, value]) => {
    if (!(value instanceof Ref)) return `r.${quote(column)}`
    const from = names.get(value)
    assert(from !== undefined, `nothing in this commit inserts ${value.label}`)
    joined.add(from)
    return `i${from}.id`
  })
  const columns = Object.keys(rows[0]!).map(quote)
  const joins = [...joined].map((from) => ` join i${from} on i${from}.o = (e.row ->> '~')::int`)
  const conflict = orElse ? ` on conflict (${orElse.conflict.map(quote).join(', ')}) do nothing` : ''
  return `insert into ${table} (${[...(as ? ['id'] : []), ...columns].join(', ')})${as ? ' overriding system value' : ''}
    select ${[...(as ? [`i${index}.id`] : []), ...values].join(', ')}
    from jsonb_array_elements($${index + 2}::jsonb) with ordinality as e(row, o)
    cross join lateral jsonb_populate_record(null::${table}, e.row) as r${joins.join('')} order by e.o${conflict}
    returning 1`
}

function updatePart({ table, set, where }: UpdateWrite, index: number): string {
  const sets = Object.entries(set).map(([column, value]) =>
    value instanceof Increase
      ? `${quote(column)} = t.${quote(column)} + s.${quote(column)}`
      : `${quote(column)} = s.${quote(column)}`,
  )
  const conditions = Object.entries(where).map(([column, value]) =>
    value === null ? `t.${quote(column)} is null` : `t.${quote(column)} = q.${quote(column)}`,
  )
  return `update ${table} as t set ${sets.join(', ')}
    from jsonb_array_elements($${index + 2}::jsonb) as e(row)
    cross join lateral jsonb_populate_record(null::${table}, e.row -> 'set') as s
    cross join lateral jsonb_populate_record(null::${table}, e.row -> 'where') as q
    where ${conditions.join(' and ')} returning 1`
}

/** The rows of one write of one commit, as JSON with commas between. */
function rowsOf(write: RowWrite, ordinal: number): string {
  if (write.write === 'update') return `{"set":${objectOf(write.set)},"where":${objectOf(write.where)}}`
  return write.rows
    .map(
      (row) =>
        `{"~":${ordinal}${membersOf(row)
          .map((member) => `,${member}`)
          .join('')}}`,
    )
    .join()
}

const objectOf = (row: Readonly<Record<string, unknown>>): string => `{${membersOf(row).join()}}`

const membersOf = (row: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(row).flatMap(([column, value]) =>
    value instanceof Ref || value === null ? [] : [`${JSON.stringify(column)}:${jsonOf(value)}`],
  )

/** As the database reads it into a column of the right type. */
function jsonOf(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}"`
  if (value instanceof Temporal.Instant || value instanceof Temporal.PlainDate) return `"${value}"`
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`
  if (value instanceof Increase) return `"${value.by}"`
  if (typeof value === 'object' && value !== null && 'jsonText' in value) return String(value.jsonText)
  return JSON.stringify(value)
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

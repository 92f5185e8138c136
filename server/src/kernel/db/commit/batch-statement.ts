import assert from 'node:assert/strict'
import type { Instant } from '#kernel/base/clock.ts'
import { eventRow } from '#kernel/db/commit/statement.ts'
import {
  AnyOf,
  AtLeast,
  type GuardWrite,
  Increase,
  type InsertWrite,
  Ref,
  type UpdateWrite,
  type Write,
} from '#kernel/db/commit/writes.ts'
import type { Reader } from '#kernel/db/db.ts'

/**
 * Many commits as one statement, for work that comes in batches. Each is still all or nothing. They are written
 * together; if any of them cannot be written, none is, and each is then carried out by itself. Commits of one shape
 * (the same tables, columns and conditions in the same order) share a statement whose text does not depend on their
 * number: the rows are sent as one JSON array for each write.
 *
 * Measured: in a batch, a billing costs the database a third of what it costs alone.
 */
export type Commit = { now: Instant; writes: readonly Write[]; useCase?: string | undefined }

/** The shape of a commit; undefined when the commit has a part that cannot be batched. */
export function shapeOf(commit: Commit): string | undefined {
  const parts: string[] = commit.useCase ? [`/* ${commit.useCase.replaceAll('*/', '')} */`] : []
  for (const write of rowWritesOf(commit)) {
    const part = shapeOfWrite(write)
    if (part === undefined) return undefined
    parts.push(part)
  }
  return parts.join(' ')
}

/**
 * Carries out commits of one shape. Returns the generated ids of each. Throws the database's error; then nothing is
 * written.
 */
export async function commitBatch(
  db: Pick<Reader, 'run'>,
  shape: string,
  commits: readonly Commit[],
): Promise<ReadonlyMap<Ref, bigint>[]> {
  const lists = commits.map(rowWritesOf)
  const first = lists[0]!
  const comment = /^\/\*.*?\*\/ /.exec(shape)?.[0] ?? ''
  const text = texts.get(shape) ?? comment + textOf(first)
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
/** Texts by shape. A shape comes from code and not from data, so there are few; the bound is a precaution. */
const texts = new Map<string, string>()
const textsMax = 500

type RowWrite = InsertWrite | UpdateWrite | GuardWrite

const rowWritesOf = ({ now, writes }: Commit): RowWrite[] =>
  writes.map((write) => (write.write === 'announce' ? eventRow(write, now) : write))

function shapeOfWrite(write: RowWrite): string | undefined {
  switch (write.write) {
    case 'insert':
      return insertShape(write)
    case 'update':
      return updateShape(write)
    case 'guard':
      return guardShape(write)
  }
}

function insertShape({ table, rows, as, orElse, returning }: InsertWrite): string | undefined {
  if (returning || (orElse && (orElse.set.length > 0 || as))) return undefined
  const columns = Object.entries(rows[0]!).map(([column, value]) => (value instanceof Ref ? `${column}@` : column))
  return `+${table}(${columns.join()})${as ? '#' : ''}${orElse ? `?${orElse.conflict.join()}` : ''}`
}

const isSingular = (value: unknown): boolean =>
  value instanceof Ref || value instanceof AnyOf || value instanceof AtLeast

function updateShape({ table, set, where, expect, returning }: UpdateWrite): string | undefined {
  const values = [...Object.values(set), ...Object.values(where)]
  if (returning || expect !== 1 || values.some(isSingular)) return undefined
  const sets = Object.entries(set).map(([column, value]) => (value instanceof Increase ? `${column}+` : column))
  const wheres = Object.entries(where).map(([column, value]) => (value === null ? `${column}=null` : column))
  return `~${table}(${sets.join()})(${wheres.join()})`
}

function guardShape({ table, where }: GuardWrite): string | undefined {
  if (Object.values(where).some(isSingular)) return undefined
  return `=${table}(${Object.entries(where).map(([column, value]) => (value === null ? `${column}=null` : column))})`
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
  let eventBefore: string | undefined
  const parts = writes.map((write, index) => {
    const part = partOf(write, { index, names, eventBefore })
    if (isEvent(write)) eventBefore = `w${index}`
    return `w${index} as (${part})`
  })
  const results = writes.flatMap((write, index) => {
    if (write.write === 'insert')
      return write.as
        ? [`(select array_agg(id::text order by o) from i${index}) as w${index}`, `(select count(*) from w${index})`]
        : [`(select count(*) from w${index})`]
    return [`florin.expect(${index}, '${write.table}', (select count(*) from w${index}), $1::int)`]
  })
  return `with ${[...ids, ...parts].join(',\n')}\nselect ${['true as done', ...results].join(', ')}`
}

const isEvent = (write: RowWrite): boolean => write.write === 'insert' && write.table === 'outbox.events'

type Making = { index: number; names: ReadonlyMap<Ref, number>; eventBefore: string | undefined }

function partOf(write: RowWrite, making: Making): string {
  switch (write.write) {
    case 'insert':
      return insertPart(write, making)
    case 'update':
      return updatePart(write, making.index)
    case 'guard':
      return guardPart(write, making.index)
  }
}

function insertPart(write: InsertWrite, { index, names, eventBefore }: Making): string {
  const { table, rows, as, orElse } = write
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
  // An event selects from the events before it, so it is written after them and has a higher id.
  if (isEvent(write) && eventBefore) joins.push(` cross join (select count(*) from ${eventBefore}) as after`)
  return `insert into ${table} (${[...(as ? ['id'] : []), ...columns].join(', ')})${as ? ' overriding system value' : ''}
    select ${[...(as ? [`i${index}.id`] : []), ...values].join(', ')}
    from jsonb_array_elements($${index + 2}::jsonb) with ordinality as e(row, o)
    cross join lateral jsonb_populate_record(null::${table}, e.row) as r${joins.join('')} order by e.o${conflict}
    returning 1`
}

const conditionsOf = (where: Readonly<Record<string, unknown>>): string =>
  Object.entries(where)
    .map(([column, value]) =>
      value === null ? `t.${quote(column)} is null` : `t.${quote(column)} = q.${quote(column)}`,
    )
    .join(' and ')

function guardPart({ table, where }: GuardWrite, index: number): string {
  return `select 1 from ${table} as t
    join (select q.* from jsonb_array_elements($${index + 2}::jsonb) as e(row)
      cross join lateral jsonb_populate_record(null::${table}, e.row -> 'where') as q) as q on ${conditionsOf(where)}
    for share of t`
}

function updatePart({ table, set, where }: UpdateWrite, index: number): string {
  const sets = Object.entries(set).map(([column, value]) =>
    value instanceof Increase
      ? `${quote(column)} = t.${quote(column)} + s.${quote(column)}`
      : `${quote(column)} = s.${quote(column)}`,
  )
  return `update ${table} as t set ${sets.join(', ')}
    from jsonb_array_elements($${index + 2}::jsonb) as e(row)
    cross join lateral jsonb_populate_record(null::${table}, e.row -> 'set') as s
    cross join lateral jsonb_populate_record(null::${table}, e.row -> 'where') as q
    where ${conditionsOf(where)} returning 1`
}

/** The rows of one write of one commit, as JSON with commas between. */
function rowsOf(write: RowWrite, ordinal: number): string {
  if (write.write === 'update') return `{"set":${objectOf(write.set)},"where":${objectOf(write.where)}}`
  if (write.write === 'guard') return `{"where":${objectOf(write.where)}}`
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

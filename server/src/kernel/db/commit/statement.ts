import assert from 'node:assert/strict'
import type { Instant } from '#kernel/base/clock.ts'
import { columnText } from '#kernel/db/commit/array-text.ts'
import { type ColumnTypes, typeOf } from '#kernel/db/commit/column-types.ts'
import {
  type Announcement,
  AnyOf,
  AtLeast,
  type GuardWrite,
  Increase,
  type InsertWrite,
  insert,
  Ref,
  type Returning,
  type RowCodes,
  type UpdateWrite,
  type Write,
} from '#kernel/db/commit/writes.ts'
import { jsonb } from '#kernel/db/jsonb.ts'
import { subjectText } from '#kernel/db/subject.ts'

export type Statement = {
  text: string
  values: unknown[]
  /** The column of the result that has the id of an inserted row. */
  idColumns: ReadonlyMap<Ref, string>
  /** What the columns of the result that have the returned row of a write begin with: `r3_` for `r3_version`. */
  rowPrefixes: ReadonlyMap<Returning, string>
}

/**
 * The one statement of a commit: a `with` part for each write, and a `select` that checks how many rows each change
 * matched (`florin.expect` names the write that failed) and returns ids and rows.
 *
 * PostgreSQL does not define an order among the parts, so nothing relies on one: a part that needs an id of another
 * part selects it from there, and each event selects from the event before it, so that later events have higher ids.
 */
export function toStatement(
  writes: readonly Write[],
  { now, types, useCase }: { now: Instant; types: ColumnTypes; useCase?: string | undefined },
): Statement {
  assertEachRowOnce(writes)
  const idColumns = new Map<Ref, string>()
  const rowPrefixes = new Map<Returning, string>()
  for (const [index, write] of writes.entries()) {
    if (write.write === 'insert' && write.as) idColumns.set(write.as, `w${index}`)
    if ((write.write === 'insert' || write.write === 'update') && write.returning)
      rowPrefixes.set(write.returning, `r${index}_`)
  }
  const values: unknown[] = []
  const bind: Bind = (value) => {
    if (!(value instanceof Ref)) return `$${values.push(value)}`
    const name = idColumns.get(value)
    assert(name, `nothing in this commit inserts ${value.label}`)
    return `(select id from ${name})`
  }
  let eventBefore: string | undefined
  const parts = writes.map((write, index) => {
    const part = partOf(write, { bind, now, types, eventBefore })
    if (write.write === 'announce') eventBefore = `w${index}`
    return `w${index} as (${part})`
  })
  const results = writes.flatMap((write, index) => resultsOf(write, index))
  const comment = useCase ? `/* ${useCase.replaceAll('*/', '')} */ ` : ''
  return { text: `${comment}with ${parts.join(',\n')}\nselect ${results.join(', ')}`, values, idColumns, rowPrefixes }
}

function resultsOf(write: Write, index: number): string[] {
  const name = `w${index}`
  const row =
    (write.write === 'insert' || write.write === 'update') && write.returning
      ? write.returning.columns.map((column) => `(select ${quote(column)} from ${name}) as "r${index}_${column}"`)
      : []
  if (write.write === 'insert' && write.as) return [`(select id from ${name}) as ${name}`, ...row]
  // Selected, though nothing uses it: then parts are carried out in the order of the list, which is easier to follow.
  if (write.write === 'insert' || write.write === 'announce') return [`(select count(*) from ${name})`, ...row]
  const expected = write.write === 'update' ? write.expect : 1
  return [`florin.expect(${index}, '${write.table}', (select count(*) from ${name}), ${expected})`, ...row]
}

/** PostgreSQL carries out only one of two changes of one row in one statement, and does not say which: never try. */
function assertEachRowOnce(writes: readonly Write[]): void {
  const changed = writes.filter((write) => write.write === 'update').flatMap(rowsOf)
  assert.equal(new Set(changed).size, changed.length, `one commit changes a row twice: ${changed.join(', ')}`)
}

/** The rows a change is about, as text: by id, or else by everything it names them with but their state. */
function rowsOf({ table, where: { id, ...others } }: UpdateWrite): string[] {
  if (id instanceof AnyOf) return id.values.map((each) => `${table} ${each}`)
  if (id !== undefined) return [`${table} ${id}`]
  const names = Object.entries(others).filter(([column, value]) => !stateColumns.has(column) && isPlain(value))
  return [`${table} ${names.map(([, value]) => String(value)).join(' ')}`]
}
const stateColumns = new Set(['status', 'version'])
const isPlain = (value: unknown): boolean => value !== null && !(value instanceof AtLeast) && !(value instanceof AnyOf)

type Bind = (value: unknown) => string
type Making = { bind: Bind; now: Instant; types: ColumnTypes; eventBefore: string | undefined }

function partOf(write: Write, making: Making): string {
  switch (write.write) {
    case 'insert':
      return write.isList ? insertList(write, making) : insertOne(write, making.bind)
    case 'update':
      return updatePart(write, making.bind)
    case 'guard':
      return guardPart(write, making.bind)
    case 'announce':
      return eventPart(eventRow(write, making.now), making)
  }
}

function insertOne(write: InsertWrite, bind: Bind): string {
  const [row] = write.rows
  const columns = Object.keys(row!)
  const values = columns.map((column) => bind(row![column]))
  return `${intoOf(write, columns)} values (${values.join(', ')})${afterInsert(write)}`
}

/**
 * One array a column, so that the text is the same for one row and for a thousand. Each value is taken from its array by its
 * place: `unnest` of as many arrays as a table has columns would first keep every single value aside. An array that all rows
 * have in common has one element, since reading them is a sixth of what such a statement costs.
 *
 * The number of rows comes out of a sub-select, and the one dimension of the arrays out of another: with constants
 * PostgreSQL would find a plan for these very values cheaper, and plan the statement anew each time, which takes as long
 * as to carry it out.
 */
function insertList(write: InsertWrite, { bind, types }: Making): string {
  const { table, rows, as } = write
  assert(rows.length > 0, `nothing to insert into ${table}`)
  assert(!as || rows.length === 1, `${as?.label} cannot refer to ${rows.length} rows of ${table}`)
  const columns = Object.keys(rows[0]!)
  const selected = columns.map((column) => {
    const first = rows[0]![column]
    if (first instanceof Ref) {
      assert(
        rows.every((row) => row[column] === first),
        `the rows of ${table} point at different rows by ${column}`,
      )
      return bind(first)
    }
    const type = typeOf(types, table, column)
    // An array of arrays has all of one length: they travel as texts, and are cast back.
    const elementType = type.endsWith('[]') ? 'text' : type
    const elements = `${bind(columnText(rows.map((row) => row[column])))}::${elementType}[]`
    const element = `(${elements})[least(r, array_upper(${elements}, d))]`
    return elementType === type ? element : `${element}::${type}`
  })
  return `${intoOf(write, columns)} select ${selected.join(', ')} from generate_series(1, (select ${bind(rows.length)}::int)) as r, (select 1 offset 0) as one(d)${afterInsert(write)}`
}

const intoOf = ({ table, hasTakenId }: InsertWrite, columns: readonly string[]): string =>
  `insert into ${table} (${columns.map(quote).join(', ')})${hasTakenId ? ' overriding system value' : ''}`

const afterInsert = ({ as, orElse, returning }: InsertWrite): string =>
  `${orElse ? conflictPart(orElse) : ''} returning ${returnedColumns(returning, as ? ['id'] : [])}`

const returnedColumns = (returning: Returning | undefined, besides: readonly string[]): string => {
  const columns = new Set([...besides, ...(returning?.columns ?? [])])
  return columns.size === 0 ? '1' : [...columns].map(quote).join(', ')
}

function conflictPart({ conflict, set }: NonNullable<InsertWrite['orElse']>): string {
  const target = ` on conflict (${conflict.map(quote).join(', ')}) do`
  if (set.length === 0) return `${target} nothing`
  return `${target} update set ${set.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ')}`
}

function updatePart({ table, set, where, returning, codes }: UpdateWrite, bind: Bind): string {
  const sets = Object.entries(set).map(([column, value]) =>
    value instanceof Increase
      ? `${quote(column)} = ${quote(column)} + ${bind(value.by)}`
      : `${quote(column)} = ${bind(value)}`,
  )
  const [from, conditions] = [codes ? fromCodes(codes, bind) : '', [conditionsOf(where, bind)]]
  if (codes) {
    sets.push('mac = code_new')
    for (const [nth, [column]] of codes.key.entries()) conditions.push(`${quote(column)} = code_key${nth}`)
    conditions.push('mac is not distinct from code_old')
  }
  return `update ${table} set ${sets.join(', ')}${from} where ${conditions.filter(Boolean).join(' and ')} returning ${returnedColumns(returning, [])}`
}

/** Each row with the code that it gets, by its key and the code that it has. */
function fromCodes({ key, rows }: RowCodes, bind: Bind): string {
  const keys = key.map(([, type], nth) => `${bind(rows.map((row) => row.key[nth]))}::${type}[]`)
  const macs = [`${bind(rows.map((row) => row.old))}::bytea[]`, `${bind(rows.map((row) => row.new))}::bytea[]`]
  const names = [...key.map((_column, nth) => `code_key${nth}`), 'code_old', 'code_new']
  return ` from unnest(${[...keys, ...macs].join(', ')}) as codes (${names.join(', ')})`
}

/** `for share` waits for a concurrent change of the row and then checks its new state. */
const guardPart = ({ table, where }: GuardWrite, bind: Bind): string =>
  `select 1 from ${table} where ${conditionsOf(where, bind)} for share`

/** The condition that a row is as `where` says; `bind` returns the name of a value. */
export const conditionsOf = (where: Readonly<Record<string, unknown>>, bind: Bind): string =>
  Object.entries(where)
    .map(([column, value]) => {
      if (value === null) return `${quote(column)} is null`
      if (value instanceof AnyOf) return `${quote(column)} = any(${bind(value.values)})`
      if (value instanceof AtLeast) return `${quote(column)} >= ${bind(value.value)}`
      return `${quote(column)} = ${bind(value)}`
    })
    .join(' and ')

/** An event selects from the event before it, so it is written after it. */
function eventPart({ table, rows: [row] }: InsertWrite, { bind, eventBefore }: Making): string {
  const columns = Object.keys(row!)
  const values = columns.map((column) => bind(row![column]))
  const into = `insert into ${table} (${columns.map(quote).join(', ')})`
  if (!eventBefore) return `${into} values (${values.join(', ')}) returning 1`
  // The types of a `values` list come from the table; those of a `select` do not, so they are stated.
  const typed = values.map((value, index) => `${value}::${eventTypes[columns[index]!]}`)
  return `${into} select ${typed.join(', ')} from (select count(*) from ${eventBefore}) as after returning 1`
}
const eventTypes: Readonly<Record<string, string>> = {
  name: 'text',
  owner_kind: 'text',
  owner_id: 'text',
  subject_type: 'text',
  subject_id: 'text',
  body: 'jsonb',
  occurred_at: 'timestamptz',
}

/** An announcement as the row of the outbox that keeps it. */
export const eventRow = ({ event: name, owner, subjectId, body }: Announcement, now: Instant): InsertWrite =>
  insert('outbox.events', {
    name,
    owner_kind: owner.kind,
    owner_id: owner.id,
    subject_type: firstSegment(name),
    subject_id: subjectText(subjectId),
    body: jsonb(body),
    occurred_at: now,
  })

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

const firstSegment = (name: string): string => name.slice(0, name.search(/[A-Z]/))

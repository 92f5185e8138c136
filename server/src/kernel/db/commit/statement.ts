import assert from 'node:assert/strict'
import type { Instant } from '#kernel/base/clock.ts'
import {
  type Announcement,
  AnyOf,
  AtLeast,
  Increase,
  type InsertWrite,
  insert,
  Ref,
  type UpdateWrite,
  type Write,
} from '#kernel/db/commit/writes.ts'
import { jsonb } from '#kernel/db/db.ts'
import { subjectText } from '#kernel/db/subject.ts'

/**
 * The one statement of a commit: a chain of `with` parts, and a `select` that checks how many rows each change met and
 * gives back the generated ids, each in the column that `names` gives for its ref. The select asks for something of
 * every part, because PostgreSQL carries the parts out when they are asked for: so they happen in the order of the list,
 * and events that are announced one after the other have rising ids.
 */
export function toStatement(
  writes: readonly Write[],
  now: Instant,
): { text: string; values: unknown[]; names: ReadonlyMap<Ref, string> } {
  assertEachRowOnce(writes)
  const names = new Map<Ref, string>()
  for (const [index, write] of writes.entries())
    if (write.write === 'insert' && write.as) names.set(write.as, `w${index}`)
  const values: unknown[] = []
  const bind: Bind = (value) => {
    if (!(value instanceof Ref)) return `$${values.push(value)}`
    const name = names.get(value)
    assert(name, `nothing in this commit inserts ${value.label}`)
    return `(select id from ${name})`
  }
  const parts = writes.map((write, index) => `w${index} as (${partOf(write, bind, now)})`)
  const results = writes.map((write, index) => resultOf(write, `w${index}`))
  return { text: `with ${parts.join(',\n')}\nselect ${results.join(', ')}`, values, names }
}

function resultOf(write: Write, name: string): string {
  if (write.write === 'insert' && write.as) return `(select id from ${name}) as ${name}`
  const count = `(select count(*) from ${name})`
  return write.write === 'update' ? `florin.expect('${write.table}', ${count}, ${write.expect})` : count
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

function partOf(write: Write, bind: Bind, now: Instant): string {
  switch (write.write) {
    case 'insert':
      return insertPart(write, bind)
    case 'update':
      return updatePart(write, bind)
    case 'announce':
      return insertPart(eventRow(write, now), bind)
  }
}

function insertPart({ table, rows, as, orElse }: InsertWrite, bind: Bind): string {
  assert(rows.length > 0, `nothing to insert into ${table}`)
  assert(!as || rows.length === 1, `${as?.label} cannot stand for ${rows.length} rows of ${table}`)
  const columns = Object.keys(rows[0]!)
  const tuples = rows.map((row) => `(${columns.map((column) => bind(row[column])).join(', ')})`)
  const conflict = orElse ? conflictPart(orElse) : ''
  return `insert into ${table} (${columns.map(quote).join(', ')}) values ${tuples.join(', ')}${conflict} returning ${as ? 'id' : '1'}`
}

function conflictPart({ conflict, set }: NonNullable<InsertWrite['orElse']>): string {
  const target = ` on conflict (${conflict.map(quote).join(', ')}) do`
  if (set.length === 0) return `${target} nothing`
  return `${target} update set ${set.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ')}`
}

function updatePart({ table, set, where }: UpdateWrite, bind: Bind): string {
  const sets = Object.entries(set).map(([column, value]) =>
    value instanceof Increase
      ? `${quote(column)} = ${quote(column)} + ${bind(value.by)}`
      : `${quote(column)} = ${bind(value)}`,
  )
  const conditions = Object.entries(where).map(([column, value]) => {
    if (value === null) return `${quote(column)} is null`
    if (value instanceof AnyOf) return `${quote(column)} = any(${bind(value.values)})`
    if (value instanceof AtLeast) return `${quote(column)} >= ${bind(value.value)}`
    return `${quote(column)} = ${bind(value)}`
  })
  return `update ${table} set ${sets.join(', ')} where ${conditions.join(' and ')} returning 1`
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

import type { Instant } from '#kernel/base/clock.ts'
import { eventRow } from '#kernel/db/commit/statement.ts'
import type { UniqueKeys } from '#kernel/db/commit/unique-keys.ts'
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

/** One commit that may be carried out in a batch. */
export type Commit = { now: Instant; writes: readonly Write[]; useCase: string | undefined }

/** A write about rows: an announcement is one that inserts its event. */
export type RowWrite = InsertWrite | UpdateWrite | GuardWrite

export const rowWritesOf = ({ now, writes }: Pick<Commit, 'now' | 'writes'>): RowWrite[] =>
  writes.map((write) => (write.write === 'announce' ? eventRow(write, now) : write))

/**
 * The shape of a commit: its use case, and the tables, columns and conditions in their order. Commits of one shape
 * differ only in values and in numbers of inserted rows. Undefined when the commit has a part that cannot be batched.
 */
export function shapeOf(useCase: string | undefined, writes: readonly RowWrite[]): string | undefined {
  let shape = commentOf(useCase)
  for (const write of writes) {
    const part = shapeOfWrite(write)
    if (part === undefined) return undefined
    shape += `${part} `
  }
  return shape
}

/** The use case as a comment of a statement, for the logs of the database. */
export const commentOf = (useCase: string | undefined): string =>
  useCase ? `/* ${useCase.replaceAll('*/', '')} */ ` : ''

function shapeOfWrite(write: RowWrite): string | undefined {
  switch (write.write) {
    case 'insert':
      return insertShape(write)
    case 'update':
      return updateShape(write)
    case 'guard':
      return hasSingular(write.where) ? undefined : `=${write.table}(${conditionsShape(write.where)})`
  }
}

function insertShape({ table, rows, isList, as, orElse, onDuplicate, returning }: InsertWrite): string | undefined {
  const [row] = rows
  if (returning || !row || (as && rows.length !== 1)) return undefined
  if (orElse && orElse.set.length > 0) {
    // The row that is there already is found again by what must be unique, so none of that may be unknown.
    const isKnown = orElse.conflict.every((column) => row[column] !== null && !(row[column] instanceof Ref))
    if (!as || isList || !isKnown) return undefined
  }
  let shape = `+${table}${isList ? '*' : ''}(${Object.keys(row).join()})${as ? '#' : ''}${Object.keys(onDuplicate).join()}`
  for (const column in row) if (row[column] instanceof Ref) shape += `@${column}`
  return orElse ? `${shape}?${orElse.conflict.join()}!${orElse.set.join()}` : shape
}

const isSingular = (value: unknown): boolean =>
  value instanceof Ref || value instanceof AnyOf || value instanceof AtLeast

function hasSingular(row: Readonly<Record<string, unknown>>): boolean {
  for (const column in row) if (isSingular(row[column])) return true
  return false
}

function updateShape({ table, set, where, expect, returning, isLeased, codes }: UpdateWrite): string | undefined {
  if (codes || returning || expect !== 1 || hasSingular(set) || hasSingular(where)) return undefined
  let shape = `~${table}${isLeased ? '!' : ''}(${Object.keys(set).join()})(${conditionsShape(where)})`
  for (const column in set) if (set[column] instanceof Increase) shape += `+${column}`
  return shape
}

function conditionsShape(where: Readonly<Record<string, unknown>>): string {
  let shape = Object.keys(where).join()
  for (const column in where) if (where[column] === null) shape += `=${column}`
  return shape
}

/**
 * The rows and keys that only one of several commits may touch at a time: the rows that it changes and the unique keys that
 * it takes, by name; and the rows that it guards, which another may guard as well but not change.
 */
export type Touched = { changed: readonly string[]; guarded: readonly string[] }

export function touchedBy(writes: readonly RowWrite[], keys: UniqueKeys): Touched {
  const changed: string[] = []
  const guarded: string[] = []
  for (const write of writes) {
    if (write.write === 'update') changed.push(...namesOf(write))
    else if (write.write === 'guard') guarded.push(...namesOf(write))
    else changed.push(...keysTakenBy(write, keys))
  }
  return { changed, guarded }
}

function keysTakenBy({ table, rows, orElse, onDuplicate }: InsertWrite, keys: UniqueKeys): string[] {
  const names = Object.keys(onDuplicate).flatMap((constraint) => {
    const columns = keys.get(constraint)?.columns ?? []
    // A key with the id that another write of the commit makes is new.
    const known = rows.filter((row) => columns.length > 0 && !columns.some((column) => row[column] instanceof Ref))
    return known.map((row) => `${constraint} ${valuesText(row, columns)}`)
  })
  if (orElse && orElse.set.length > 0) names.push(`${table} ${valuesText(rows[0]!, orElse.conflict)}`)
  return names
}

const valuesText = (row: Readonly<Record<string, unknown>>, columns: readonly string[]): string =>
  columns.map((column) => String(row[column])).join(' ')

/** By id, or else by everything that names the row but its state; none where several rows are meant, or a new one. */
function namesOf(write: UpdateWrite | GuardWrite): string[] {
  const { table, where } = write
  if (where.id instanceof AnyOf) return where.id.values.flatMap((id) => (id instanceof Ref ? [] : `${table} ${id}`))
  return hasSingular(where) ? [] : [nameOf(write)]
}

function nameOf({ table, where }: UpdateWrite | GuardWrite): string {
  if (where.id !== undefined) return `${table} ${where.id}`
  let name: string = table
  for (const column in where) if (!stateColumns.has(column) && where[column] !== null) name += ` ${where[column]}`
  return name
}
const stateColumns = new Set(['status', 'version'])

import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Owner } from '#kernel/base/owner.ts'
import type { Events, Known } from '#kernel/db/events.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { SubjectId } from '#kernel/db/subject.ts'

/** What a commit can do. How and why: `commit.ts`. */
export type Write = InsertWrite | UpdateWrite | GuardWrite | Announcement

export type Table = keyof Schema & string
type Row = Readonly<Record<string, unknown>>

/**
 * What it means that a write could not be made, because a row is no longer as it was read or its key is taken. `stale`:
 * read and decide again. A function makes the refusal (or other error) that is thrown instead.
 */
export type Miss = 'stale' | (() => Error)

export type InsertWrite = {
  write: 'insert'
  table: Table
  rows: readonly Row[]
  /** Given as a list: the statement's text does not depend on how many rows there are. */
  isList: boolean
  /** Refers to the generated id of the inserted row, so that other writes may use it and `commit` returns it. */
  as: Ref | undefined
  returning: Returning | undefined
  /** Its rows name their generated id, which was taken before. */
  hasTakenId?: true
  /** When a row with these columns is there already: change it (`set`), or leave all as it is (`set` empty). */
  orElse: { conflict: readonly string[]; set: readonly string[] } | undefined
  /** What a taken key means, by the name of its constraint or unique index. */
  onDuplicate: Readonly<Record<string, Miss>>
}
export type UpdateWrite = {
  write: 'update'
  table: Table
  set: Row
  where: Row
  expect: number
  returning: Returning | undefined
  /** Its writer holds a lease on the row, so that nobody else changes it now, and a batch need not lock it first. */
  isLeased: boolean
  /** The one row, whole, as its writer has read it: the commit need not read it again for its code. */
  wholeRow?: Row | undefined
  /** Of several rows with codes: the columns of their key with their types, and of each row its code as read and the new one. */
  codes?: RowCodes
  onMiss: Miss
  onDuplicate: Readonly<Record<string, Miss>>
}
export type RowCodes = {
  key: readonly (readonly [column: string, type: string])[]
  rows: readonly { key: readonly unknown[]; old: unknown; new: unknown }[]
}
/**
 * The row must still be as it was read; nothing of it is written. It is locked against changes until the commit ends.
 */
export type GuardWrite = { write: 'guard'; table: Table; where: Row; onMiss: Miss }
export type Announcement<E extends keyof Events = keyof Events> = {
  write: 'announce'
  event: E
  /** The owner of the log that the event belongs to. */
  owner: Owner
  subjectId: SubjectId
  /** What the outbox keeps. */
  body: Events[E]['body']
  /** The thing itself as it will be after the commit, for the reactions. */
  subject: Events[E]['subject']
  known?: Readonly<Partial<Known>>
}

/** Refers to the generated id of a row that the same commit inserts, until `commit` returns the id itself. */
export class Ref {
  /** Only for people who read a list of writes. */
  readonly label: string
  constructor(label: string) {
    this.label = label
  }
}
export const ref = (label: string): Ref => new Ref(label)

/** The columns that a write returns, with their types: `commit` returns the row for it. */
export class Returning<Row = unknown, T extends Table = Table> {
  readonly table: T
  readonly columns: readonly string[]
  /** Only a type. */
  declare readonly row: Row
  constructor(table: T, columns: readonly string[]) {
    this.table = table
    this.columns = columns
  }
}
export const returning = <T extends Table, const C extends keyof Selectable<Schema[T]> & string>(
  table: T,
  columns: readonly C[],
): Returning<Pick<Selectable<Schema[T]>, C>, T> => new Returning(table, columns)

/** `column + by`, computed by the database: for counters that many change at once. */
export class Increase {
  readonly by: bigint
  constructor(by: bigint) {
    this.by = by
  }
}
export const increase = (by: bigint): Increase => new Increase(by)

export class AnyOf {
  readonly values: readonly unknown[]
  constructor(values: readonly unknown[]) {
    this.values = values
  }
}
/** In a `where`: the column is one of these. */
export const anyOf = (values: readonly unknown[]): AnyOf => new AnyOf(values)

export class AtLeast {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}
/** In a `where`: the column is not below this. */
export const atLeast = (value: unknown): AtLeast => new AtLeast(value)

type OrRef<T> = { [K in keyof T]: T[K] | Ref }
type OrIncrease<T> = { [K in keyof T]: T[K] | Ref | Increase }
type Condition<T> = { [K in keyof T]?: T[K] | AnyOf | AtLeast }

/**
 * New rows. One row, or a list of rows with the same columns; of a list a `Ref` must be the same in every row. Without
 * `onDuplicate` for its constraint a taken key is a bug and throws `DuplicateKey`.
 */
export function insert<T extends Table>(
  table: T,
  rows: OrRef<Insertable<Schema[T]>> | readonly OrRef<Insertable<Schema[T]>>[],
  options: {
    as?: Ref
    returning?: Returning<unknown, T>
    orElse?: { conflict: readonly (keyof Schema[T] & string)[]; set: readonly (keyof Schema[T] & string)[] }
    onDuplicate?: Readonly<Record<string, Miss>>
  } = {},
): InsertWrite {
  const isList = Array.isArray(rows)
  const list = (isList ? rows : [rows]) as readonly Row[]
  const { as, orElse, onDuplicate = {} } = options
  return { write: 'insert', table, rows: list, isList, as, returning: options.returning, orElse, onDuplicate }
}

/** Changes exactly `expect` rows (default: one); any other number of rows is a conflict, `StaleWrite` by default. */
export function update<T extends Table>(
  table: T,
  change: {
    set: OrIncrease<Updateable<Schema[T]>>
    where: Condition<Updateable<Schema[T]>>
    expect?: number
    returning?: Returning<unknown, T>
    isLeased?: boolean
    wholeRow?: Selectable<Schema[T]>
    onMiss?: Miss
    onDuplicate?: Readonly<Record<string, Miss>>
  },
): UpdateWrite {
  const { expect = 1, isLeased = false, onMiss = 'stale', onDuplicate = {}, returning, wholeRow } = change
  const [set, where] = [change.set as Row, change.where as Row]
  return { write: 'update', table, set, where, expect, returning, isLeased, wholeRow, onMiss, onDuplicate }
}

/**
 * Exactly one row is as `where` says, and stays so until the commit is done. For what a decision has read and does not
 * change: the order that a payment is for, the site that must be active.
 */
export const guard = <T extends Table>(
  table: T,
  where: Condition<Updateable<Schema[T]>>,
  onMiss: Miss = 'stale',
): GuardWrite => ({ write: 'guard', table, where: where as Row, onMiss })

/** An event: it is kept in the outbox and handed to the reactions. */
export function announce<E extends keyof Events>(event: E, about: Omit<Announcement<E>, 'write' | 'event'>): Write {
  return { write: 'announce', event, ...about } as Announcement
}

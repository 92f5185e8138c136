import type { Insertable, Updateable } from 'kysely'
import type { Owner } from '#kernel/base/owner.ts'
import type { Events, Known } from '#kernel/db/events.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { SubjectId } from '#kernel/db/subject.ts'

/** What a commit can do. How and why: `kernel/commit.ts`. */
export type Write = InsertWrite | UpdateWrite | Announcement

type Table = keyof Schema & string
type Row = Readonly<Record<string, unknown>>

export type InsertWrite = {
  write: 'insert'
  table: Table
  rows: readonly Row[]
  /** DisputedStatus for the generated id of the inserted row, so that other writes may point at it and `commit` gives it back. */
  as: Ref | undefined
  /** When a row with these columns is there already: change it (`set`), or leave all as it is (`set` empty). */
  orElse: { conflict: readonly string[]; set: readonly string[] } | undefined
}
export type UpdateWrite = { write: 'update'; table: Table; set: Row; where: Row; expect: number }
export type Announcement<E extends keyof Events = keyof Events> = {
  write: 'announce'
  event: E
  /** Whose log the event belongs to. */
  owner: Owner
  subjectId: SubjectId
  /** What the outbox keeps. */
  body: Events[E]['body']
  /** The thing itself as it will be after the commit, for the reactions. */
  subject: Events[E]['subject']
  known?: Readonly<Partial<Known>>
}

/** DisputedStatus for the generated id of a row that the same commit inserts, until `commit` gives the id itself. */
export class Ref {
  /** Only for people who read a list of writes. */
  readonly label: string
  constructor(label: string) {
    this.label = label
  }
}
export const ref = (label: string): Ref => new Ref(label)

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

export function insert<T extends Table>(
  table: T,
  rows: OrRef<Insertable<Schema[T]>> | readonly OrRef<Insertable<Schema[T]>>[],
  options: {
    as?: Ref
    orElse?: { conflict: readonly (keyof Schema[T] & string)[]; set: readonly (keyof Schema[T] & string)[] }
  } = {},
): InsertWrite {
  const list = (Array.isArray(rows) ? rows : [rows]) as readonly Row[]
  return { write: 'insert', table, rows: list, as: options.as, orElse: options.orElse }
}

/** Changes exactly `expect` rows (one, unless said otherwise); any other number of rows makes the whole commit stale. */
export function update<T extends Table>(
  table: T,
  change: { set: OrIncrease<Updateable<Schema[T]>>; where: Condition<Updateable<Schema[T]>>; expect?: number },
): UpdateWrite {
  return { write: 'update', table, set: change.set as Row, where: change.where as Row, expect: change.expect ?? 1 }
}

/** Something happened that others may hear of. It is kept in the outbox and handed to the reactions of the house. */
export function announce<E extends keyof Events>(event: E, about: Omit<Announcement<E>, 'write' | 'event'>): Write {
  return { write: 'announce', event, ...about } as Announcement
}

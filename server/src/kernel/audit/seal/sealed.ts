import type { Schema } from '#kernel/db/schema.ts'

/**
 * A kind of row that is sealed, and which of its facts. Each module lists its own in its `audit/sealed.ts`.
 *
 * A name that seals have been made with keeps its meaning for good, because old seals are compared by it: a new fact is a
 * new kind with a name of its own.
 */
export type Sealed = {
  /** Its name in the seals: the table, and a word behind it where a table is sealed in parts. */
  name: string
  /** What a difference calls it, before its key: `payment`. */
  what: string
  table: string
  /** The columns that name a row. */
  key: readonly Column[]
  /** SQL over the row `r`, and of rows that belong to it. */
  facts: readonly string[]
  /**
   * SQL for the salt of a row with personal data. Where it is null the row was erased, and nothing is compared.
   */
  salt?: string
  /**
   * SQL over `r`: the person of the row was erased, and nothing is compared. What is left of it is a kind of its own.
   */
  gone?: string
  /** A null salt means that the facts are not there yet, and not that they were erased: once sealed, they stay. */
  comesLater?: true
  /** What makes rows to be sealed. */
  feeds: readonly Feed[]
  /** Whether the facts hold from the `first` seal of a row, or from the `latest`, because they may change. */
  holds: 'first' | 'latest'
  /** Other tables whose rows are among the facts. */
  covers?: readonly string[]
}

export type Column = { column: string; type: 'bigint' | 'integer' | 'text' | 'uuid' }

/** A table whose new rows, in the order of their numbers, say what is to be sealed. */
export type Feed = {
  journal: Journal
  /** A query for the keys of what is to be sealed, of the new rows of the journal. Absent: those of the rows themselves. */
  keys?: (rows: string) => string
}

/** A table with an `id` from a sequence, taken when the row is inserted. Its rows are never removed. */
export type Journal = {
  table: keyof Schema & string
  /** Where rows change before they come to rest: they are sealed up to the first row `r` that fulfils `before`, in SQL. */
  restUpTo?: { name: string; before: string }
}

/** The name of a journal in the positions of a seal. */
export const nameOf = ({ table, restUpTo }: Journal): string => (restUpTo ? `${table} ${restUpTo.name}` : table)

/** The key of most tables. */
export const byId: readonly Column[] = [{ column: 'id', type: 'bigint' }]

/** A table whose rows never change, sealed by the order of their numbers. */
export const journalSeal = (
  table: keyof Schema & string,
  { what, facts, ...rest }: Pick<Sealed, 'what' | 'facts' | 'covers' | 'salt' | 'gone'>,
): Sealed => ({ name: table, what, table, key: byId, facts, holds: 'first', feeds: [{ journal: { table } }], ...rest })

/** Whether the rows that appear in its journal are just its own. */
export const isJournal = ({ feeds, table }: Sealed): boolean =>
  feeds.length === 1 && feeds[0]!.keys === undefined && feeds[0]!.journal.table === table

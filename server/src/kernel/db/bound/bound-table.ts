import type { Table } from '#kernel/db/commit/writes.ts'

/**
 * A table whose rows count only when the program made them. Each row has a code (`mac`) under a master key, over every
 * column but those that are `free`: so a row that somebody inserts, changes, copies, moves or puts back with the rights
 * of the database alone is found, by the code that reads it or by `verify`. Why: decision 179.
 */
export type BoundTable = {
  table: Table
  /** The name of a row in a difference, before its key: `session of staff`. */
  what: string
  /** The columns that name a row. */
  key: readonly string[]
  /** The columns that the code does not cover, and why. `version` counts changes only, and is one in every table. */
  free?: Readonly<Record<string, string>>
  /** Other rows grant something to this one by its generated id, so the code covers that as well. */
  coversId?: true
  /**
   * The fate of rows that an older version made, which have no code: they get one and are listed for the operator, or
   * they end by this column, or they are deleted.
   */
  older: 'bind' | 'delete' | { endsBy: string }
}

/** How codes are made and compared; the text says what is bound. Its keys are derived from a master key. */
export type RowCodes = {
  /** The number of the key in one byte, 16 bytes of chance, and 32 bytes of HMAC-SHA256. */
  make(text: string, chance?: Uint8Array): Buffer
  /** False, too, when there is no key of its number. */
  fits(code: Uint8Array, text: string): boolean
  /** The number of the key that makes codes now. */
  newest(): number
}

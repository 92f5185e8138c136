/**
 * What a module holds of a person, by table and column: what an export says, and what an erasure does to it. Each module lists its own in `personal.ts`. A law compares the lists with the schema, so that no column of text
 * is added without saying whether it is personal (decision 122).
 */
export type PersonalData = {
  /** Its name in an export. */
  module: string
  tables: readonly PersonalTable[]
  /** What is open stands against an erasure. */
  open?: readonly OpenThing[]
}

export type PersonalTable = {
  table: string
  /** The columns that name a row, separated by spaces; `id` unless set. */
  key?: string
  /** SQL over the row `r`: the rows of the person. `:order` stands for the ids that were found under that name. */
  of: string
  /** What of these rows finds rows of tables further down: SQL over `r`, by the name that it is found under. */
  finds?: Readonly<Record<string, Found>>
  /** Columns that an export has besides those that are personal, separated by spaces. */
  exported: string
  personal: Readonly<Record<string, ColumnRule>>
  /** What is set along with it: SQL over `r`, by column. */
  along?: Readonly<Record<string, string>>
  /** Other rows are found by these: they go last, in the commit that says that the person is erased. */
  isLast?: true
}

export type Found = { of: string; type: 'bigint' | 'integer' | 'text' | 'uuid' }

/** Why something is kept after an erasure, and so for how long: `terms` of `core/persons`. */
export type Duty = 'accounts' | 'books' | 'identity' | 'security' | 'short-lived'

/** What an erasure does to a column. */
export type ColumnRule = {
  /** SQL over `r` for what is put in its place; `null` unless it says otherwise. */
  becomes?: string
  /** It stays until the duty's term is over. */
  kept?: Duty
  /** Why it is kept, or what is put in its place: for the page of the documents and for the person who erases. */
  because?: string
  /** When the term of its duty began: SQL over `r`; unless set, when the person was erased. */
  since?: string
  /** An export leaves it out: it is sealed, or says how something is secured. */
  isHidden?: true
  /** What an export says in its place. */
  reveal?: (row: Readonly<Record<string, unknown>>) => unknown
  /** What it needs for that besides the columns of the table: SQL over `r`, by name. */
  revealWith?: Readonly<Record<string, string>>
  /** A task of its own deletes it when the term is over. */
  isLeft?: true
}

export type OpenThing = {
  /** The table that it reads. */
  table: string
  /** SQL over the row `r`: it is the person's, and open. */
  of: string
  /** SQL over `r` for what a person calls it: `'payment ' || r.id || ' is ' || r.status`. */
  what: string
}

/** Nothing is put in its place. */
export const emptied: ColumnRule = {}
/** What reads it wants a text. */
export const erasedText: ColumnRule = { becomes: `'erased'` }

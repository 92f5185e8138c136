/**
 * Something that somebody does to the database by hand: what it is in a sentence, how the row is called that `verify` must
 * name, a query that picks the row (its key as text, its parts with strokes between), and what is done to it.
 */
export type Corruption = readonly [
  sentence: string,
  named: string,
  pick: string,
  corrupt: (key: string, ...parts: string[]) => string,
]

/** The lowest key of the rows of a table that a condition finds. */
export const first = (table: string, where = 'true', key = 'id'): string =>
  `select (${key})::text as key from ${table} where ${where} order by ${key} limit 1`

/** A number or a query as it is; any other id as a text. */
const keyOf = (id: string): string => (/^(?:\d+$|\()/.test(id) ? id : `'${id}'`)

/** Changes columns of the row with this id. */
export const set =
  (table: string, changes: string) =>
  (id: string): string =>
    `update ${table} set ${changes} where id = ${keyOf(id)}`

export const remove =
  (table: string) =>
  (id: string): string =>
    `delete from ${table} where id = ${keyOf(id)}`

/** Inserts a copy of a row at the end of its table, with a number of its own. */
export const double =
  (table: string, columns: string) =>
  (id: string): string =>
    `insert into ${table} (${columns}) select ${columns} from ${table} where id = ${keyOf(id)}`

/** Several columns of one row, each a corruption of its own. */
export const alter = (table: string, named: string, list: Record<string, string>, where = 'true'): Corruption[] =>
  Object.entries(list).map(
    ([sentence, changes]) => [sentence, named, first(table, where), set(table, changes)] as const,
  )

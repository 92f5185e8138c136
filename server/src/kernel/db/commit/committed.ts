import type { Statement } from '#kernel/db/commit/statement.ts'
import type { Ref, Returning } from '#kernel/db/commit/writes.ts'

/**
 * `id` returns the generated id of a row that the commit inserted; `row` returns the columns that a write requested.
 */
export type Committed = {
  <Id extends bigint = bigint>(of: Ref): Id
  row<Row>(of: Returning<Row>): Row
}

/** Of one statement, from its row. */
export function committed({ idColumns, rowPrefixes }: Statement, row: Record<string, unknown>): Committed {
  const id = <Id extends bigint>(of: Ref): Id => {
    const column = idColumns.get(of)
    return column ? (row[column] as Id) : nothingCommitted(of)
  }
  return Object.assign(id, {
    row: <Row>(of: Returning<Row>): Row => {
      const prefix = rowPrefixes.get(of)
      if (!prefix) throw new Error(`nothing was returned of ${of.table}`)
      return Object.fromEntries(of.columns.map((column) => [column, row[prefix + column]])) as Row
    },
  })
}

/** Of a commit that was carried out with others. */
export const committedIds = (ids: ReadonlyMap<Ref, bigint>): Committed =>
  Object.assign(<Id extends bigint>(of: Ref): Id => (ids.get(of) as Id | undefined) ?? nothingCommitted(of), {
    row: nothingCommitted.row,
  })

/** With the ids that were taken before the rows were sent. */
export const withKnownIds = (committed: Committed, ids: ReadonlyMap<Ref, bigint | number>): Committed =>
  ids.size === 0
    ? committed
    : Object.assign(<Id extends bigint>(of: Ref): Id => (ids.get(of) as Id | undefined) ?? committed<Id>(of), {
        row: committed.row,
      })

export const nothingCommitted: Committed = Object.assign(
  (of: Ref): never => {
    throw new Error(`nothing was inserted as ${of.label}`)
  },
  {
    row: (of: Returning): never => {
      throw new Error(`nothing was returned of ${of.table}`)
    },
  },
)

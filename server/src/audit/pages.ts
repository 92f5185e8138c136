export { pageSize, pagesOf } from '#kernel/db/findings.ts'

/** Rows by what they have in common. */
export const grouped = <Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> =>
  Map.groupBy(rows, keyOf)

/**
 * All rows of a table, page by page in the order of their ids, so that a million of them need little memory. `next`
 * returns the rows after an id, at most `pageSize` of them.
 */
export async function* pagesOf<Row extends { id: bigint }>(
  next: (after: bigint) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0n; ; ) {
    const page = await next(after)
    const last = page.at(-1)
    if (!last) return
    yield page
    after = last.id
  }
}
export const pageSize = 1_000

/** Rows by what they have in common. */
export const grouped = <Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> =>
  Map.groupBy(rows, keyOf)

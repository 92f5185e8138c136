import type { RowWrite } from '#kernel/db/commit/batch-shape.ts'
import { type InsertWrite, Ref } from '#kernel/db/commit/writes.ts'

/**
 * Inserts into one table with the same columns become one list, in their order, where the first of them was: so the text
 * of a statement that writes many things of one kind does not depend on how many they are. What refers to another row, or
 * is referred to, stays as it is. So does everything where no table gets more than a row: lists cost a statement that is
 * alone more than they save.
 */
export function mergeInserts(writes: readonly RowWrite[]): RowWrite[] {
  const lists: List[] = []
  const merged: RowWrite[] = []
  for (const write of writes) {
    if (write.write !== 'insert' || refersOrIsReferredTo(write)) {
      merged.push(write)
      continue
    }
    const list = lists.find((one) => takes(one, write))
    if (list) list.rows.push(...write.rows)
    else {
      lists.push({ at: merged.length, of: write, columns: Object.keys(write.rows[0] ?? {}), rows: [...write.rows] })
      merged.push(write)
    }
  }
  if (lists.every(({ rows }) => rows.length === 1)) return merged
  for (const { at, of, rows } of lists) merged[at] = { ...of, rows, isList: true }
  return merged
}

type Row = InsertWrite['rows'][number]
type List = { at: number; of: InsertWrite; columns: readonly string[]; rows: Row[] }

function refersOrIsReferredTo({ as, returning, rows }: InsertWrite): boolean {
  if (as || returning) return true
  for (const row of rows) for (const column in row) if (row[column] instanceof Ref) return true
  return false
}

/** Whether the rows have the columns of the list, in its order, and the same is meant by a key that is taken. */
function takes({ of, columns }: List, { table, rows: [row], orElse, onDuplicate }: InsertWrite): boolean {
  if (of.table !== table || !hasColumns(row ?? {}, columns)) return false
  const isSame = (one: readonly string[] = [], other: readonly string[] = []) => one.join() === other.join()
  return (
    (orElse === undefined) === (of.orElse === undefined) &&
    isSame(orElse?.conflict, of.orElse?.conflict) &&
    isSame(orElse?.set, of.orElse?.set) &&
    isSame(Object.keys(onDuplicate), Object.keys(of.onDuplicate))
  )
}

function hasColumns(row: Row, columns: readonly string[]): boolean {
  let nth = 0
  for (const column in row) if (columns[nth++] !== column) return false
  return nth === columns.length
}

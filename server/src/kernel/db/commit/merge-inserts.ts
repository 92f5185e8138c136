import type { RowWrite } from '#kernel/db/commit/batch-shape.ts'
import { type InsertWrite, Ref } from '#kernel/db/commit/writes.ts'

/**
 * Inserts into one table with the same columns become one list, in their order, where the first of them was: so the text
 * of a statement that writes many things of one kind does not depend on how many they are. What refers to another row, or
 * is referred to, stays as it is.
 */
export function mergeInserts(writes: readonly RowWrite[]): RowWrite[] {
  const lists = new Map<string, { at: number; of: InsertWrite; rows: InsertWrite['rows'][number][] }>()
  const merged: RowWrite[] = []
  for (const write of writes) {
    const shape = write.write === 'insert' ? shapeOf(write) : undefined
    const list = shape === undefined ? undefined : lists.get(shape)
    if (list && write.write === 'insert') list.rows.push(...write.rows)
    else {
      if (shape !== undefined && write.write === 'insert')
        lists.set(shape, { at: merged.length, of: write, rows: [...write.rows] })
      merged.push(write)
    }
  }
  for (const { at, of, rows } of lists.values()) merged[at] = { ...of, rows, isList: true }
  return merged
}

function shapeOf({ table, rows, as, returning, orElse, onDuplicate }: InsertWrite): string | undefined {
  if (as || returning) return undefined
  let shape: string = table
  for (const row of rows) for (const column in row) if (row[column] instanceof Ref) return undefined
  for (const column in rows[0]) shape += ` ${column}`
  if (orElse) shape += `?${orElse.conflict.join()}!${orElse.set.join()}`
  for (const constraint in onDuplicate) shape += `#${constraint}`
  return shape
}

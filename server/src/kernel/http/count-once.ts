import type { Db } from '#kernel/db/db.ts'
import type { KeysetList } from '#kernel/db/keyset.ts'
import { type Counted, countKey, countKeyset } from '#kernel/db/keyset-count.ts'

/**
 * How many entries a list has. A first page is always counted; those behind it have the number of the first for half a
 * minute, since counting takes longer than reading a page.
 */
export async function countOnce(
  db: Db,
  list: KeysetList,
  { isFirst, seen }: { isFirst: boolean; seen: Counted | undefined },
): Promise<Counted> {
  const known = countsOf(db)
  const key = countKey(db, list)
  const earlier = isFirst ? undefined : known.get(key)
  if (earlier && performance.now() < earlier.until) return earlier.counted
  const counted = seen ?? (await countKeyset(db, list))
  if (known.size >= countsMax) known.clear()
  known.set(key, { counted, until: performance.now() + keptMs })
  return counted
}
const keptMs = 30_000
const countsMax = 1_000

type Known = Map<string, { counted: Counted; until: number }>
const countsByDb = new WeakMap<Db, Known>()

function countsOf(db: Db): Known {
  const known: Known = countsByDb.get(db) ?? new Map()
  countsByDb.set(db, known)
  return known
}

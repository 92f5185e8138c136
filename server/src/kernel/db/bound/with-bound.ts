import type { Bound } from '#kernel/db/bound/open-bound.ts'
import type { Db } from '#kernel/db/db.ts'

/** The same database, also inside of its transactions, whose bound tables get codes when they are written. */
export function withBound(db: Db, bound: Bound): Db {
  const locked: Db['locked'] = (rows, options, work) =>
    db.locked(rows, options, (tx, found) => work(withBound(tx, bound), found))
  // Getters stay getters: a transaction opens its query builder when somebody reads with it.
  const own = { ...Object.getOwnPropertyDescriptors(db), ...Object.getOwnPropertyDescriptors({ locked, bound }) }
  return Object.defineProperties({}, own) as Db
}

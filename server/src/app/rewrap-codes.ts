import type { BoundTable } from '#kernel/db/bound/bound-table.ts'
import { giveCodes, hasNoFittingCode, keyOf, rowsOfKeys } from '#kernel/db/bound/changed-rows.ts'
import type { SealedAgain } from '#kernel/db/commit/seal-again.ts'
import type { Db } from '#kernel/db/db.ts'
import { boundDb } from './bind-rows.ts'

/**
 * Makes codes under the newest master key for up to `limit` rows whose codes fit under an older one; to be called until
 * `rewrapped` is 0. The chance of each stays, so that no code is retired. Rows without a fitting code are named and left.
 */
export async function rewrapCodes({ db }: { db: Db }, { limit }: { limit: number }): Promise<SealedAgain> {
  const unreadable: string[] = []
  let rewrapped = 0
  for (const of of boundDb(db).bound.tables.values()) {
    const left = limit - rewrapped - unreadable.length
    if (left <= 0) break
    const done = await rewrapTable(db, of, left)
    rewrapped += done.rewrapped
    unreadable.push(...done.unreadable)
  }
  return { rewrapped, unreadable }
}

async function rewrapTable(db: Db, of: BoundTable, limit: number): Promise<SealedAgain> {
  const bound = boundDb(db)
  let rewrapped = 0
  for (let tries = 0; ; tries++) {
    const rows = await rowsOfKeys(bound, of, { from: 1, below: bound.bound.codes.newest() }, limit)
    const unfit = new Set(await hasNoFittingCode(bound, of, rows))
    const fit = rows.filter((row) => !unfit.has(row))
    const changed = await giveCodes(bound, of, fit, { keepsChance: true })
    rewrapped += changed.length
    // The others were changed meanwhile, and have the codes of what they were or new ones.
    if (changed.length === fit.length || tries === triesMax)
      return { rewrapped, unreadable: [...unfit].map((row) => `${of.table} ${keyOf(of, row).join(' ')}`) }
  }
}
const triesMax = 10

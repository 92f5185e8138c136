import type { Clock } from '#kernel/base/clock.ts'
import { commit, insert, type Writer } from '#kernel/db/commit/commit.ts'
import { balancesThrough, committedThrough } from './store.ts'

/**
 * Adds up the accounts that have grown, so that a balance goes on from there and reads few lines. To be called every day,
 * by any number of processes; gives how many accounts were added up.
 *
 * A checkpoint must never miss a line, and ids are given before their entries are committed: a smaller id can come true
 * after a bigger one. So only entries are added up below which nothing is on its way any more.
 */
export async function checkpointAccounts(
  { db, clock, react }: Writer & { clock: Clock },
  { linesMin = worthAddingUp }: { linesMin?: number } = {},
): Promise<number> {
  const throughEntry = await committedThrough(db)
  const sums = await balancesThrough(db, { throughEntry, linesMin })
  for (let from = 0; from < sums.length; from += rowsPerCommit) {
    const rows = sums
      .slice(from, from + rowsPerCommit)
      .map(({ account, currency, minor }) => ({ account, currency, through_entry: throughEntry, minor }))
    // Somebody else who added up to the same entry has written the same.
    const orElse = { conflict: ['account', 'currency', 'through_entry'] as const, set: [] }
    await commit({ db, react }, clock.now(), [insert('ledger.checkpoints', rows, { orElse })], 'checkpoint-accounts')
  }
  return sums.length
}
/** Fewer lines are read faster than a checkpoint is kept. */
const worthAddingUp = 1_000
const rowsPerCommit = 1_000

import type { Clock } from '#kernel/base/clock.ts'
import { commit, insert, type Writer } from '#kernel/db/commit/commit.ts'
import { balancesThrough, committedThrough } from './store.ts'

/**
 * Writes checkpoints for the accounts that have grown, so that reading a balance starts from there and reads few lines.
 * Called daily, by any number of processes; returns the number of checkpoints written.
 *
 * A checkpoint must include every line up to it. Ids are assigned before their entries are committed, so a smaller id
 * can be committed after a larger one. Therefore only entries below every uncommitted one are included.
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
    // Another process that added up to the same entry has written the same values.
    const orElse = { conflict: ['account', 'currency', 'through_entry'] as const, set: [] }
    await commit({ db, react }, clock.now(), [insert('ledger.checkpoints', rows, { orElse })], 'checkpoint-accounts')
  }
  return sums.length
}
/** Fewer lines are read faster than a checkpoint is kept. */
const worthAddingUp = 1_000
const rowsPerCommit = 1_000

import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Db, Reader } from '#kernel/db/db.ts'

/**
 * Whether money that comes to merchants waits on an account of its own: not before the last process of a version that does not
 * know the account has ended. Asked of the database until it does.
 */
export function openEarningsWait(db: Db): () => Promise<boolean> {
  let waits = false
  return async () => {
    waits ||= (await pendingSince(db)) !== undefined
    return waits
  }
}

/** Since when; undefined: not yet. */
export async function pendingSince(db: Reader): Promise<Instant | undefined> {
  const row = await db.read.selectFrom('payments.pending_start').select('began_at').executeTakeFirst()
  return row?.began_at
}

/** From its commit on money waits there; another process may have been first. */
export const beginPending = (now: Instant): Write =>
  insert('payments.pending_start', { began_at: now }, { orElse: { conflict: ['is_begun'], set: [] } })

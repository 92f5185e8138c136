import type { Clock } from '#kernel/base/clock.ts'
import { anyOf, commit, increase, update, type Writer } from '#kernel/db/commit/commit.ts'
import { selectOldIds } from './store.ts'

/** How long the words and the address of a letter are kept after it was made. */
export const contentKept = { hours: 90 * 24 }

/**
 * Deletes the words and addresses of old letters that are on their way no more. That there was such a letter, and what
 * became of it, stays; so nothing is told twice.
 */
export async function deleteOldEmails(ctx: Writer & { clock: Clock }): Promise<void> {
  for (;;) {
    const now = ctx.clock.now()
    const ids = await selectOldIds(ctx.db, now.subtract(contentKept), batchMax)
    if (ids.length === 0) return
    // One that is sent again at this moment makes the commit stale, and is left to the next day.
    await commit(ctx, now, [
      update('emails.emails', {
        set: { content: null, address: null, version: increase(1n) },
        where: { id: anyOf(ids), status: anyOf(['sent', 'parked']) },
        expect: ids.length,
      }),
    ])
  }
}
const batchMax = 500

import type { Clock } from '#kernel/base/clock.ts'
import { anyOf, commit, increase, update, type Writer } from '#kernel/db/commit/commit.ts'
import { selectOldIds } from './store.ts'

/** How long the content and the address of an email are kept. */
export const contentKept = { hours: 90 * 24 }

/**
 * Deletes the content and the addresses of old emails that are not waiting. The rows stay, so it is known that they were
 * sent, and no fact is sent twice.
 */
export async function deleteOldEmails(ctx: Writer & { clock: Clock }): Promise<void> {
  for (;;) {
    const now = ctx.clock.now()
    const ids = await selectOldIds(ctx.db, now.subtract(contentKept), batchMax)
    if (ids.length === 0) return
    // If one of them is sent again meanwhile, the commit is stale, and they are deleted the next day.
    await commit(
      ctx,
      now,
      [
        update('emails.emails', {
          set: { content: null, address: null, version: increase(1n) },
          where: { id: anyOf(ids), status: anyOf(['sent', 'parked']) },
          expect: ids.length,
        }),
      ],
      'delete-old-emails',
    )
  }
}
const batchMax = 500

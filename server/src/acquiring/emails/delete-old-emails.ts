import type { Clock } from '#kernel/base/clock.ts'
import { anyOf, commit, increase, update, type Writer } from '#kernel/db/commit/commit.ts'
import { inBatches, type Swept } from '#kernel/db/in-batches.ts'
import { selectOldIds } from './store.ts'

/** The content of an email is kept for at least so long: a shopper who did not get it can be sent it again. */
export const leastContentKept = Temporal.Duration.from('P7D')

/**
 * Deletes the content and the addresses of emails that were made longer ago than `kept` and are not waiting. The rows stay,
 * so it is known that they were sent, and no fact is sent twice.
 */
export const deleteOldEmails = (ctx: Writer & { clock: Clock }, kept: Temporal.Duration): Promise<Swept> =>
  inBatches(async (most) => {
    const now = ctx.clock.now()
    const before = now.toZonedDateTimeISO('UTC').subtract(kept).toInstant()
    const ids = await selectOldIds(ctx.db, before, most)
    if (ids.length === 0) return 0
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
    return ids.length
  })

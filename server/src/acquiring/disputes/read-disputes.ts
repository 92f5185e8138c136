import { type PaymentsContext, resultIfReceived } from '#acquiring/payments'
import type { DisputePage } from '#connectors/acquirer/acquirer.ts'
import { commit, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import { planDisputeEvents } from './store.ts'

/**
 * Reads the acquirer's list of disputes from where it was read to. The events are stored word for word by the commit that
 * moves the cursor, so nothing is lost when a process dies, and an event that fits nothing cannot hold up the next.
 * `applyDisputeEvents` applies them.
 */
export async function readDisputes(ctx: PaymentsContext): Promise<void> {
  for (let pages = 0; pages < pagesMax; pages++) if (!(await readPage(ctx))) return
}

/** Returns whether there may be more. */
async function readPage(ctx: PaymentsContext): Promise<boolean> {
  const cursor = await ctx.db.read.selectFrom('disputes.cursors').selectAll().executeTakeFirstOrThrow()
  const page = await resultIfReceived<DisputePage>(ctx.acquirer.disputesSince(cursor.read_up_to ?? undefined))
  const now = ctx.clock.now()
  const more = page !== undefined && page.events.length > 0
  if (!page) ctx.log.warn({}, 'the acquirer did not answer with its disputes; it is asked again')
  try {
    await commit(
      ctx,
      now,
      [
        update('disputes.cursors', {
          set: {
            read_up_to: page?.place ?? cursor.read_up_to,
            version: cursor.version + 1,
            due_at: more ? now : now.add(readEvery),
            leased_until: null,
          },
          where: { id: cursor.id, version: cursor.version },
        }),
        ...planDisputeEvents(now, page?.events ?? []),
      ],
      'read-disputes',
    )
  } catch (error) {
    // Another process reads the same list at this moment, and goes on with it.
    if (error instanceof StaleWrite) return false
    throw error
  }
  return more
}

/** Disputes take weeks; a merchant who hears of one after some minutes can still keep the goods. */
const readEvery = { minutes: 5 }
/** The rest is read in the next round. */
const pagesMax = 100

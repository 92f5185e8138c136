import type { DisputePage } from '#connectors/acquirer/acquirer.ts'
import { commit, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import { type PaymentsContext, resultIfReceived } from './context.ts'
import { planDisputeEvent } from './dispute-event.ts'

/**
 * Reads on in the acquirer's list of disputes. What it tells is written down word for word by the commit that remembers
 * how far the list was read, so nothing is lost when a program dies, and nothing that fits nowhere can hold up what comes
 * after it. `applyDisputeEvents` makes of it what it means.
 */
export async function readDisputes(ctx: PaymentsContext): Promise<void> {
  for (let pages = 0; pages < pagesMax; pages++) if (!(await readPage(ctx))) return
}

/** Gives whether there may be more. */
async function readPage(ctx: PaymentsContext): Promise<boolean> {
  const list = await ctx.db.read.selectFrom('payments.dispute_lists').selectAll().executeTakeFirstOrThrow()
  const page = await resultIfReceived<DisputePage>(ctx.acquirer.disputesSince(list.read_up_to ?? undefined))
  const now = ctx.clock.now()
  const more = page !== undefined && page.events.length > 0
  if (!page) ctx.log.warn({}, 'the acquirer does not tell of disputes; it is asked again')
  try {
    await commit(ctx, now, [
      update('payments.dispute_lists', {
        set: {
          read_up_to: page?.place ?? list.read_up_to,
          version: list.version + 1,
          due_at: more ? now : now.add(readEvery),
          leased_until: null,
        },
        where: { id: list.id, version: list.version },
      }),
      ...(page?.events ?? []).map((events) => planDisputeEvent(now, events)),
    ])
  } catch (error) {
    // Somebody else reads the same list at this moment, and goes on with it.
    if (error instanceof StaleWrite) return false
    throw error
  }
  return more
}

/** Disputes take weeks; a merchant who hears of one after some minutes can still keep the goods. */
const readEvery = { minutes: 5 }
/** What is more than that is read in the next round. */
const pagesMax = 100

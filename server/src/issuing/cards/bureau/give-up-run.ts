import { type Author, auditEntry } from '#core/directory'
import { partnerOwner } from '#core/partners'
import { findProductById } from '#issuing/programmes'
import { commit, update } from '#kernel/db/commit/commit.ts'
import type { CardsContext } from '../context.ts'
import { refuse } from '../refusals.ts'
import { cardsOfRun, findRun, type RunId } from './run-store.ts'

/**
 * Ends a run whose command has died: its cards wait for the next file again, and a file that it has left must not be sent. It is in the
 * audit of the partner. Returns the number of cards that wait.
 */
export async function giveUpRun(
  ctx: Pick<CardsContext, 'db' | 'react' | 'clock'>,
  { runId, by }: { runId: RunId; by: Author },
): Promise<number> {
  const run = await findRun(ctx.db, runId)
  if (run?.status !== 'begun') throw refuse('bureau_run_not_open', { runId })
  const [cards, { partnerId }] = await Promise.all([cardsOfRun(ctx.db, runId), findProductById(ctx.db, run.productId)])
  const now = ctx.clock.now()
  const writes = [
    update('cards.bureau_runs', {
      set: { status: 'givenUp', ended_at: now, version: run.version + 1 },
      where: { id: runId, version: run.version, status: 'begun' },
      onMiss: () => refuse('bureau_run_not_open', { runId }),
    }),
    update('cards.bureau_claims', {
      set: { released: true },
      where: { run_id: runId, released: false },
      expect: cards.length,
    }),
    auditEntry(now, by, {
      action: 'bureauRunGivenUp',
      owner: partnerOwner(partnerId),
      subject: { type: 'bureauRun', id: runId },
      after: { cards: cards.length },
    }),
  ]
  await commit(ctx, now, writes, 'give-up-run')
  return cards.length
}

import { commit, update } from '#kernel/db/commit/commit.ts'
import type { CardsContext } from '../context.ts'
import { refuse } from '../refusals.ts'
import { cardsOfRun, findRun, type RunId } from './run-store.ts'

/** Its cards wait for the next file again. A file that it has left must not be sent. Returns how many cards wait. */
export async function giveUpRun(ctx: Pick<CardsContext, 'db' | 'react' | 'clock'>, runId: RunId): Promise<number> {
  const run = await findRun(ctx.db, runId)
  if (run?.status !== 'begun') throw refuse('bureau_run_not_open', { runId })
  const cards = await cardsOfRun(ctx.db, runId)
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
  ]
  await commit(ctx, now, writes, 'give-up-run')
  return cards.length
}

import { commit, update } from '#kernel/db/commit/commit.ts'
import type { CardsContext } from '../context.ts'
import { refuse } from '../refusals.ts'
import { type BureauRun, findRun, type RunId } from './run-store.ts'

/** Takes up a run whose command has died. A command that lives after all cannot end it any more. */
export async function continueRun(ctx: Pick<CardsContext, 'db' | 'react' | 'clock'>, runId: RunId): Promise<BureauRun> {
  const run = await findRun(ctx.db, runId)
  if (run?.status !== 'begun') throw refuse('bureau_run_not_open', { runId })
  const { version } = run
  const taken = update('cards.bureau_runs', {
    set: { version: version + 1 },
    where: { id: runId, version, status: 'begun' },
    onMiss: () => refuse('bureau_run_not_open', { runId }),
  })
  await commit(ctx, ctx.clock.now(), [taken], 'continue-run')
  return { ...run, version: version + 1 }
}

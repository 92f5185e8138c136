import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { DepositsContext } from './context.ts'
import type { ChainId } from './ids.ts'
import { chainWatcher } from './watch-chain.ts'

export const depositJobs = (ctx: DepositsContext): DueWork[] => {
  const watch = chainWatcher()
  return [
    {
      name: 'read the blocks of a chain',
      inRun: 'left',
      ...claimDue(ctx, 'deposits.cursors', { leaseMs: 120_000 }),
      run: (id) => watch(ctx, id as ChainId),
    },
  ]
}

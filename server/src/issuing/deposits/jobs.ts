import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { DepositsContext } from './context.ts'
import type { ChainId } from './ids.ts'
import { chainsOf, findCursor } from './store.ts'
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

/** Looks at every chain at once, for a person who does not wait: until each has come to its newest block. */
export async function readAllChains(ctx: DepositsContext): Promise<void> {
  const watch = chainWatcher()
  for (const { id } of await chainsOf(ctx.db))
    for (let looks = 0; looks < looksMax; looks++) {
      await watch(ctx, id)
      const { blockNumber, headNumber, trouble } = (await findCursor(ctx.db, id))!
      if (blockNumber === headNumber || trouble !== undefined) break
    }
}
const looksMax = 20

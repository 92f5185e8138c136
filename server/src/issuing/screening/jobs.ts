import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { ScreeningContext } from './context.ts'
import type { RunId } from './ids.ts'
import { carryOutRun, runLeaseMs } from './rescreen.ts'

export const screeningJobs = (ctx: ScreeningContext): DueWork[] => [
  {
    name: 'screen everybody again',
    ...claimDue(ctx, 'screening.runs', { leaseMs: runLeaseMs }),
    run: (id) => carryOutRun(ctx, id as RunId),
  },
]

import type { PaymentId } from '#acquiring/ids'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { findNotReported } from './await-report.ts'
import { compareAgain } from './compare-again.ts'
import type { ReconciliationContext } from './context.ts'
import type { BreakId } from './ids.ts'
import { findNotReversed } from './not-reversed.ts'
import { type ApplyResult, resultInReport } from './result-in-report.ts'

/** Longer than it takes to read a batch. */
const leaseMs = 60_000

export const reconciliationJobs = (ctx: ReconciliationContext, apply: ApplyResult): DueWork[] => [
  {
    name: 'find what acquirers have not reported',
    ...claimDue(ctx, 'reconciliation.awaited', { leaseMs }),
    run: (id) => findNotReported(ctx, id as bigint),
  },
  {
    name: 'find what acquirers have not reversed',
    ...claimDue(ctx, 'reconciliation.awaited_reversals', { leaseMs }),
    run: (id) => findNotReversed(ctx, id as PaymentId),
  },
  {
    name: 'compare with acquirers again',
    ...claimDue(ctx, 'reconciliation.breaks', { leaseMs }),
    run: async (id) => {
      const found = await resultInReport(ctx, id as BreakId)
      if (found) await apply(found.connector, found.incoming)
      await compareAgain(ctx, id as BreakId)
    },
  },
]

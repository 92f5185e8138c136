import type { PaymentId } from '#acquiring/ids'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { PaymentsContext } from './context.ts'
import { resolvePayment, resolvePaymentsName } from './resolve-payment.ts'
import { owedReturnJob } from './return-to-removed.ts'

export const paymentJobs = (ctx: PaymentsContext): DueWork[] => [
  {
    name: resolvePaymentsName,
    owner: { kind: 'site', column: 'site_id' },
    ...claimDueTransactions(ctx, `type in ('deposit', 'verify-card', 'refund')`),
    run: (id) => resolvePayment(ctx, id as PaymentId),
  },
  owedReturnJob(ctx),
]

/**
 * Claims due transactions of some kinds, for the job of the module that resolves them. `kinds` is a condition in SQL.
 */
export const claimDueTransactions = (ctx: PaymentsContext, kinds: string): Pick<DueWork, 'table' | 'only' | 'claim'> =>
  claimDue(ctx, 'payments.payments', { leaseMs, only: kinds })

/** Longer than an acquirer may take, so that two workers do not request the same at once. */
const leaseMs = 60_000

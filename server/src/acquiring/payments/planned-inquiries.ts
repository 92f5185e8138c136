import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import type { PaymentsContext } from './context.ts'
import { triesBeforeReversal } from './inquire-later.ts'
import { getTransaction } from './store.ts'
import type { Payment, Refund } from './transaction.ts'
import { amendTransaction } from './transition-transaction.ts'

type Planned = Payment | Refund

const isEarly = ({ dueAt }: Planned, now: Instant): boolean =>
  dueAt !== undefined && Temporal.Instant.compare(dueAt, now) > 0

/**
 * As which try an inquiry counts that a person asks for. One before its time never counts as the last, after which an
 * authorization is reversed; where the worker has given up, the inquiries begin anew.
 */
export function triesOfInquiryNow(planned: Planned, now: Instant): number {
  if (planned.dueAt === undefined) return 0
  return isEarly(planned, now) ? Math.min(planned.dueTries, triesBeforeReversal - 1) : planned.dueTries
}

/**
 * After an inquiry before its time that found nothing, inquires again when it was planned: a person can neither put off
 * the reversal of an authorization by asking, nor hasten it.
 */
export const keepPlannedInquiries = (ctx: PaymentsContext, planned: Planned): Promise<void> =>
  decide(async () => {
    const now = ctx.clock.now()
    if (!isEarly(planned, now)) return
    const current = await getTransaction(ctx.db, planned.id)
    if (!('request' in current) || !current.request || current.request.key !== planned.request?.key) return
    if (current.dueTries !== triesOfInquiryNow(planned, now) + 1) return
    const { dueAt, dueTries } = planned
    await commit(ctx, now, amendTransaction(current, { dueAt, dueTries }).writes, 'planned-inquiries')
  })

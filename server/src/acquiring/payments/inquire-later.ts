import { commit, decide } from '#kernel/db/commit/commit.ts'
import { inquiriesMax, type PaymentsContext } from './context.ts'
import { getTransaction } from './store.ts'
import type { Payment, Payout, Refund } from './transaction.ts'
import { amendTransaction } from './transition-transaction.ts'

type Due = Payment | Refund | Payout
type DueChanges = Partial<Pick<Due, 'dueAt' | 'dueTries' | 'request'>>

export const isDue = ({ clock }: PaymentsContext, { dueAt }: Due): boolean =>
  dueAt !== undefined && Temporal.Instant.compare(dueAt, clock.now()) <= 0

/** When to inquire again: soon at first, then hourly; after `inquiriesMax` never, with an alarm for an operator. */
export function inquireAgainLater({ clock, log }: PaymentsContext, { id, status, dueTries }: Due) {
  const tries = dueTries + 1
  if (tries > inquiriesMax) {
    log.error(
      { payment: String(id), status },
      'the result of this payment is still not known; an operator must ask the acquirer',
    )
    return { dueTries: tries, dueAt: undefined }
  }
  const waitMinutes = waitsMinutes[Math.min(dueTries, waitsMinutes.length - 1)]!
  return { dueTries: tries, dueAt: clock.now().add({ minutes: waitMinutes }) }
}
const waitsMinutes = [1, 1, 2, 5, 15, 30, 60]

export const waitLonger = (ctx: PaymentsContext, known: Due, changes: DueChanges = {}): Promise<void> =>
  changeDue(ctx, known, { ...inquireAgainLater(ctx, known), ...changes })

/** Changes when a transaction is due, unless it has changed since it was read. */
export const changeDue = (ctx: PaymentsContext, known: Due, changes: DueChanges): Promise<void> =>
  decide(async () => {
    const current = await getTransaction(ctx.db, known.id)
    if (current.status !== known.status) return
    if (!('request' in current) || current.request?.key !== known.request?.key) return
    const amended = amendTransaction(current, changes)
    await commit(ctx, ctx.clock.now(), amended.writes, 'inquire-later')
  })

import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import { inquiriesMax, type PaymentsContext } from './context.ts'
import { reportsByMessage } from './inquire.ts'
import { getTransaction } from './store.ts'
import { isPayment, type Payment, type Payout, type Refund, type Transaction } from './transaction.ts'
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
  return { dueTries: tries, dueAt: clock.now().add({ minutes: waitAfter(dueTries) }) }
}
const waitAfter = (tries: number): number => waitsMinutes[Math.min(tries, waitsMinutes.length - 1)]!
const waitsMinutes = [1, 1, 2, 5, 15, 30, 60]
/** Almost five hours of inquiries without a response: what is still not known then is reversed by our own key. */
export const triesBeforeReversal = 10

/**
 * When an authorization will be reversed if no inquiry has a response until then; undefined of what is never reversed:
 * what follows an authorization, and what the acquirer is known to have where results come by message.
 */
export function reversedBy(ctx: Pick<PaymentsContext, 'connectors'>, transaction: Transaction): Instant | undefined {
  if (!isPayment(transaction)) return undefined
  const { status, dueAt, dueTries, reference } = transaction
  if (dueAt === undefined || (status !== 'authorizing' && status !== 'uncertain')) return undefined
  if (reference !== undefined && reportsByMessage(ctx, transaction)) return undefined
  const left = Array.from({ length: Math.max(0, triesBeforeReversal - dueTries) }, (_, index) => dueTries + index)
  return dueAt.add({ minutes: left.reduce((minutes, tries) => minutes + waitAfter(tries), 0) })
}

export const waitLonger = (ctx: PaymentsContext, known: Due, changes: DueChanges = {}): Promise<void> =>
  changeDue(ctx, known, { ...inquireAgainLater(ctx, known), ...changes })

/** Whether an operator has disabled the connection: then no inquiry can be sent there. */
export const isCutOff = async (
  { routing }: Pick<PaymentsContext, 'routing'>,
  { connector }: Pick<Transaction, 'connector'>,
): Promise<boolean> => (await routing.enabledAmong([connector])).length === 0

/**
 * What awaits a result of a disabled connection waits until it is enabled. That is no inquiry and counts as none: an
 * authorization is reversed after inquiries without a response, not because nobody was asked.
 */
export const waitForConnection = (ctx: PaymentsContext, known: Due): Promise<void> =>
  changeDue(ctx, known, { dueAt: ctx.clock.now().add({ minutes: 1 }) })

/** Changes when a transaction is due, unless it has changed since it was read. */
export const changeDue = (ctx: PaymentsContext, known: Due, changes: DueChanges): Promise<void> =>
  decide(async () => {
    const current = await getTransaction(ctx.db, known.id)
    if (current.status !== known.status) return
    if (!('request' in current) || current.request?.key !== known.request?.key) return
    const amended = amendTransaction(current, changes)
    await commit(ctx, ctx.clock.now(), amended.writes, 'inquire-later')
  })

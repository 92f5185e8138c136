import type { ModificationResult } from '#connectors/acquirer/acquirer.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { money, subtract } from '#kernel/base/money.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { inquiriesMax, type PaymentsContext, resultIfReceived } from './context.ts'
import { captureChanges, feeBackOf, lapsesAt, type Payment } from './payment.ts'
import type { Changes } from './row.ts'
import { getPayment, refundsOf } from './store.ts'
import { amendPayment, type Transition, transitionPayment } from './transition-payment.ts'

/** An answer that says what was done. Until it is there, nothing changes. */
export type FinalResult = Exclude<ModificationResult, { outcome: 'pending' }>

/** Asks the acquirer for what the payment's row promises (a capture, a reversal, a refund) and writes down the answer. */
export async function sendModification(ctx: PaymentsContext, recorded: Payment): Promise<Payment> {
  const { request } = recorded
  const origin = recorded.type === 'refund' ? await getPayment(ctx.db, recorded.parentId!) : recorded
  const result = await resultIfReceived<ModificationResult>(
    ctx.acquirer.modify({
      key: request!.key,
      kind: request!.kind as 'capture' | 'reverse' | 'refund',
      amount: money(request!.minor, recorded.amount.currency),
      authorization: origin.key,
      reference: origin.reference,
    }),
  )
  // A lost answer changes nothing: the promise stands, and the resolver asks what became of it.
  return result && result.outcome !== 'pending' ? applyModificationResult(ctx, recorded, result) : recorded
}

/** Writes down what became of a capture, a void, a cancellation or a refund. */
export async function applyModificationResult(
  ctx: PaymentsContext,
  known: Payment,
  result: FinalResult,
): Promise<Payment> {
  return decide(async () => {
    const payment = await getPayment(ctx.db, known.id)
    if (!payment.request || payment.request.key !== known.request?.key) return payment
    const now = ctx.clock.now()
    const transition = await planModification(ctx, now, payment, result)
    await commit(ctx, now, transition.writes)
    return transition.payment
  })
}

async function planModification(
  ctx: PaymentsContext,
  now: Instant,
  payment: Payment,
  result: FinalResult,
): Promise<Transition> {
  const done = result.outcome === 'done'
  switch (payment.status) {
    case 'capturing':
      return done
        ? planCapture(ctx, now, payment)
        : transitionPayment(now, payment, 'refuse', backToAuthorized(ctx, now, payment))
    case 'voiding':
      return done
        ? transitionPayment(now, payment, 'void', noPendingRequest)
        : transitionPayment(now, payment, 'refuse', backToAuthorized(ctx, now, payment))
    case 'cancelling':
      return transitionPayment(now, payment, done ? 'cancel' : 'refuse', noPendingRequest)
    case 'refunding':
      return planRefund(ctx, now, payment, result)
    default:
      throw new Error(`payment ${payment.id} is ${payment.status} and awaits no such answer`)
  }
}

async function planCapture({ directory }: PaymentsContext, now: Instant, payment: Payment): Promise<Transition> {
  const site = await directory.site(payment.siteId)
  const captured = money(payment.request!.minor, payment.amount.currency)
  return transitionPayment(now, payment, 'capture', {
    ...noPendingRequest,
    ...captureChanges(now, captured, site!.pricing),
  })
}

/**
 * A refund touches two rows in one commit: its own, and the payment it gives back, which becomes `refunded` when nothing
 * of it is left and no other refund is under way. A refused refund takes its promise back.
 */
async function planRefund(
  { db }: PaymentsContext,
  now: Instant,
  refund: Payment,
  result: FinalResult,
): Promise<Transition> {
  // The payment is read before its refunds: a refund that ends between the two readings has changed the payment too, so
  // this commit is stale. Read the other way round, two refunds that end at once could each miss the other's end.
  const parent = await getPayment(db, refund.parentId!)
  const others = (await refundsOf(db, parent.id)).filter(({ id }) => id !== refund.id)
  const { reference } = result
  if (result.outcome === 'declined') {
    const transition = transitionPayment(now, refund, 'refuse', {
      ...noPendingRequest,
      reference,
      declineReason: result.reason,
    })
    const { writes } = amendPayment(parent, { refunded: subtract(parent.refunded, refund.amount) })
    return { ...transition, writes: [...transition.writes, ...writes] }
  }
  const earlier = others.filter(({ status }) => status === 'refunded')
  const fee = feeBackOf(refund.amount, parent.feeBasisPoints, earlier)
  const captured: Changes = { captured: refund.amount, capturedAt: now, fee, reference }
  const transition = transitionPayment(now, refund, 'refund', { ...noPendingRequest, ...captured })
  return { ...transition, writes: [...transition.writes, ...parentWrites(now, parent, others)] }
}

function parentWrites(now: Instant, parent: Payment, others: readonly Payment[]): Write[] {
  const whole = parent.refunded.minor === parent.captured.minor
  const underWay = others.some(({ status }) => status === 'refunding')
  // Amending the parent even when it does not move makes two refunds that end at once take turns.
  // A payment that is disputed or charged back stays so; its disputes decide what it is after them.
  const ends = whole && !underWay && parent.status === 'captured'
  return (ends ? transitionPayment(now, parent, 'refundWhole') : amendPayment(parent, {})).writes
}

const noPendingRequest: Changes = { request: undefined, dueAt: undefined, dueTries: 0 }

/**
 * The authorization lives on, and is let go of when its time is up. If it is up already, the acquirer is the one who
 * does not let go: it is asked again every day, and when that has been in vain for long enough, a person must.
 */
function backToAuthorized({ log }: PaymentsContext, now: Instant, { id, approvedAt }: Payment): Changes {
  const lapses = lapsesAt(approvedAt!)
  if (Temporal.Instant.compare(now, lapses) < 0) return { ...noPendingRequest, dueAt: lapses }
  if (Temporal.Instant.compare(now, lapses.add(voidRefusedMax)) < 0)
    return { ...noPendingRequest, dueAt: now.add(voidAgainAfter) }
  log.error({ payment: String(id) }, 'the acquirer does not let go of this authorization; a person must ask')
  return { ...noPendingRequest, dueTries: inquiriesMax + 1 }
}
const voidAgainAfter = { hours: 24 }
const voidRefusedMax = { hours: 30 * 24 }

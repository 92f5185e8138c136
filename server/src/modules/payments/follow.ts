import type { FollowAnswer } from '#connectors/acquirer/acquirer.ts'
import type { Instant } from '#kernel/clock.ts'
import { commit, decide, type Write } from '#kernel/commit.ts'
import { money, subtract } from '#kernel/money.ts'
import { answerOrNothing, type FollowFate, type PaymentsHouse } from './house.ts'
import { amendPayment, type Moved, movePayment } from './move-payment.ts'
import { feeBackOf, feeOf, type Payment } from './payment.ts'
import type { PaymentAction } from './payment-states.ts'
import type { Changes } from './row.ts'
import { getPayment, refundsOf } from './store.ts'

/** Asks the acquirer for what the payment's row promises (a capture, a reversal, a refund) and writes down the answer. */
export async function askFollow(house: PaymentsHouse, promised: Payment): Promise<Payment> {
  const { ask } = promised
  const origin = promised.type === 'refund' ? await getPayment(house.db, promised.parentId!) : promised
  const answer = await answerOrNothing<FollowAnswer>(
    house.acquirer.follow({
      key: ask!.key,
      kind: ask!.kind as 'capture' | 'reverse' | 'refund',
      amount: money(ask!.minor, promised.amount.currency),
      authorization: origin.key,
      reference: origin.reference,
    }),
  )
  // A lost answer changes nothing: the promise stands, and the resolver asks what became of it.
  return answer && answer.outcome !== 'pending' ? settleFollow(house, promised, answer) : promised
}

/** Writes down what became of a capture, a void, a cancellation or a refund. An ask that never arrived changes nothing. */
export async function settleFollow(house: PaymentsHouse, known: Payment, answer: FollowFate): Promise<Payment> {
  return decide(async () => {
    const payment = await getPayment(house.db, known.id)
    if (!payment.ask || payment.ask.key !== known.ask?.key) return payment
    const now = house.clock.now()
    const done = answer.outcome === 'done'
    const moved = await planFollow(house, now, payment, done)
    await commit(house, now, moved.writes)
    return moved.payment
  })
}

async function planFollow(house: PaymentsHouse, now: Instant, payment: Payment, done: boolean): Promise<Moved> {
  const site = await house.directory.site(payment.siteId)
  const { pricing } = site!
  const taken = money(payment.ask!.minor, payment.amount.currency)
  switch (payment.status) {
    case 'capturing':
      return done
        ? movePayment(now, payment, 'capture', {
            ...settled,
            captured: taken,
            capturedAt: now,
            fee: feeOf(taken, pricing),
          })
        : movePayment(now, payment, 'refuse', backToAuthorized(payment))
    case 'voiding':
      return done
        ? movePayment(now, payment, 'void', settled)
        : movePayment(now, payment, 'refuse', backToAuthorized(payment))
    case 'cancelling':
      return movePayment(now, payment, done ? 'cancel' : 'refuse', settled)
    case 'refunding':
      return planRefund(house, now, payment, done, feeBackOf(taken, pricing))
    default:
      throw new Error(`payment ${payment.id} is ${payment.status} and awaits no such answer`)
  }
}

/**
 * A refund touches two rows in one commit: its own, and the payment it gives back, which becomes `refunded` when nothing
 * of it is left and no other refund is under way. A refused refund takes its promise back.
 */
async function planRefund(
  { db }: PaymentsHouse,
  now: Instant,
  refund: Payment,
  done: boolean,
  feeBack: Payment['fee'],
): Promise<Moved> {
  const [parent, refunds] = await Promise.all([getPayment(db, refund.parentId!), refundsOf(db, refund.parentId!)])
  const own: Changes = done ? { ...settled, captured: refund.amount, capturedAt: now } : settled
  const moved = movePayment(now, refund, done ? 'refund' : 'refuse', { ...own, ...(done && { feeBack }) })
  return { payment: moved.payment, writes: [...moved.writes, ...parentWrites(now, parent, refund, refunds, done)] }
}

function parentWrites(now: Instant, parent: Payment, refund: Payment, refunds: Payment[], done: boolean): Write[] {
  if (!done) return amendPayment(parent, { refunded: subtract(parent.refunded, refund.amount) }).writes
  const othersAreDone = refunds.every((other) => other.id === refund.id || other.status !== 'refunding')
  const whole = parent.refunded.minor === parent.captured.minor
  const action: PaymentAction = 'refundWhole'
  // Amending the parent even when it does not move makes two refunds that end at once take turns.
  return whole && othersAreDone ? movePayment(now, parent, action, {}).writes : amendPayment(parent, {}).writes
}

const settled: Changes = { ask: undefined, dueAt: undefined, dueTries: 0 }

/** The authorization lives on, and is still voided when its time is up. */
const backToAuthorized = (payment: Payment): Changes => ({
  ...settled,
  dueAt: payment.approvedAt!.add({ hours: 7 * 24 }),
})

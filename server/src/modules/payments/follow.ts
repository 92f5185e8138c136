import type { FollowAnswer } from '#connectors/acquirer/acquirer.ts'
import type { Instant } from '#kernel/clock.ts'
import { commit, decide, type Write } from '#kernel/commit.ts'
import { money, subtract } from '#kernel/money.ts'
import { answerOrNothing, givenUpAfter, type PaymentsHouse } from './house.ts'
import { amendPayment, type Moved, movePayment } from './move-payment.ts'
import { feeBackOf, lapsesAt, type Payment, takes } from './payment.ts'
import type { Changes } from './row.ts'
import { getPayment, refundsOf } from './store.ts'

/** An answer that says what was done. Until it is there, nothing changes. */
export type Settled = Exclude<FollowAnswer, { outcome: 'pending' }>

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

/** Writes down what became of a capture, a void, a cancellation or a refund. */
export async function settleFollow(house: PaymentsHouse, known: Payment, answer: Settled): Promise<Payment> {
  return decide(async () => {
    const payment = await getPayment(house.db, known.id)
    if (!payment.ask || payment.ask.key !== known.ask?.key) return payment
    const now = house.clock.now()
    const moved = await planFollow(house, now, payment, answer)
    await commit(house, now, moved.writes)
    return moved.payment
  })
}

async function planFollow(house: PaymentsHouse, now: Instant, payment: Payment, answer: Settled): Promise<Moved> {
  const done = answer.outcome === 'done'
  switch (payment.status) {
    case 'capturing':
      return done
        ? planCapture(house, now, payment)
        : movePayment(now, payment, 'refuse', backToAuthorized(house, now, payment))
    case 'voiding':
      return done
        ? movePayment(now, payment, 'void', settled)
        : movePayment(now, payment, 'refuse', backToAuthorized(house, now, payment))
    case 'cancelling':
      return movePayment(now, payment, done ? 'cancel' : 'refuse', settled)
    case 'refunding':
      return planRefund(house, now, payment, answer)
    default:
      throw new Error(`payment ${payment.id} is ${payment.status} and awaits no such answer`)
  }
}

async function planCapture({ directory }: PaymentsHouse, now: Instant, payment: Payment): Promise<Moved> {
  const site = await directory.site(payment.siteId)
  const taken = money(payment.ask!.minor, payment.amount.currency)
  return movePayment(now, payment, 'capture', { ...settled, ...takes(now, taken, site!.pricing) })
}

/**
 * A refund touches two rows in one commit: its own, and the payment it gives back, which becomes `refunded` when nothing
 * of it is left and no other refund is under way. A refused refund takes its promise back.
 */
async function planRefund({ db }: PaymentsHouse, now: Instant, refund: Payment, answer: Settled): Promise<Moved> {
  // The payment is read before its refunds: a refund that ends between the two readings has changed the payment too, so
  // this commit is stale. Read the other way round, two refunds that end at once could each miss the other's end.
  const parent = await getPayment(db, refund.parentId!)
  const others = (await refundsOf(db, parent.id)).filter(({ id }) => id !== refund.id)
  const { reference } = answer
  if (answer.outcome === 'declined') {
    const moved = movePayment(now, refund, 'refuse', { ...settled, reference, declineReason: answer.reason })
    const { writes } = amendPayment(parent, { refunded: subtract(parent.refunded, refund.amount) })
    return { ...moved, writes: [...moved.writes, ...writes] }
  }
  const earlier = others.filter(({ status }) => status === 'refunded')
  const fee = feeBackOf(refund.amount, parent.feeBasisPoints, earlier)
  const taken: Changes = { captured: refund.amount, capturedAt: now, fee, reference }
  const moved = movePayment(now, refund, 'refund', { ...settled, ...taken })
  return { ...moved, writes: [...moved.writes, ...parentWrites(now, parent, others)] }
}

function parentWrites(now: Instant, parent: Payment, others: readonly Payment[]): Write[] {
  const whole = parent.refunded.minor === parent.captured.minor
  const underWay = others.some(({ status }) => status === 'refunding')
  // Amending the parent even when it does not move makes two refunds that end at once take turns.
  // A payment that is disputed or charged back stays so; its disputes decide what it is after them.
  const ends = whole && !underWay && parent.status === 'captured'
  return (ends ? movePayment(now, parent, 'refundWhole') : amendPayment(parent, {})).writes
}

const settled: Changes = { ask: undefined, dueAt: undefined, dueTries: 0 }

/**
 * The authorization lives on, and is let go of when its time is up. If it is up already, the acquirer is the one who
 * does not let go: it is asked again every day, and when that has been in vain for long enough, a person must.
 */
function backToAuthorized({ log }: PaymentsHouse, now: Instant, { id, approvedAt }: Payment): Changes {
  const lapses = lapsesAt(approvedAt!)
  if (Temporal.Instant.compare(now, lapses) < 0) return { ...settled, dueAt: lapses }
  if (Temporal.Instant.compare(now, lapses.add(voidRefusedMax)) < 0)
    return { ...settled, dueAt: now.add(voidAgainAfter) }
  log.error({ payment: String(id) }, 'the acquirer does not let go of this authorization; a person must ask')
  return { ...settled, dueTries: givenUpAfter + 1 }
}
const voidAgainAfter = { hours: 24 }
const voidRefusedMax = { hours: 30 * 24 }

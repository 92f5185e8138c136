import { randomUUID } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import { add, compare, formatMoney, type Money, subtract } from '#kernel/base/money.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { PaymentsContext } from './context.ts'
import {
  findDisputeEvent,
  pendingDisputeEvents,
  resolveDisputeEvent,
  type StoredDisputeEvent,
} from './dispute-event.ts'
import { disputeStates, representmentStates } from './dispute-states.ts'
import { following, type Payment, refundable } from './payment.ts'
import type { PaymentAction, PaymentStatus } from './payment-states.ts'
import { findPaymentByKey, followersOf, reservePaymentId } from './store.ts'
import { amendPayment, beginPayment, transitionPayment } from './transition-payment.ts'

/**
 * Makes of a piece of news what it means: the charge-back, the books, where the payment stands, and that the news is done,
 * in one commit. News of one payment is taken in the order it was told. While an answer about the payment is awaited, it
 * waits, since what is disputed is not known yet. What fits nothing is left to a person.
 */
export async function applyDisputeEvents(ctx: PaymentsContext, id: bigint): Promise<void> {
  const requested = await findDisputeEvent(ctx.db, id)
  if (!requested?.dueAt) return
  const waiting = await pendingDisputeEvents(ctx.db, requested.authorization)
  // Whoever has the oldest goes through all of it; the others would only stand in each other's way.
  if (waiting[0]?.id !== id) return
  for (const disputeEvent of waiting) {
    const done = await decide(() => applyDisputeEvent(ctx, disputeEvent.id))
    if (!done) return
  }
}

/** Gives false when it has to wait. */
async function applyDisputeEvent(ctx: PaymentsContext, id: bigint): Promise<boolean> {
  const disputeEvent = (await findDisputeEvent(ctx.db, id))!
  if (!disputeEvent.dueAt) return true
  const now = ctx.clock.now()
  const payment = await findPaymentByKey(ctx.db, disputeEvent.authorization)
  if (payment?.request) {
    await commit(ctx, now, [
      resolveDisputeEvent(disputeEvent, { paymentId: payment.id, dueAt: now.add(waitFor(now, disputeEvent)) }),
    ])
    return false
  }
  const meaning = payment ? await meaningOf(ctx, now, disputeEvent, payment) : { trouble: strange.payment }
  const { writes = [], trouble } = meaning
  const outcome = { ...(payment && { paymentId: payment.id }), ...(trouble && { trouble }) }
  await commit(ctx, now, [
    resolveDisputeEvent(disputeEvent, meaning.writes ? { ...outcome, doneAt: now } : outcome),
    ...writes,
  ])
  if (trouble)
    ctx.log.error(
      { disputeEvent: String(id), dispute: disputeEvent.dispute, trouble },
      'news of a dispute: a person must look',
    )
  return true
}

/** Answers come within minutes, or somebody is asking after them for a long time. */
const waitFor = (now: Instant, { receivedAt }: StoredDisputeEvent): Temporal.DurationLike =>
  Temporal.Instant.compare(now, receivedAt.add({ hours: 1 })) < 0 ? { minutes: 1 } : { hours: 1 }

/** `writes` is undefined when nothing can be made of it, and empty when it was known before. */
type Meaning = { writes?: Write[]; trouble?: string }

const strange = {
  payment: 'No payment here has this key.',
  currency: 'The payment is in another currency.',
  dispute: 'Nothing was heard of the opening of this dispute.',
  amount: 'The dispute was opened with another amount.',
  lostAfterWon: 'It was won before: a bank that takes the money again has to open another dispute.',
}

async function meaningOf(
  { db }: PaymentsContext,
  now: Instant,
  disputeEvent: StoredDisputeEvent,
  payment: Payment,
): Promise<Meaning> {
  if (disputeEvent.amount.currency !== payment.amount.currency) return { trouble: strange.currency }
  // The payment is read before what follows it: whatever changes one of these changes the payment too, and this commit
  // is stale then.
  const followers = await followersOf(db, payment.id)
  const chargeback = followers.find(
    ({ type, reference }) => type === 'chargeback' && reference === disputeEvent.dispute,
  )
  if (disputeEvent.kind === 'opened')
    return chargeback ? { writes: [] } : open(now, disputeEvent, payment, followers, await reservePaymentId(db))
  if (!chargeback) return { trouble: strange.dispute }
  if (chargeback.amount.minor !== disputeEvent.amount.minor) return { trouble: strange.amount }
  if (disputeEvent.kind === 'won') {
    if (chargeback.status === 'won') return { writes: [] }
    return win(now, payment, followers, chargeback, await reservePaymentId(db))
  }
  if (chargeback.status === 'won') return { trouble: strange.lostAfterWon }
  return chargeback.status === 'lost' ? { writes: [] } : lose(now, payment, followers, chargeback)
}

/** The bank has the money, whatever we think of it: it is booked also when there was nothing left to take. */
function open(
  now: Instant,
  { dispute, reason, amount }: StoredDisputeEvent,
  payment: Payment,
  followers: readonly Payment[],
  id: Payment['id'],
): Meaning {
  const status = disputeStates.initial
  const reversal = { reason, message: undefined }
  const chargeback = { ...moneyMoved(now, payment, amount), id, type: 'chargeback' as const, status, reversal }
  const opened: Payment = { ...chargeback, reference: dispute }
  const left = refundable(payment)
  const paidTwice = compare(amount, left) > 0 && doublePayoutWarning(payment, amount, left)
  return {
    writes: [
      ...beginPayment(now, opened, 'chargeBack'),
      ...transitionWithDisputes(now, payment, [...followers, opened], add(payment.chargedBack, amount)),
    ],
    ...(paidTwice && { trouble: paidTwice }),
  }
}

const doublePayoutWarning = ({ status, id }: Payment, amount: Money, left: Money): string =>
  `The bank took ${formatMoney(amount)} ${amount.currency} of payment ${id}, which is ${status} and had ${formatMoney(left)} left: the cardholder may have got the money twice. Contest it with the proof of what was given back.`

function win(
  now: Instant,
  payment: Payment,
  followers: readonly Payment[],
  chargeback: Payment,
  id: Payment['id'],
): Meaning {
  const { amount, reference, reversal } = chargeback
  const status = representmentStates.initial
  const transition = { ...moneyMoved(now, payment, amount), id, type: 'representment' as const, status, reversal }
  const action = chargeback.status === 'lost' ? 'overturn' : 'represent'
  const won = transitionPayment(now, chargeback, 'win')
  const others = followers.map((one) => (one.id === chargeback.id ? won.payment : one))
  return {
    writes: [
      ...won.writes,
      ...beginPayment(now, { ...transition, reference }, action),
      ...transitionWithDisputes(now, payment, others, subtract(payment.chargedBack, amount)),
    ],
  }
}

function lose(now: Instant, payment: Payment, followers: readonly Payment[], chargeback: Payment): Meaning {
  const lost = transitionPayment(now, chargeback, 'lose')
  const others = followers.map((one) => (one.id === chargeback.id ? lost.payment : one))
  return { writes: [...lost.writes, ...transitionWithDisputes(now, payment, others, payment.chargedBack)] }
}

const moneyMoved = (now: Instant, payment: Payment, amount: Money): Payment => ({
  ...following(payment),
  key: randomUUID(),
  amount,
  captured: amount,
  createdAt: now,
  capturedAt: now,
})

/** The payment's own row: what was charged back, and the move to where it stands with its disputes as they are told. */
function transitionWithDisputes(
  now: Instant,
  payment: Payment,
  followers: readonly Payment[],
  chargedBack: Money,
): Write[] {
  const action = ways[payment.status]?.[statusWithDisputes(payment, followers)]
  return (action ? transitionPayment(now, payment, action, { chargedBack }) : amendPayment(payment, { chargedBack }))
    .writes
}

type DisputedStatus = 'captured' | 'refunded' | 'disputed' | 'chargedBack'

/** A payment of which nothing was taken, or that was voided or cancelled, stays what it is, whatever a bank does. */
const ways: Partial<Record<PaymentStatus, Partial<Record<DisputedStatus, PaymentAction>>>> = {
  captured: { disputed: 'dispute' },
  refunded: { disputed: 'dispute' },
  disputed: { captured: 'clear', refunded: 'clearRefunded', chargedBack: 'forfeit' },
  chargedBack: { disputed: 'dispute', captured: 'clear', refunded: 'clearRefunded' },
}

/** An open dispute outweighs a lost one, and that a refund. */
function statusWithDisputes({ captured, refunded }: Payment, followers: readonly Payment[]): DisputedStatus {
  const some = (type: Payment['type'], status: PaymentStatus) =>
    followers.some((one) => one.type === type && one.status === status)
  if (some('chargeback', 'opened')) return 'disputed'
  if (some('chargeback', 'lost')) return 'chargedBack'
  return refunded.minor === captured.minor && !some('refund', 'refunding') ? 'refunded' : 'captured'
}

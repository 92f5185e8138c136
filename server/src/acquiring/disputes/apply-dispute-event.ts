import { randomUUID } from 'node:crypto'
import type { PaymentId } from '#acquiring/ids'
import {
  amendTransaction,
  type Chargeback,
  earnedPending,
  type Follower,
  findByRequestKey,
  followersOf,
  inheritedFrom,
  isPayment,
  type Payment,
  type PaymentAction,
  type PaymentStatus,
  type PaymentsContext,
  type Payout,
  partsOf,
  type Representment,
  refundable,
  regainedShares,
  reservePaymentId,
  returnedShares,
  type Share,
  takePending,
  transitionPayment,
} from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import { add, compare, formatMoney, type Money, subtract, zero } from '#kernel/base/money.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { DueWork } from '#kernel/work/due-work.ts'
import { exclusiveWork, type Lease } from '#kernel/work/exclusive-work.ts'
import { findCase } from './case-store.ts'
import type { DisputeCase } from './dispute-case.ts'
import { disputeStates, representmentStates } from './dispute-states.ts'
import {
  findDisputeEvent,
  pendingDisputeEvents,
  postpone,
  resolveDisputeEvent,
  type StoredDisputeEvent,
} from './store.ts'
import { beginCase, transitionCase } from './transition-case.ts'
import { beginChargeback, beginRepresentment, transitionChargeback } from './transition-dispute.ts'

/**
 * Applies the events of one payment in the order in which they were reported, one worker at a time, each in one commit: the
 * chargeback, the ledger entries, the status of the payment, and that the event is done. While a request for the payment
 * awaits its result they wait, since the disputed amount is not known yet. An operator reviews what cannot be applied.
 */
export const disputeEventWork = (ctx: PaymentsContext): DueWork =>
  exclusiveWork(ctx, {
    name: 'apply dispute events',
    table: 'disputes.events',
    subject: 'authorization_key',
    leaseMs: 60_000,
    run: async (authorization, lease) => {
      const { pending, madeByHand } = await pendingDisputeEvents(ctx.db, authorization)
      const later = ctx.clock.now().add({ hours: 1 })
      const putOff = madeByHand.map((event) => postpone(event, later))
      if (putOff.length > 0) await commit(ctx, ctx.clock.now(), [lease.kept(), ...putOff], 'apply-dispute-event')
      for (const [nth, { id }] of pending.entries()) {
        const waitsUntil = await decide(() => applyDisputeEvent(ctx, lease, id))
        if (!waitsUntil) continue
        const behind = pending.slice(nth + 1).map((event) => postpone(event, waitsUntil))
        if (behind.length > 0) await commit(ctx, ctx.clock.now(), [lease.kept(), ...behind], 'apply-dispute-event')
        return
      }
    },
  })

/** Returns until when it has to wait, if it has. */
async function applyDisputeEvent(ctx: PaymentsContext, lease: Lease, id: bigint): Promise<Instant | undefined> {
  const disputeEvent = (await findDisputeEvent(ctx.db, id))!
  if (!disputeEvent.dueAt) return undefined
  const now = ctx.clock.now()
  const payment = await findByRequestKey(ctx.db, disputeEvent.authorization)
  if (payment?.request) {
    const dueAt = now.add(waitFor(now, disputeEvent))
    const later = resolveDisputeEvent(disputeEvent, { paymentId: payment.id, dueAt })
    await commit(ctx, now, [lease.kept(), later], 'apply-dispute-event')
    return dueAt
  }
  const meaning = await meaningOf(ctx, now, disputeEvent, payment)
  const { writes = [], trouble } = meaning
  const outcome = { ...(payment && { paymentId: payment.id }), ...(trouble && { trouble }) }
  await commit(
    ctx,
    now,
    [
      lease.kept(),
      resolveDisputeEvent(disputeEvent, meaning.writes ? { ...outcome, doneAt: now } : outcome),
      ...writes,
    ],
    'apply-dispute-event',
  )
  if (trouble)
    ctx.log.error(
      { disputeEvent: String(id), dispute: disputeEvent.dispute, trouble },
      'an operator must review this dispute event',
    )
  return undefined
}

/** Results come within minutes, or are inquired about for a long time. */
const waitFor = (now: Instant, { receivedAt }: StoredDisputeEvent): Temporal.DurationLike =>
  Temporal.Instant.compare(now, receivedAt.add({ hours: 1 })) < 0 ? { minutes: 1 } : { hours: 1 }

/** `writes` is undefined when the event cannot be applied, and empty when it was known before. */
type Meaning = { writes?: Write[]; trouble?: string }

const strange = {
  payment: 'No payment here has this key.',
  payout: 'This is a payout, which a cardholder cannot dispute.',
  connector: 'The payment was made with another connector than the one that reports this dispute.',
  currency: 'The payment is in another currency.',
  dispute: 'The opening of this dispute was not reported.',
  amount: 'The dispute was opened with another amount.',
  lostAfterWon: 'It was won before: a bank that charges the money back again has to open another dispute.',
}

async function meaningOf(
  { db, connectors, earningsWait }: PaymentsContext,
  now: Instant,
  disputeEvent: StoredDisputeEvent,
  payment: Payment | Payout | undefined,
): Promise<Meaning> {
  if (!payment) return { trouble: strange.payment }
  if (disputeEvent.connector !== payment.connector) return { trouble: strange.connector }
  if (!isPayment(payment)) return { trouble: strange.payout }
  if (disputeEvent.amount.currency !== payment.amount.currency) return { trouble: strange.currency }
  // The payment is read before its followers: a change of one of these changes the payment too, and this commit is
  // stale then.
  const followers = await followersOf(db, payment.id)
  const chargeback = followers
    .filter((one) => one.type === 'chargeback')
    .find(({ reference }) => reference === disputeEvent.dispute)
  if (disputeEvent.kind === 'opened') {
    if (chargeback) return { writes: [] }
    const takesResponses = connectors.find(payment.connector)?.acquirer.capabilities.disputeResponses ?? false
    const opening = { payment, followers, id: await reservePaymentId(db), takesResponses }
    return open(db, now, disputeEvent, opening)
  }
  if (!chargeback) return { trouble: strange.dispute }
  if (chargeback.amount.minor !== disputeEvent.amount.minor) return { trouble: strange.amount }
  const ends = async (action: 'win' | 'lose') => endCase(now, (await findCase(db, chargeback.id))!, action)
  if (disputeEvent.kind === 'won') {
    if (chargeback.status === 'won') return { writes: [] }
    const money = { id: await reservePaymentId(db), waits: await earningsWait() }
    return { writes: [...(await ends('win')), ...win(now, payment, followers, chargeback, money)] }
  }
  if (chargeback.status === 'won') return { trouble: strange.lostAfterWon }
  if (chargeback.status === 'lost') return { writes: [] }
  return { writes: [...(await ends('lose')), ...lose(now, payment, followers, chargeback)] }
}

/** How the acquirer has decided ends what the merchant does about it. */
const endCase = (now: Instant, dispute: DisputeCase, action: 'win' | 'lose'): Write[] =>
  transitionCase(now, dispute, action, { by: { actor: dispute.connector } })

type Opening = { payment: Payment; followers: readonly Follower[]; id: PaymentId; takesResponses: boolean }

/** The bank has charged the money back in any case, so it is booked even when nothing was left of the payment. */
async function open(
  db: Reader,
  now: Instant,
  event: StoredDisputeEvent,
  { payment, followers, id, takesResponses }: Opening,
): Promise<Meaning> {
  const { dispute, reason, amount } = event
  const opened: Chargeback = {
    ...moneyMoved(now, payment, { id, amount, shares: returnedShares(payment, followers, amount) }),
    type: 'chargeback',
    status: disputeStates.initial,
    reversal: { reason, message: undefined },
    reference: dispute,
  }
  const taken = await takePending(db, now, payment, { by: `payment ${id}`, ...partsOf(opened) })
  const changes = { ...taken.changes, chargedBack: add(payment.chargedBack, amount) }
  const left = refundable(payment)
  const paidTwice = compare(amount, left) > 0 && doublePayoutWarning(payment, amount, left)
  return {
    writes: [
      ...beginChargeback(now, opened),
      ...beginCase(now, { chargeback: opened, payment, event }, { takesResponses }),
      ...transitionWithDisputes(now, payment, [...followers, opened], changes),
      ...taken.writes,
    ],
    ...(paidTwice && { trouble: paidTwice }),
  }
}

const doublePayoutWarning = ({ status, id }: Payment, amount: Money, left: Money): string =>
  `The bank charged back ${formatMoney(amount)} ${amount.currency} of payment ${id}, which is ${status} and had ${formatMoney(left)} left: the cardholder may have received the money twice. Contest it with proof of the refund.`

function win(
  now: Instant,
  payment: Payment,
  followers: readonly Follower[],
  chargeback: Chargeback,
  { id, waits }: { id: PaymentId; waits: boolean },
): Write[] {
  const { amount, reference, reversal } = chargeback
  const shares = regainedShares(payment, followers, amount)
  const action = chargeback.status === 'lost' ? 'overturn' : 'represent'
  const moved = moneyMoved(now, payment, { id, amount, shares })
  const representment: Representment = {
    ...moved,
    pending: waits ? earnedPending(moved) : undefined,
    type: 'representment',
    status: representmentStates.initial,
    reversal,
    reference,
    ...(action === 'represent' && correctionsTo(shares, chargeback)),
  }
  const won = transitionChargeback(now, chargeback, 'win')
  const others = followers.map((one) => (one.id === chargeback.id ? won.transaction : one))
  return [
    ...won.writes,
    ...beginRepresentment(now, representment, action),
    ...transitionWithDisputes(now, payment, others, { chargedBack: subtract(payment.chargedBack, amount) }),
  ]
}

/** By how much shares differ from those that the chargeback has set aside. */
function correctionsTo(shares: readonly Share[], chargeback: Chargeback): Pick<Representment, 'shareCorrections'> {
  const differences = shares.map(({ amount }, at) => amount.minor - (chargeback.shares[at]?.amount.minor ?? 0n))
  return differences.some((minor) => minor !== 0n) ? { shareCorrections: differences } : {}
}

function lose(now: Instant, payment: Payment, followers: readonly Follower[], chargeback: Chargeback): Write[] {
  const lost = transitionChargeback(now, chargeback, 'lose')
  const others = followers.map((one) => (one.id === chargeback.id ? lost.transaction : one))
  return [...lost.writes, ...transitionWithDisputes(now, payment, others, {})]
}

/** The initial facts of a chargeback or representment: their money has moved already. */
const moneyMoved = (
  now: Instant,
  payment: Payment,
  { id, amount, shares }: Pick<Chargeback, 'id' | 'amount' | 'shares'>,
) => ({
  ...inheritedFrom(payment),
  id,
  key: randomUUID(),
  version: 1,
  amount,
  shares,
  captured: amount,
  fee: zero(amount.currency),
  pending: undefined,
  batchId: undefined,
  createdAt: now,
  capturedAt: now,
})

/** The payment's own row: what was charged back, and the status that its disputes call for. */
function transitionWithDisputes(
  now: Instant,
  payment: Payment,
  followers: readonly Follower[],
  changes: Partial<Pick<Payment, 'chargedBack' | 'pending'>>,
): Write[] {
  const action = ways[payment.status]?.[statusWithDisputes(payment, followers)]
  return (action ? transitionPayment(now, payment, action, changes) : amendTransaction(payment, changes)).writes
}

type DisputedStatus = 'captured' | 'refunded' | 'disputed' | 'chargedBack'

/** A payment that was not captured, or was voided or cancelled, keeps its status in a dispute. */
const ways: Partial<Record<PaymentStatus, Partial<Record<DisputedStatus, PaymentAction>>>> = {
  captured: { disputed: 'dispute' },
  refunded: { disputed: 'dispute' },
  disputed: { captured: 'clear', refunded: 'clearRefunded', chargedBack: 'forfeit' },
  chargedBack: { disputed: 'dispute', captured: 'clear', refunded: 'clearRefunded' },
}

/** An open dispute outweighs a lost one, and a lost one outweighs a refund. */
function statusWithDisputes({ captured, refunded }: Payment, followers: readonly Follower[]): DisputedStatus {
  const some = (type: Follower['type'], status: Follower['status']) =>
    followers.some((one) => one.type === type && one.status === status)
  if (some('chargeback', 'opened')) return 'disputed'
  if (some('chargeback', 'lost')) return 'chargedBack'
  return refunded.minor === captured.minor && !some('refund', 'refunding') ? 'refunded' : 'captured'
}

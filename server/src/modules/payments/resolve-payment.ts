import { randomUUID } from 'node:crypto'
import type { AuthorizeAnswer, FollowAnswer } from '#connectors/acquirer/acquirer.ts'
import { commit, decide } from '#kernel/commit.ts'
import type { PaymentId } from '#kernel/ids.ts'
import { askFollow, type Settled, settleFollow } from './follow.ts'
import { answerOrNothing, givenUpAfter, type PaymentsHouse, resolveAfter } from './house.ts'
import { amendPayment, movePayment } from './move-payment.ts'
import { askPayout, settlePayout } from './pay-out.ts'
import type { Payment } from './payment.ts'
import type { PaymentAction } from './payment-states.ts'
import type { Changes } from './row.ts'
import { keepsCard, settleAuthorization } from './settle-authorization.ts'
import { getPayment } from './store.ts'
import { promiseVoid } from './undo-payment.ts'

/**
 * Goes on with a payment whose time has come: an answer was lost, a process died between promise and settle, a shopper
 * never came back from their bank, an authorization was never captured. We ask what became of the ask and never guess;
 * what the acquirer cannot say is reversed under our own key, so that an ask that is still on its way cannot act later.
 */
export async function resolvePayment(house: PaymentsHouse, id: PaymentId): Promise<void> {
  const payment = await getPayment(house.db, id)
  if (!isDue(house, payment)) return
  if (payment.type === 'credit') return resolvePayout(house, payment)
  switch (payment.status) {
    case 'authorizing':
    case 'uncertain':
      return resolveAuthorization(house, payment)
    case 'reversing':
      return resolveReversal(house, payment)
    case 'challenging':
      return abandon(house, payment)
    case 'authorized':
      return letGo(house, payment)
    case 'capturing':
    case 'voiding':
    case 'cancelling':
    case 'refunding':
      return resolveFollow(house, payment)
    default:
      await amend(house, payment, { dueAt: undefined })
  }
}

type Fate = AuthorizeAnswer | FollowAnswer | { outcome: 'never heard of it' }

async function resolveAuthorization(house: PaymentsHouse, payment: Payment): Promise<void> {
  const fate = await answerOrNothing<Fate>(house.acquirer.whatBecameOf(payment.ask!.key))
  switch (fate?.outcome) {
    case 'approved':
    case 'declined':
    case 'challenge':
      await settleAuthorization(house, payment, fate as AuthorizeAnswer)
      return
    case 'never heard of it':
      return reverse(house, payment)
    default:
      if (payment.dueTries >= triesBeforeReversal && fate?.outcome !== 'pending') return reverse(house, payment)
      return payment.status === 'authorizing'
        ? step(house, payment, 'loseAnswer', later(house, payment))
        : waitLonger(house, payment)
  }
}

/** Nobody can vouch for the ask: it is taken back by our key, whether it ever arrived or not. */
async function reverse(house: PaymentsHouse, payment: Payment): Promise<void> {
  if (payment.status === 'authorizing') await step(house, payment, 'loseAnswer', { dueAt: house.clock.now() })
  const uncertain = await getPayment(house.db, payment.id)
  if (uncertain.status !== 'uncertain' || uncertain.ask?.key !== payment.ask?.key) return
  const ask = { key: randomUUID(), kind: 'reverse' as const, minor: payment.amount.minor }
  await step(house, uncertain, 'reverse', { ask, dueAt: house.clock.now().add(resolveAfter), dueTries: 0 })
  return resolveReversal(house, await getPayment(house.db, payment.id))
}

/** Asks for the reversal (again: its key makes that harmless) until it is answered. */
async function resolveReversal(house: PaymentsHouse, payment: Payment): Promise<void> {
  if (payment.status !== 'reversing') return
  const { ask, amount, key, reference } = payment
  const reversal = { key: ask!.key, kind: 'reverse' as const, amount, authorization: key, reference }
  const answer = await answerOrNothing<FollowAnswer>(house.acquirer.follow(reversal))
  if (answer?.outcome === 'done') return step(house, payment, 'reversed', endedBy(payment))
  if (answer?.outcome !== 'declined') return waitLonger(house, payment)
  // It cannot be reversed: either there is nothing to reverse, or the money is taken and the payment stands after all.
  const fate = await answerOrNothing<Fate>(house.acquirer.whatBecameOf(key))
  switch (fate?.outcome) {
    case 'approved':
      await settleAuthorization(house, payment, fate)
      return
    case 'declined':
    case 'never heard of it':
      return step(house, payment, 'reversed', endedBy(payment))
    default:
      return waitLonger(house, payment)
  }
}

/**
 * An ask that never arrived is made again under its own key, for as long as it takes: if it was only slow, it is still
 * one ask. To take it for refused would be a guess, and it could still act after that.
 */
async function resolveFollow(house: PaymentsHouse, payment: Payment): Promise<void> {
  const fate = await answerOrNothing<Fate>(house.acquirer.whatBecameOf(payment.ask!.key))
  if (fate?.outcome === 'done' || fate?.outcome === 'declined') {
    await settleFollow(house, payment, fate satisfies Settled)
    return
  }
  await waitLonger(house, payment)
  if (fate?.outcome !== 'never heard of it') return
  const current = await getPayment(house.db, payment.id)
  if (current.ask?.key === payment.ask?.key) await askFollow(house, current)
}

/**
 * A payout whose fate nobody can tell is neither reversed nor taken for declined: the customer may have the money already,
 * or get it yet. One that never arrived is sent again under its own key, while acquirers surely remember keys; after that
 * "never heard of it" may mean that it was forgotten, and a person must ask.
 */
async function resolvePayout(house: PaymentsHouse, payment: Payment): Promise<void> {
  const fate = await answerOrNothing<Fate>(house.acquirer.whatBecameOf(payment.key))
  switch (fate?.outcome) {
    case 'done':
    case 'declined':
      await settlePayout(house, payment, fate satisfies Settled)
      return
    case 'never heard of it':
      return sendAgain(house, payment)
    default:
      if (!fate) await settlePayout(house, payment, undefined)
      await waitLonger(house, await getPayment(house.db, payment.id))
  }
}

async function sendAgain(house: PaymentsHouse, payment: Payment): Promise<void> {
  const { clock, log } = house
  if (Temporal.Instant.compare(clock.now(), payment.createdAt.add(keyIsKnownFor)) >= 0) {
    log.error({ payment: String(payment.id) }, 'the acquirer does not know this payout any more; a person must ask')
    return amend(house, payment, { dueAt: undefined, dueTries: givenUpAfter + 1 })
  }
  await waitLonger(house, payment)
  const current = await getPayment(house.db, payment.id)
  if (current.ask?.key === payment.ask?.key) await askPayout(house, current)
}
/** Acquirers keep the keys of asks for a day at least. */
const keyIsKnownFor = { hours: 24 }

/** The shopper did not come back from their bank: no money moved, and a late return finds the attempt ended. */
const abandon = (house: PaymentsHouse, payment: Payment): Promise<void> =>
  step(house, payment, 'abandon', {
    ...endedBy(payment),
    challenge: undefined,
    declineReason: 'authentication_failed',
  })

/** Nobody captured it in its time. Who captures it at this very moment was quicker. */
async function letGo(house: PaymentsHouse, { id }: Payment): Promise<void> {
  const promised = await decide(async () => {
    const payment = await getPayment(house.db, id)
    if (payment.status !== 'authorized' || !isDue(house, payment)) return undefined
    return promiseVoid(house, house.clock.now(), payment, undefined)
  })
  if (promised) await askFollow(house, promised)
}

const step = async (house: PaymentsHouse, payment: Payment, action: PaymentAction, changes: Changes): Promise<void> => {
  const moved = await decide(async () => {
    const current = await getPayment(house.db, payment.id)
    if (current.status !== payment.status || current.ask?.key !== payment.ask?.key) return undefined
    const now = house.clock.now()
    const { writes, payment: after } = movePayment(now, current, action, changes)
    await commit(house, now, writes)
    return after
  })
  if (moved?.status === 'failed' && payment.storesToken) await house.vault.forget(payment.storesToken)
}

const waitLonger = (house: PaymentsHouse, payment: Payment): Promise<void> =>
  amend(house, payment, later(house, payment))

const amend = (house: PaymentsHouse, payment: Payment, changes: Changes): Promise<void> =>
  decide(async () => {
    const current = await getPayment(house.db, payment.id)
    if (current.status !== payment.status || current.ask?.key !== payment.ask?.key) return
    const amended = amendPayment(current, changes)
    await commit(house, house.clock.now(), amended.writes)
  })

/** When to look again: soon at first, then hourly; at last never, with an alarm for a person. */
function later({ clock, log }: PaymentsHouse, payment: Payment): Changes {
  const dueTries = payment.dueTries + 1
  if (dueTries > givenUpAfter) {
    log.error(
      { payment: String(payment.id), status: payment.status },
      'the acquirer cannot say what became of this payment; a person must ask',
    )
    return { dueTries, dueAt: undefined }
  }
  const waitMinutes = waitsMinutes[Math.min(payment.dueTries, waitsMinutes.length - 1)]!
  return { dueTries, dueAt: clock.now().add({ minutes: waitMinutes }) }
}
const waitsMinutes = [1, 1, 2, 5, 15, 30, 60]
/** Almost five hours of asking in vain. */
const triesBeforeReversal = 10

const isDue = ({ clock }: PaymentsHouse, { dueAt }: Payment): boolean =>
  dueAt !== undefined && Temporal.Instant.compare(dueAt, clock.now()) <= 0

/** Nobody is awaited any more, and nothing is due. */
const endedBy = (payment: Payment): Changes => ({
  ask: undefined,
  dueAt: undefined,
  dueTries: 0,
  ...keepsCard(payment),
})

import type { Approved, AuthorizeAnswer } from '#connectors/acquirer/acquirer.ts'
import type { Instant } from '#kernel/clock.ts'
import { AlreadyThere, commit, decide, StaleWrite, type Write } from '#kernel/commit.ts'
import type { VaultToken } from '#kernel/ids.ts'
import { findCard, findSameCard, planNetworkTransaction, planStoredCard, type StoredCard } from '#shoppers'
import { type PaymentsHouse, resolveAfter } from './house.ts'
import { type Moved, movePayment } from './move-payment.ts'
import { lapsesAt, type Payment, takes } from './payment.ts'
import type { PaymentAction } from './payment-states.ts'
import type { Changes } from './row.ts'
import { getPayment } from './store.ts'

/**
 * Writes down what the acquirer said of an authorization; `undefined` is a lost answer. If somebody else has written it
 * down already (the resolver, a second process), the payment is given back as it stands.
 */
export async function settleAuthorization(
  house: PaymentsHouse,
  known: Payment,
  answer: AuthorizeAnswer | undefined,
): Promise<Payment> {
  const askKey = known.ask?.key
  let fresh: Payment | undefined = known
  return decide(async () => {
    const payment: Payment = fresh ?? (await getPayment(house.db, known.id))
    fresh = undefined
    if (payment.ask?.key !== askKey) return payment
    // That the answer is lost, or not there yet, is news only to a payment that still waits for it.
    const isNews = answer !== undefined && answer.outcome !== 'pending'
    if (!isNews && payment.status !== 'authorizing') return payment
    const now = house.clock.now()
    const { moved, forget } = await planAnswer(house, now, payment, answer)
    await commitOrGoStale(house, now, moved.writes)
    // An orphan in the vault is unreadable to everybody and swept later: losing this call loses nothing.
    if (forget) await house.vault.forget(forget)
    return moved.payment
  })
}

type Planned = { moved: Moved; forget?: VaultToken | undefined }

async function planAnswer(
  house: PaymentsHouse,
  now: Instant,
  payment: Payment,
  answer: AuthorizeAnswer | undefined,
): Promise<Planned> {
  switch (answer?.outcome) {
    case 'approved':
      return planApproval(house, now, payment, answer)
    case 'declined':
      return {
        moved: movePayment(now, payment, 'decline', {
          ...settled,
          declineReason: answer.reason,
          reference: answer.reference,
          checks: answer.checks,
          ...keepsCard(payment),
        }),
        forget: payment.storesToken,
      }
    case 'challenge':
      return {
        moved: movePayment(now, payment, 'challenge', {
          ...settled,
          challenge: answer.redirect,
          reference: answer.reference,
          dueAt: now.add(challengeLifetime),
        }),
      }
    case 'pending':
      return {
        moved: movePayment(now, payment, 'loseAnswer', { reference: answer.reference, dueAt: now.add(resolveAfter) }),
      }
    case undefined:
      return { moved: movePayment(now, payment, 'loseAnswer', { dueAt: now.add(resolveAfter) }) }
  }
}

async function planApproval(house: PaymentsHouse, now: Instant, payment: Payment, answer: Approved): Promise<Planned> {
  const action = approvalOf(payment)
  const site = await house.directory.site(payment.siteId)
  const changes: Changes = {
    ...settled,
    reference: answer.reference,
    networkTransactionId: answer.networkTransactionId,
    authorizationCode: answer.authorizationCode,
    checks: answer.checks,
    threeDSecure: answer.threeDSecure,
    approvedAt: now,
    ...(action === 'sell' && { ...takes(now, payment.amount, site!.pricing) }),
    ...(action === 'approve' && { dueAt: lapsesAt(now) }),
  }
  if (!payment.storesToken) {
    const moved = movePayment(now, payment, action, changes)
    return { moved: { ...moved, writes: [...(await renewal(house, payment, answer)), ...moved.writes] } }
  }
  const stored = await planCard(house, now, payment, payment.storesToken, answer)
  const moved = movePayment(now, payment, action, { ...changes, cardId: stored.cardId, storesToken: undefined })
  return { moved: { ...moved, writes: [...stored.writes, ...moved.writes] }, forget: stored.forget }
}

/**
 * The networks want a payment that the merchant makes alone to name the last one that the shopper made themself with the
 * card, since banks forget old ones. What the merchant makes is no such payment.
 */
async function renewal({ db }: PaymentsHouse, payment: Payment, { networkTransactionId }: Approved): Promise<Write[]> {
  const { byShopper, cardId, shopperId } = payment
  const card = byShopper && cardId ? await findCard(db, shopperId, cardId) : undefined
  return card ? renewed(card, networkTransactionId) : []
}

const renewed = ({ id, networkTransactionId }: StoredCard, newest: string): Write[] =>
  networkTransactionId === newest ? [] : [planNetworkTransaction(id, newest)]

/** Keeps the card with its shopper; if the same card was stored meanwhile, that one serves and ours is forgotten. */
async function planCard(
  { db }: PaymentsHouse,
  now: Instant,
  { shopperId, card, cardId }: Payment,
  token: VaultToken,
  { networkTransactionId }: Approved,
): Promise<{ cardId: Payment['cardId']; writes: Write[]; forget?: VaultToken }> {
  const [expiryMonth, expiryYear] = card.expiry.split('/').map(Number) as [number, number]
  const same = await findSameCard(db, shopperId, { fingerprint: card.fingerprint, expiryMonth, expiryYear })
  if (same) return { cardId: same.id, writes: renewed(same, networkTransactionId), forget: token }
  const { brand, first6, last4, holderName, fingerprint } = card
  const shown = { brand, first6, last4, holderName, fingerprint, expiryMonth, expiryYear }
  const writes = [planStoredCard(now, { id: cardId!, shopperId, vaultToken: token, networkTransactionId, ...shown })]
  return { cardId, writes }
}

/** The same card stored by another session at the same moment means: read again. */
async function commitOrGoStale(house: PaymentsHouse, now: Instant, writes: readonly Write[]): Promise<void> {
  try {
    await commit(house, now, writes)
  } catch (error) {
    if (error instanceof AlreadyThere && error.constraint === 'stored_once')
      throw new StaleWrite(error.message, { cause: error })
    throw error
  }
}

const approvalOf = (payment: Payment): PaymentAction =>
  payment.type === 'verify-card' ? 'verify' : payment.capturesAtOnce ? 'sell' : 'approve'

/** Of a payment that did not go through, a card that would have been stored is not. */
export const keepsCard = (payment: Payment): Changes =>
  payment.storesToken ? { cardId: undefined, storesToken: undefined } : {}

/** Nobody is awaited any more, and nothing is due. */
const settled: Changes = { ask: undefined, challenge: undefined, dueAt: undefined, dueTries: 0 }
/** How long a shopper may take at their bank before the attempt is given up. */
const challengeLifetime = { minutes: 15 }

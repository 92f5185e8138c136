import {
  findCard,
  findSameCard,
  findShopper,
  planNetworkTransaction,
  planStoredCard,
  type StoredCard,
  stillThere,
} from '#acquiring/shoppers'
import type { Outcome } from '#acquiring/velocity'
import type { Approved, AuthorizeResult } from '#connectors/acquirer/port.ts'
import type { VaultToken } from '#core/vault'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { PaymentsContext } from './context.ts'
import { captureChanges, lapsesAt, noPendingRequest, resolveAfter } from './payment.ts'
import type { PaymentAction } from './payment-states.ts'
import { planOwedReturn } from './return-to-removed.ts'
import type { Changes } from './row.ts'
import { getPayment } from './store.ts'
import type { Payment } from './transaction.ts'
import { transitionPayment } from './transition-payment.ts'
import type { Transition } from './transition-transaction.ts'

/**
 * Records the result of an authorization; `undefined` means that the response was lost. If another process has recorded
 * it already (the resolver, a second worker), returns the payment as it is now. `paidWith` is the stored card as it was
 * read for the request; a result that went stale reads it again.
 */
export async function applyAuthorizationResult(
  ctx: PaymentsContext,
  known: Payment,
  result: AuthorizeResult | undefined,
  paidWith?: StoredCard,
): Promise<Payment> {
  const requestKey = known.request?.key
  let fresh: Payment | undefined = known
  return decide(async () => {
    const payment: Payment = fresh ?? (await getPayment(ctx.db, known.id))
    const card = fresh ? paidWith : undefined
    const isFirst = fresh !== undefined
    fresh = undefined
    if (payment.request?.key !== requestKey) return payment
    // That there is no result yet changes only a payment that is not `uncertain` already.
    const isNew = result !== undefined && result.outcome !== 'pending'
    if (!isNew && payment.status !== 'authorizing') return payment
    const now = ctx.clock.now()
    const { transition, deleteToken } = await planAuthorizationResult(ctx, now, payment, { result, card, isFirst })
    // An attempt with a stored card is not counted. The others are at the same time: it is the bank's word that counts.
    const outcome = result && !paidWith ? attemptOutcome(result) : undefined
    await Promise.all([
      commit(ctx, now, transition.writes, 'apply-authorization-result'),
      outcome && ctx.velocity.end(payment.key, outcome),
    ])
    // An orphan in the vault cannot be detokenized and is swept later: if this call is lost, nothing is.
    if (deleteToken) await ctx.vault.delete(deleteToken)
    return transition.transaction
  })
}

/** What the result means for velocity limits. Undefined: nothing is known yet. */
function attemptOutcome(result: AuthorizeResult): Outcome | undefined {
  if (result.outcome === 'pending') return undefined
  if (result.outcome === 'approved') return 'approved'
  if (result.outcome === 'challenge') return 'asked'
  if (result.reason === 'provider_error') return 'dropped'
  // The bank has said nothing about the card.
  return result.reason === 'authentication_failed' || result.reason === 'authentication_required' ? 'asked' : 'declined'
}

type Planned = { transition: Transition<Payment>; deleteToken?: VaultToken | undefined }

/** What an approval says; what a person learned of the acquirer says less than its response. */
export type ApprovedFacts = Pick<Approved, 'outcome' | 'reference'> & {
  [Fact in UnknownByHand]: Approved[Fact] | undefined
}
type UnknownByHand = 'networkTransactionId' | 'authorizationCode' | 'checks' | 'threeDSecure'

export async function planAuthorizationResult(
  ctx: PaymentsContext,
  now: Instant,
  payment: Payment,
  {
    result,
    card,
    isFirst = false,
  }: {
    result: Exclude<AuthorizeResult, Approved> | ApprovedFacts | undefined
    card: StoredCard | undefined
    /** Nothing is read for the first try: if the customer was deleted meanwhile, it is stale. */
    isFirst?: boolean
  },
): Promise<Planned> {
  switch (result?.outcome) {
    case 'approved': {
      // What bills a period of an order was owed before.
      if (payment.period !== undefined) return planApproval(ctx, now, payment, result, card)
      if (!isFirst && (await isOfRemoved(ctx, payment))) return planApprovalOfRemoved(ctx, now, payment, result)
      const { transition, ...planned } = await planApproval(ctx, now, payment, result, card)
      return {
        ...planned,
        transition: { ...transition, writes: [stillThere(payment.shopperId), ...transition.writes] },
      }
    }
    case 'declined':
      return {
        transition: transitionPayment(now, payment, 'decline', {
          ...answered,
          declineReason: result.reason,
          declineAdvice: result.advice,
          reference: result.reference,
          checks: result.checks,
          ...keepsCard(payment),
        }),
        deleteToken: payment.storesToken,
      }
    case 'challenge':
      return {
        transition: transitionPayment(now, payment, 'challenge', {
          ...answered,
          challenge: result.redirect,
          reference: result.reference,
          dueAt: now.add({ minutes: (await ctx.directory.site(payment.siteId))!.challengeMinutes }),
        }),
      }
    case 'pending':
      return {
        transition: transitionPayment(now, payment, 'loseResponse', {
          reference: result.reference,
          dueAt: now.add(resolveAfter),
        }),
      }
    case undefined:
      return { transition: transitionPayment(now, payment, 'loseResponse', { dueAt: now.add(resolveAfter) }) }
  }
}

async function planApproval(
  ctx: PaymentsContext,
  now: Instant,
  payment: Payment,
  result: ApprovedFacts,
  card: StoredCard | undefined,
): Promise<Planned> {
  const action = approvalOf(payment)
  const changes = await approvedChanges(ctx, now, payment, result)
  if (!payment.storesToken) {
    const transition = transitionPayment(now, payment, action, changes)
    return {
      transition: {
        ...transition,
        writes: [...(await renewal(ctx, now, payment, result, card)), ...transition.writes],
      },
    }
  }
  const stored = await planCard(ctx, now, payment, payment.storesToken, result)
  const transition = transitionPayment(now, payment, action, {
    ...changes,
    cardId: stored.cardId,
    storesToken: undefined,
  })
  return {
    transition: { ...transition, writes: [...stored.writes, ...transition.writes] },
    deleteToken: stored.deleteToken,
  }
}

async function approvedChanges(
  ctx: PaymentsContext,
  now: Instant,
  payment: Payment,
  result: ApprovedFacts,
): Promise<Changes<Payment>> {
  const action = approvalOf(payment)
  return {
    ...answered,
    reference: result.reference,
    networkTransactionId: result.networkTransactionId,
    authorizationCode: result.authorizationCode,
    checks: result.checks,
    threeDSecure: result.threeDSecure,
    approvedAt: now,
    ...(action === 'sell' && (await captureChanges(ctx, now, payment, payment.amount))),
    ...(action === 'approve' && { dueAt: await lapsesAt(ctx, payment, now) }),
  }
}

const isOfRemoved = async ({ db }: PaymentsContext, { shopperId }: Payment): Promise<boolean> =>
  (await findShopper(db, shopperId))?.removed ?? false

/** The customer was deleted while they paid: no card of theirs is stored, and the payment is owed back at once. */
async function planApprovalOfRemoved(
  ctx: PaymentsContext,
  now: Instant,
  payment: Payment,
  result: ApprovedFacts,
): Promise<Planned> {
  const owner = { ...payment, ...keepsCard(payment) }
  const changes = {
    ...(await approvedChanges(ctx, now, payment, result)),
    ...keepsCard(payment),
  }
  const { transaction, writes } = transitionPayment(now, owner, approvalOf(payment), changes)
  const owed = payment.type === 'verify-card' ? [] : [planOwedReturn(now, payment.id)]
  return { transition: { transaction, writes: [...writes, ...owed] }, deleteToken: payment.storesToken }
}

/**
 * The networks want an MIT to name the newest CIT with the card, since banks forget old ones: so a CIT with a stored
 * card renews the card's network transaction id, and an MIT does not.
 */
async function renewal(
  { db }: PaymentsContext,
  now: Instant,
  payment: Payment,
  { networkTransactionId }: ApprovedFacts,
  known: StoredCard | undefined,
): Promise<Write[]> {
  const { initiator, cardId, shopperId } = payment
  if (initiator !== 'cit' || !cardId) return []
  const card = known ?? (await findCard(db, shopperId, cardId))
  return card ? renewed(now, card, networkTransactionId) : []
}

const renewed = (now: Instant, { id, networkTransactionId }: StoredCard, newest: string | undefined): Write[] =>
  newest === undefined || networkTransactionId === newest ? [] : [planNetworkTransaction(id, { id: newest, at: now })]

/** Stores the card with its shopper. If the same card was stored meanwhile, that one is used and ours is deleted. */
async function planCard(
  { db }: PaymentsContext,
  now: Instant,
  { siteId, shopperId, card, cardId }: Payment,
  token: VaultToken,
  { networkTransactionId }: ApprovedFacts,
): Promise<{ cardId: Payment['cardId']; writes: Write[]; deleteToken?: VaultToken }> {
  const [expiryMonth, expiryYear] = card.expiry.split('/').map(Number) as [number, number]
  const same = await findSameCard(db, shopperId, { fingerprint: card.fingerprint, expiryMonth, expiryYear })
  if (same) return { cardId: same.id, writes: renewed(now, same, networkTransactionId), deleteToken: token }
  const { brand, first6, last4, holderName, fingerprint, facts } = card
  const wallet = card.wallet?.isOfDevice ? card.wallet.type : undefined
  const shown = { brand, first6, last4, holderName, fingerprint, facts, expiryMonth, expiryYear, wallet }
  const network = { networkTransactionId, networkTransactionAt: networkTransactionId === undefined ? undefined : now }
  const writes = [planStoredCard(now, siteId, { id: cardId!, shopperId, vaultToken: token, ...network, ...shown })]
  return { cardId, writes }
}

const approvalOf = (payment: Payment): PaymentAction =>
  payment.type === 'verify-card' ? 'verify' : payment.capturesAtOnce ? 'sell' : 'approve'

/** If a payment fails, the card that its approval would have stored is not stored. */
export const keepsCard = (payment: Payment): Changes<Payment> =>
  payment.storesToken ? { cardId: undefined, storesToken: undefined } : {}

const answered = { ...noPendingRequest, challenge: undefined }

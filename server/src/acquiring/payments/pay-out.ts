import { randomUUID } from 'node:crypto'
import type { OrderId, PaymentId } from '#acquiring/ids'
import { findCard, findShopper, type Shopper, type StoredCard } from '#acquiring/shoppers'
import type { ModificationResult } from '#connectors/acquirer/acquirer.ts'
import type { Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney, type Money, money } from '#kernel/base/money.ts'
import {
  commit,
  DuplicateKey,
  decide,
  insert,
  Ref,
  ref,
  StaleWrite,
  update,
  type Write,
} from '#kernel/db/commit/commit.ts'
import { shownStored } from './authorize-payment.ts'
import { type PaymentsContext, resolveAfter, resultIfReceived } from './context.ts'
import { descriptorOf, type Payment, untouched } from './payment.ts'
import { type PayoutLock, payoutLockOf } from './payout-lock.ts'
import { payoutStates } from './payout-states.ts'
import { refuse } from './refusals.ts'
import { toRow } from './row.ts'
import { getPayment, hasPaidWith } from './store.ts'
import { amendPayment, type Transition, transitionPayment } from './transition-payment.ts'

export type PayoutInput = {
  site: Site
  shopper: Pick<Shopper, 'id'>
  card: StoredCard
  amount: Money
  description: string
  ip: string | undefined
  /** The order that the payout is of; `alongside` may insert it. */
  orderId: OrderId | Ref
  alongside: readonly Write[]
}

/**
 * Promises to send money to a customer's stored card (wire fact 3.1, payout). It is refused when the operator has not
 * allowed the site to pay out, when it is more than the site's limit, when the customer has never paid with the card here
 * in this currency, and when what is owed to the merchant, less what is promised away already, does not cover it.
 *
 * One try: throws `StaleWrite` when another payout of the merchant was promised meanwhile, and everything has to be read
 * again. The acquirer is asked by `sendPayout`, after the commit.
 */
export async function recordPayoutIntent(ctx: PaymentsContext, input: PayoutInput): Promise<Payment> {
  const { site, amount, orderId } = input
  if (!site.payoutsAllowed) throw refuse('payout_not_allowed', { field: 'orderType' })
  if (amount.minor > site.payoutMaxMinor) {
    const most = formatMoney(money(site.payoutMaxMinor, amount.currency))
    throw refuse('payout_too_large', { field: 'amount', most, currency: amount.currency })
  }
  await refuseUnproven(ctx, input)
  const payoutLock = await payoutLockOf(ctx.db, { merchantId: site.merchantId, currency: amount.currency })
  if (amount.minor > payoutLock.available.minor) throw notCovered(payoutLock)
  const now = ctx.clock.now()
  const payment = newPayout(now, input)
  const as = ref('payout')
  const writes = [
    ...input.alongside,
    insert('payments.payments', toRow({ ...payment, orderId }), { as }),
    insert('payments.payment_transitions', {
      payment_id: as,
      action: 'start',
      from_status: null,
      to_status: payment.status,
      minor: amount.minor,
      occurred_at: now,
    }),
  ]
  const ids = await commitInTurn(ctx, now, payoutLock, writes)
  const ofOrder = orderId instanceof Ref ? ids<OrderId>(orderId) : orderId
  return { ...payment, orderId: ofOrder, id: ids<PaymentId>(as), version: 1 }
}

/**
 * Sends what was promised, and writes down the answer. It may be called again: the promise's own key makes a second ask
 * of the same payout no second payout. When the card is gone meanwhile, nothing is sent.
 */
export async function sendPayout(ctx: PaymentsContext, recorded: Payment): Promise<Payment> {
  const { shopperId, siteId, cardId, key, amount } = recorded
  const [site, shopper, card] = await Promise.all([
    ctx.directory.site(siteId),
    findShopper(ctx.db, shopperId),
    findCard(ctx.db, shopperId, cardId!),
  ])
  if (!card) return recorded
  const pan = await ctx.vault.detokenize({ merchantId: recorded.merchantId, token: card.vaultToken })
  const { expiryMonth, expiryYear, holderName } = card
  const result = await resultIfReceived<ModificationResult>(
    ctx.acquirer.payOut({
      key,
      amount,
      card: { pan, cvv: undefined, expiryMonth, expiryYear, holderName },
      descriptor: descriptorOf(site!.merchantName),
      shopper: { email: shopper?.email, country: shopper?.country },
    }),
  )
  return applyPayoutResult(ctx, recorded, result)
}

/** Writes down what became of a payout; `undefined` is a lost answer, which decides nothing. */
export async function applyPayoutResult(
  ctx: PaymentsContext,
  known: Payment,
  result: ModificationResult | undefined,
): Promise<Payment> {
  return decide(async () => {
    const payment = await getPayment(ctx.db, known.id)
    if (!payment.request || payment.request.key !== known.request?.key) return payment
    // That the answer is lost, or not there yet, is news only to a payout that still waits for it.
    const isNew = result !== undefined && result.outcome !== 'pending'
    if (!isNew && payment.status !== 'crediting') return payment
    const now = ctx.clock.now()
    const transition = planPayoutResult(now, payment, result)
    await commit(ctx, now, transition.writes)
    return transition.payment
  })
}

/** What an answer makes of a payout. */
export function planPayoutResult(now: Instant, payment: Payment, result: ModificationResult | undefined): Transition {
  const noPendingRequest = { request: undefined, dueAt: undefined, dueTries: 0 }
  const dueAt = now.add(resolveAfter)
  switch (result?.outcome) {
    case 'done': {
      const { reference } = result
      const amount = { captured: payment.amount, capturedAt: now, approvedAt: now }
      return transitionPayment(now, payment, 'credit', { ...noPendingRequest, ...amount, reference })
    }
    case 'declined': {
      const { reason: declineReason, reference } = result
      return transitionPayment(now, payment, 'decline', { ...noPendingRequest, declineReason, reference })
    }
    case 'pending':
      return amendPayment(payment, { reference: result.reference, dueAt })
    case undefined:
      return transitionPayment(now, payment, 'loseResponse', { dueAt })
  }
}

/** Money goes only where the customer's own came from: a card they have paid with, in the same currency (wire fact 3.1). */
async function refuseUnproven(ctx: PaymentsContext, { site, shopper, card, amount }: PayoutInput): Promise<void> {
  const { fingerprint } = card
  const { currency } = amount
  if (await hasPaidWith(ctx.db, { siteId: site.id, shopperId: shopper.id, fingerprint, currency })) return
  throw refuse('payout_card_not_verified', { field: 'cardId', currency })
}

const notCovered = ({ available }: PayoutLock) =>
  refuse('payout_not_covered', { field: 'amount', most: formatMoney(available), currency: available.currency })

/** Nobody has promised anything out of the purse since it was read, or nothing is written. */
async function commitInTurn(ctx: PaymentsContext, now: Instant, { id, version }: PayoutLock, writes: readonly Write[]) {
  const turn =
    version === 0
      ? insert('payments.payout_locks', { id, version: 1 })
      : update('payments.payout_locks', { set: { version: version + 1 }, where: { id, version } })
  try {
    return await commit(ctx, now, [turn, ...writes])
  } catch (error) {
    if (error instanceof DuplicateKey && error.constraint === 'payout_locks_pkey')
      throw new StaleWrite(error.message, { cause: error })
    throw error
  }
}

function newPayout(now: Instant, { site, shopper, card, amount, description, ip }: PayoutInput) {
  const key = randomUUID()
  return {
    ...untouched(amount),
    key,
    type: 'credit',
    source: 'service-call',
    status: payoutStates.initial,
    merchantId: site.merchantId,
    siteId: site.id,
    shopperId: shopper.id,
    period: undefined,
    capturesAtOnce: false,
    description,
    card: shownStored(card),
    cardId: card.id,
    storesToken: undefined,
    initiator: 'mit',
    ip,
    request: { key, kind: 'credit', minor: amount.minor },
    createdAt: now,
    dueAt: now.add(resolveAfter),
  } satisfies Omit<Payment, 'id' | 'version' | 'orderId'>
}

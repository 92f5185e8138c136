import { randomUUID } from 'node:crypto'
import type { OrderId, PaymentId } from '#acquiring/ids'
import {
  amendTransaction,
  awaiting,
  beginTransaction,
  connectorsPaidWith,
  descriptorOf,
  getPayout,
  type New,
  noPendingRequest,
  type PaymentsContext,
  type Payout,
  recordResult,
  resolveAfter,
  resultIfReceived,
  shownStored,
  type Transition,
  untouched,
} from '#acquiring/payments'
import { findCard, findShopper, type Shopper, type StoredCard } from '#acquiring/shoppers'
import { exclusionBy, type PayOutResult } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { merchantLock, type Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney, type Money, money } from '#kernel/base/money.ts'
import { commit, Ref, ref, type Write } from '#kernel/db/commit/commit.ts'
import { availableForPayouts } from './available-for-payouts.ts'
import { payoutStates } from './payout-states.ts'
import { refuse } from './refusals.ts'
import { transitionPayout } from './transition-payout.ts'

export type PayoutInput = {
  site: Site
  shopper: Pick<Shopper, 'id'>
  card: StoredCard
  amount: Money
  description: string
  ip: string | undefined
  /** The order of the payout; `alongside` may insert it. */
  orderId: OrderId | Ref
  alongside(now: Instant): readonly Write[]
  /** Writes of the same commit that name the payout, such as an idempotency key. */
  begun?: (payoutId: Ref) => readonly Write[]
}

/**
 * Records the intent to send money to a customer's stored card (wire fact 3.1, payout). Refuses with `payout_not_allowed`
 * when the operator has not allowed the site to pay out, with `payout_too_large` above the site's limit, with
 * `payout_card_not_verified` when the customer has never paid with the card here in this currency, with
 * `payout_not_supported` when the connector of those payments cannot pay out, with `amount_not_supported` when it does
 * not take the amount, and with `payout_not_covered` when what is available to the merchant by its terms does not cover it.
 *
 * The merchant is locked while its money is counted, so that two payouts never rely on the same money. Throws `StaleWrite`
 * when something has to be read again, and `LockTimeout` when other payouts of the merchant take too long. `sendPayout`
 * sends the request, after the commit.
 */
export async function recordPayoutIntent(ctx: PaymentsContext, input: PayoutInput): Promise<Payout> {
  const { site, amount, orderId } = input
  if (!site.payoutsAllowed) throw refuse('payout_not_allowed', { field: 'orderType' })
  if (amount.minor > site.payoutMaxMinor) {
    const most = formatMoney(money(site.payoutMaxMinor, amount.currency))
    throw refuse('payout_too_large', { field: 'amount', most, currency: amount.currency })
  }
  const connector = await connectorOf(ctx, input)
  const { merchantId } = site
  return ctx.db.locked([merchantLock(merchantId)], { name: 'pay-out' }, async (tx) => {
    const now = ctx.clock.now()
    const available = await availableForPayouts(tx, { merchantId, currency: amount.currency, now })
    if (amount.minor > available.minor) throw notCovered(available)
    const payout = newPayout(now, connector, input)
    const as = ref('payout')
    const writes = [
      ...input.alongside(now),
      ...beginTransaction(now, { ...payout, orderId }, as),
      ...(input.begun?.(as) ?? []),
    ]
    const ids = await commit({ ...ctx, db: tx }, now, writes, 'pay-out')
    const ofOrder = orderId instanceof Ref ? ids<OrderId>(orderId) : orderId
    return { ...payout, orderId: ofOrder, id: ids<PaymentId>(as), version: 1 }
  })
}

/**
 * Sends the payout whose intent is recorded, and records the result. It may be called again: its key makes a second
 * request of the same payout harmless. If the card was deleted meanwhile, nothing is sent.
 */
export async function sendPayout(ctx: PaymentsContext, recorded: Payout): Promise<Payout> {
  const { shopperId, siteId, cardId, key, amount } = recorded
  const [site, shopper, card] = await Promise.all([
    ctx.directory.site(siteId),
    findShopper(ctx.db, shopperId),
    findCard(ctx.db, shopperId, cardId!),
  ])
  if (!card) return recorded
  const pan = await ctx.vault.detokenize({ merchantId: recorded.merchantId, token: card.vaultToken })
  const { expiryMonth, expiryYear, holderName } = card
  const result = await resultIfReceived<PayOutResult>(
    ctx.connectors.get(recorded.connector).payOut({
      key,
      amount,
      card: { pan, cvv: undefined, expiryMonth, expiryYear, holderName },
      descriptor: descriptorOf(site!.merchantName),
      shopper: { email: shopper?.email, country: shopper?.country },
    }),
  )
  return recordPayoutResult(ctx, recorded, result)
}

/** Records the result of a payout; `undefined` means that the response was lost, which decides nothing. */
export const recordPayoutResult = (
  ctx: PaymentsContext,
  known: Payout,
  result: PayOutResult | undefined,
): Promise<Payout> =>
  recordResult(ctx, known, {
    read: () => getPayout(ctx.db, known.id),
    plan: async (now, payout) => {
      // A lost response changes only a payout that is not `uncertain` already; a pending one, until its reference is known.
      const isNew = result && (result.outcome !== 'pending' || payout.reference === undefined)
      return isNew || payout.status === 'crediting' ? planPayoutResult(now, payout, result) : undefined
    },
  })

/** The change that a result calls for. */
export function planPayoutResult(now: Instant, payout: Payout, result: PayOutResult | undefined): Transition<Payout> {
  const dueAt = now.add(resolveAfter)
  switch (result?.outcome) {
    case 'done': {
      const { reference } = result
      const amount = { captured: payout.amount, capturedAt: now, approvedAt: now }
      return transitionPayout(now, payout, 'credit', { ...noPendingRequest, ...amount, reference })
    }
    case 'declined': {
      const { reason: declineReason, reference } = result
      return transitionPayout(now, payout, 'decline', { ...noPendingRequest, declineReason, reference })
    }
    case 'pending':
      return amendTransaction(payout, { reference: result.reference, dueAt })
    case undefined:
      return transitionPayout(now, payout, 'loseResponse', { dueAt })
  }
}

/**
 * Money goes only where the customer's own came from: a card they have paid with, in the same currency (wire fact 3.1), by
 * the connector of their last payment with it that can pay out.
 */
async function connectorOf(
  { db, connectors, routing }: PaymentsContext,
  { site, shopper, card, amount }: PayoutInput,
): Promise<ConnectorId> {
  const { fingerprint } = card
  const { currency } = amount
  const paidWith = await connectorsPaidWith(db, { siteId: site.id, shopperId: shopper.id, fingerprint, currency })
  if (paidWith.length === 0) throw refuse('payout_card_not_verified', { field: 'cardId', currency })
  const asked = { ...amount, isPayOut: true }
  const here = paidWith.flatMap((id) => {
    const found = connectors.find(id)
    return found ? [{ id, excluded: exclusionBy(found.acquirer.capabilities, asked) }] : []
  })
  const able = here.flatMap(({ id, excluded }) => (excluded ? [] : [id]))
  if (able.length === 0 && here.some(({ excluded }) => excluded === 'amount'))
    throw refuse('amount_not_supported', { field: 'amount' })
  if (able.length === 0) throw refuse('payout_not_supported', { field: 'cardId' })
  const [paused, enabled] = await Promise.all([routing.paused(), routing.enabledAmong(able)])
  const connector = enabled.find((id) => !paused.has(id))
  if (!connector) throw refuse('payouts_paused', { retryAfterSeconds: 60 })
  return connector
}

const notCovered = (available: Money) =>
  refuse('payout_not_covered', { field: 'amount', most: formatMoney(available), currency: available.currency })

function newPayout(
  now: Instant,
  connector: ConnectorId,
  { site, shopper, card, amount, description, ip }: PayoutInput,
): Omit<New<Payout>, 'orderId'> {
  const key = randomUUID()
  return {
    ...untouched(amount),
    parentId: undefined,
    approvedAt: undefined,
    key,
    connector,
    type: 'credit',
    source: 'service-call',
    status: payoutStates.initial,
    merchantId: site.merchantId,
    siteId: site.id,
    shopperId: shopper.id,
    period: undefined,
    description,
    card: shownStored(card),
    cardId: card.id,
    initiator: 'mit',
    ip,
    ...awaiting(now, { key, kind: 'credit' as const, minor: amount.minor }),
    createdAt: now,
  }
}

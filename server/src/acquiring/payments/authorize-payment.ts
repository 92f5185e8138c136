import { randomUUID } from 'node:crypto'
import type { OrderId, PaymentId } from '#acquiring/ids'
import { type CardFacts, findSameCard, reserveCardId, type Shopper, type StoredCard } from '#acquiring/shoppers'
import type { TransactionOption } from '#acquiring/terms'
import type { CardAttempt } from '#acquiring/velocity'
import {
  type Authentication,
  type AuthorizeResult,
  type BrowserFacts,
  type CardDetails,
  type Declined,
  type Initiator,
  isTechnical,
  type Level3,
  NotSent,
  type Purchase,
} from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, zero } from '#kernel/base/money.ts'
import { derivedKey } from '#kernel/crypto/derived-key.ts'
import { commit, Ref, ref, type Write } from '#kernel/db/commit/commit.ts'
import { applyAuthorizationResult } from './apply-authorization-result.ts'
import { type Addressed, billingAddressOf } from './billing-address.ts'
import { chooseConnectors, isOfDevice } from './choose-connectors.ts'
import { type PaymentsContext, resultIfReceived } from './context.ts'
import { countAttempt } from './count-attempt.ts'
import { openStoredCard } from './open-stored-card.ts'
import { awaiting, descriptorOf, untouched } from './payment.ts'
import { paymentStates } from './payment-states.ts'
import { recordFallback } from './record-fallback.ts'
import { refuse } from './refusals.ts'
import type { New } from './row.ts'
import { sharesOf } from './shares.ts'
import { endsOf, shownStored, shownTyped } from './shown-card.ts'
import type { Payment, ShownCard } from './transaction.ts'
import { beginTransaction } from './transition-transaction.ts'

export type NewPayment = {
  site: Site
  shopper: Pick<Shopper, 'id' | 'email'> & Addressed
  /** The order that is paid; `alongside` may insert it. */
  orderId: OrderId | Ref
  /** The period of the order that this bills; absent for the shopper's own payments. */
  period?: number
  /** The facts that make the key of a payment that falls due by itself, never twice the same. A person's or a store's key is random. */
  fallsDue?: readonly string[]
  kind: 'auth' | 'sale' | 'verify'
  source: Payment['source']
  initiator: Initiator
  amount: Money
  /** Shares for other sites and the like, with the amounts of this payment. */
  option?: TransactionOption | undefined
  /** Facts of a journey, for card networks that price by it. */
  level3?: Level3 | undefined
  /** What is bought, where its lines come to the amount. */
  purchase?: Purchase | undefined
  description: string
  card: TypedCard | { from: 'stored'; card: StoredCard; facts?: CardFacts | undefined }
  ip: string | undefined
  /** Absent: the cardholder is not there, or cannot be sent to their bank. */
  threeDSecure: { returnUrl: ReturnUrl; browser: BrowserFacts } | undefined
  /** A typed card: the page it was typed on, and the payment link that led there. Absent: a merchant's server sent it. */
  typedOn?: Pick<CardAttempt, 'page' | 'linkId'>
  /**
   * What is committed together with the intent, and must still be true then: that the order or the session which this
   * payment is for is as the caller read it. If it is not, nothing is requested and `StaleWrite` is thrown; `now` is the commit's.
   */
  alongside?: (now: Instant) => readonly Write[]
  /** Writes of the same commit that name the payment, such as an idempotency key. */
  begun?: (paymentId: Ref) => readonly Write[]
}

/** The address to which the bank sends the browser back after this attempt. */
export type ReturnUrl = (attempt: Pick<Payment, 'id' | 'createdAt'>) => string

export type TypedCard = {
  from: 'typed'
  brand: string
  details: CardDetails
  /** Store it for later payments once it is approved. */
  store: boolean
  facts?: CardFacts | undefined
}

/**
 * One attempt to pay: the intent is recorded before the acquirer is requested, and no transaction is open meanwhile. Throws
 * as `recordPaymentIntent` does. A caller that may have to decide again records the intent inside `decide`, and sends the
 * payment after it.
 */
export const authorizePayment = async (ctx: PaymentsContext, requested: NewPayment): Promise<Payment> =>
  sendPayment(ctx, await recordPaymentIntent(ctx, requested))

/** A payment whose intent is recorded, with what its request needs. It holds the card number: it stays in memory. */
export type PaymentIntent = {
  payment: Payment
  requested: NewPayment
  details: CardDetails
  /** The connectors where it may go on, best first. */
  fallbacks: readonly ConnectorId[]
  authentication: Authentication | undefined
  /** The operator blocks the shopper or the card: nothing is requested. */
  isBlocked: boolean
  /** No connector takes it (`chooseConnectors`): nothing is requested. */
  isExcluded: boolean
}

/**
 * Records what will be requested, in one commit with `alongside`. A typed card is counted first, and refused when too many
 * were tried (`Velocity.begin`). Throws `payment_in_progress` when the order has a
 * payment under way or, of the shopper's own, one that succeeded: the database lets only one begin. Throws
 * `amount_not_supported`, `currency_not_supported` or `wallet_not_supported` when no connector takes the payment,
 * `payments_paused` when all that do are paused or disabled, and
 * `StaleWrite` when something in `alongside` is no longer as it was read.
 */
export async function recordPaymentIntent(ctx: PaymentsContext, requested: NewPayment): Promise<PaymentIntent> {
  const key = requested.fallsDue ? derivedKey(ctx.keys, requested.fallsDue) : randomUUID()
  const { card } = requested
  const first6 = card.from === 'typed' ? endsOf(card.details.pan).first6 : card.card.first6
  const counted = await countAttempt(ctx, requested, { id: key, first6 })
  try {
    const { details, ...shown } = await openCard(ctx, requested)
    const recording = chooseConnectors(ctx, requested, details).then(async ({ connectors, isExcluded }) => {
      const [connector, ...fallbacks] = connectors
      return { payment: await recordIntent(ctx, requested, { key, connector, card: shown }), fallbacks, isExcluded }
    })
    const recorded = await recording.catch(async (error: unknown) => {
      // Nothing will ever be paid with the number that was tokenized for this payment.
      if (shown.storesToken) await ctx.vault.delete(shown.storesToken)
      throw error
    })
    // The device has authenticated its owner, which its cryptogram proves to the bank.
    return { ...recorded, requested, details, ...counted, ...(isOfDevice(details) && { authentication: undefined }) }
  } catch (error) {
    if (card.from === 'typed') await ctx.velocity.end(key, 'dropped')
    throw error
  }
}

/**
 * Sends the request of a recorded intent, and writes down its result. When the connector declines because of its own
 * trouble, the payment goes on at the next one. When the response is lost the payment is returned `uncertain`, and the
 * resolver inquires.
 */
export async function sendPayment(ctx: PaymentsContext, intent: PaymentIntent): Promise<Payment> {
  const { payment, requested } = intent
  const paidWith = requested.card.from === 'stored' ? requested.card.card : undefined
  const unsent = intent.isBlocked ? declinedAsBlocked : intent.isExcluded ? declinedAsExcluded : undefined
  const result = unsent ?? (await requestAuthorization(ctx, intent))
  const declined = result?.outcome === 'declined' && isTechnical(result.reason) ? result : undefined
  const [next, ...fallbacks] = declined ? await notPaused(ctx, intent.fallbacks) : []
  const sentOn = declined && next ? await recordFallback(ctx, payment, { declined, next }) : undefined
  if (!sentOn) return applyAuthorizationResult(ctx, payment, result, paidWith)
  if (!paidWith) await ctx.velocity.rename(payment.key, sentOn.key)
  return sendPayment(ctx, { ...intent, payment: sentOn, fallbacks })
}

/** Of the connectors that were planned to be next, those that are neither paused nor disabled by now. */
async function notPaused({ routing }: PaymentsContext, planned: readonly ConnectorId[]): Promise<ConnectorId[]> {
  if (planned.length === 0) return []
  const [paused, enabled] = await Promise.all([routing.pausedNow(), routing.enabledAmong(planned)])
  return enabled.filter((id) => !paused.has(id))
}

/** As a bank's, so that who is blocked cannot tell. */
const declinedAsBlocked: Declined = {
  outcome: 'declined',
  reason: 'card_blacklisted',
  reference: undefined,
  checks: undefined,
}

const declinedAsExcluded: Declined = { ...declinedAsBlocked, reason: 'rejected_by_processor' }

/** The response, or undefined when it was lost. */
async function requestAuthorization(ctx: PaymentsContext, intent: PaymentIntent): Promise<AuthorizeResult | undefined> {
  const { payment, requested, details, authentication } = intent
  const { kind, amount } = requested
  const request = {
    key: payment.key,
    card: details,
    initiator: requested.initiator,
    descriptor: descriptorOf(requested.site.merchantName),
    merchant: { category: requested.site.category, country: requested.site.country },
    shopper: { ip: requested.ip, email: requested.shopper.email, country: requested.shopper.country },
    billingAddress: billingAddressOf(requested.shopper, payment.card.facts),
    threeDSecure: isOfDevice(details) ? undefined : threeDSecureOf(intent),
    authentication,
    subMerchantId: requested.option?.subMerchantId,
    level3: requested.level3,
    purchase: requested.purchase,
  }
  const acquirer = ctx.connectors.get(payment.connector)
  const requesting: Promise<AuthorizeResult> =
    kind === 'verify'
      ? acquirer.verify({ ...request, currency: amount.currency })
      : acquirer.authorize({ ...request, kind, amount })
  return resultIfReceived(requesting.catch((error: unknown) => declinedIfNotSent(ctx, payment, error)))
}

const threeDSecureOf = ({ payment, requested: { threeDSecure } }: PaymentIntent) =>
  threeDSecure && { ...threeDSecure, returnUrl: threeDSecure.returnUrl(payment) }

/** The key of an authorization is sent once: when it has not left, nothing is reserved under it and nothing will be. */
function declinedIfNotSent({ log }: PaymentsContext, { id, connector }: Payment, error: unknown): Declined {
  if (!(error instanceof NotSent)) throw error
  log.warn({ payment: String(id), connector, err: error }, 'the connector was not reached; nothing was sent')
  return { outcome: 'declined', reason: 'provider_error', reference: undefined, checks: undefined }
}

type OpenCard = { details: CardDetails; card: ShownCard } & Pick<Payment, 'cardId' | 'storesToken'>

/** The number to send and the parts to show. A card to be stored is tokenized before anything is requested. */
async function openCard(ctx: PaymentsContext, { site, shopper, card }: NewPayment): Promise<OpenCard> {
  const { merchantId } = site
  if (card.from === 'stored') {
    const { pan, stored } = await openStoredCard(ctx, merchantId, card.card)
    refuseTestCard(ctx, pan)
    const { expiryMonth, expiryYear, holderName, id } = stored
    const wallet = stored.wallet && { type: stored.wallet, cryptogram: undefined, eci: undefined }
    const details = { pan, cvv: undefined, expiryMonth, expiryYear, holderName, wallet }
    const shown = shownStored(stored)
    return { details, card: { ...shown, facts: card.facts ?? shown.facts }, cardId: id, storesToken: undefined }
  }
  const { details, brand } = card
  refuseTestCard(ctx, details.pan)
  const fingerprint = ctx.vault.fingerprintOf({ merchantId, pan: details.pan })
  const shown = { ...shownTyped(brand, details, fingerprint), facts: card.facts }
  if (!card.store) return { details, card: shown, cardId: undefined, storesToken: undefined }
  const same = await findSameCard(ctx.db, shopper.id, { ...details, fingerprint: shown.fingerprint })
  if (same) return { details, card: shown, cardId: same.id, storesToken: undefined }
  const [{ token }, cardId] = await Promise.all([
    ctx.vault.tokenize({ merchantId, pan: details.pan }),
    reserveCardId(ctx.db),
  ])
  return { details, card: shown, cardId, storesToken: token }
}

function refuseTestCard({ refusedCards }: PaymentsContext, pan: CardDetails['pan']): void {
  if (refusedCards.has(pan.reveal())) throw refuse('test_card', { field: 'cardNumber' })
}

async function recordIntent(
  ctx: PaymentsContext,
  requested: NewPayment,
  { key, connector, card }: { key: string; connector: ConnectorId; card: Omit<OpenCard, 'details'> },
): Promise<Payment> {
  const now = ctx.clock.now()
  const { orderId, amount, option } = requested
  const payment: Omit<New<Payment>, 'orderId'> = {
    ...untouched(amount),
    ...unanswered(amount),
    key,
    connector,
    type: requested.kind === 'verify' ? 'verify-card' : 'deposit',
    source: requested.source,
    status: paymentStates.initial,
    merchantId: requested.site.merchantId,
    siteId: requested.site.id,
    shopperId: requested.shopper.id,
    period: requested.period,
    capturesAtOnce: requested.kind === 'sale',
    option,
    shares: option ? await sharesOf(ctx.directory, option.splits, amount) : [],
    description: requested.description,
    ...card,
    initiator: requested.initiator.type,
    ip: requested.ip,
    ...awaiting(now, { key, kind: 'authorize' as const, minor: amount.minor }),
    createdAt: now,
  }
  const as = ref('payment')
  const writes: Write[] = [
    ...(requested.alongside?.(now) ?? []),
    ...beginTransaction(now, { ...payment, orderId }, as, payingOnce),
    ...(requested.begun?.(as) ?? []),
  ]
  const ids = await commit(ctx, now, writes, 'authorize-payment')
  const ofOrder = orderId instanceof Ref ? ids<OrderId>(orderId) : orderId
  return { ...payment, orderId: ofOrder, id: ids<PaymentId>(as), version: 1 }
}
const unanswered = (amount: Money) => ({
  price: undefined,
  parentId: undefined,
  refunded: zero(amount.currency),
  chargedBack: zero(amount.currency),
  feeBasisPoints: 0,
  networkTransactionId: undefined,
  authorizationCode: undefined,
  checks: undefined,
  threeDSecure: undefined,
  challenge: undefined,
  reversal: undefined,
  approvedAt: undefined,
})

const inProgress = () => refuse('payment_in_progress')
/** What it means that the order has another attempt, has been paid, or that its period was billed. */
const payingOnce = { one_attempt_at_a_time: inProgress, paid_once: inProgress, billed_once: inProgress }

import { type AuthorizeResult, type DeclineReason, exclusionBy, NoResponse } from '../port.ts'
import type { StripeReply } from './api.ts'
import type { StripeContext } from './context.ts'
import { getIntent, giveUp } from './intents.ts'
import { capabilitiesOf } from './limits.ts'
import { readIdentified, readPaymentIntent } from './objects.ts'
import * as params from './params.ts'
import { change, declined, type Entry, findEntry, recordOnce, recordResult, type StripeResult } from './record.ts'
import { type Intent, type IntentResult, intentOfPayment, resultOf } from './results.ts'
import { isFresh, onceSent } from './sending.ts'
import { findStoredCard, storeCard } from './stored-cards.ts'

/**
 * Authorizes in two steps, each under a key of its own: first an intent without a card, which moves no money and whose
 * id is then recorded; then the card. So every lost answer is about an intent whose id is known, which Stripe returns as
 * it is, and a reversal that comes first finds what it has to cancel.
 */
export async function authorize(ctx: StripeContext, request: params.CardRequest): Promise<AuthorizeResult> {
  const { key, kind, amount, initiator } = request
  const known =
    initiator.type === 'mit' && !ctx.settings.mitExemption
      ? await findStoredCard(ctx, initiator.networkTransactionId)
      : undefined
  const entry = await recordOnce(ctx, key, async () => {
    const reason = whyNot(ctx, request, known)
    const needsChallenge = request.authentication === 'required'
    const result = reason ? declined(reason) : null
    return { key, authorization: key, kind, minor: amount.minor, currency: amount.currency, needsChallenge, result }
  })
  if (entry.result) return authorizationResult(entry.result)
  // The card was sent by an earlier call, and is not sent again.
  if (entry.object && (entry.isStopped || !isFresh(ctx, entry))) return readAgain(ctx, entry, entry.object)
  const created = entry.object ?? (await create(ctx, request, known))
  if (typeof created !== 'string') return created
  return confirm(ctx, request, { id: created, known })
}

/** What is declined without asking Stripe. */
function whyNot(
  { settings }: StripeContext,
  { kind, amount, initiator, card, authentication, threeDSecure }: params.CardRequest,
  known: params.KnownCard | undefined,
): DeclineReason | undefined {
  if (kind !== 'verify' && exclusionBy(capabilitiesOf(settings), amount)) return 'rejected_by_processor'
  if (card.wallet?.cryptogram && !settings.networkTokens) return 'rejected_by_processor'
  if (initiator.type === 'mit') {
    if (initiator.networkTransactionId === '') return 'rejected_by_processor'
    if (!settings.mitExemption && !known) return 'rejected_by_processor'
  }
  return authentication === 'required' && !threeDSecure ? 'authentication_required' : undefined
}

/** Makes the intent. A reply that refuses it means that there is none. */
async function create(
  ctx: StripeContext,
  request: params.CardRequest,
  known: params.KnownCard | undefined,
): Promise<string | AuthorizeResult> {
  const { key, kind } = request
  const customer = known?.customer ?? (await customerFor(ctx, request))
  if (typeof customer === 'object') return refused(ctx, key, customer)
  const [path, made] =
    kind === 'verify'
      ? ['/v1/setup_intents', params.setupIntentParams(request, { customer })]
      : ['/v1/payment_intents', params.paymentIntentParams(request, { customer, settings: ctx.settings })]
  const reply = await ctx.api.post(path, { key, params: made })
  return reply.ok ? readIdentified(reply.body).id : refused(ctx, key, reply)
}

/** Where Stripe has to know a card to charge it again, it is kept for a customer of its own. */
async function customerFor(
  ctx: StripeContext,
  request: params.CardRequest,
): Promise<string | undefined | Extract<StripeReply, { ok: false }>> {
  const { key, initiator } = request
  if (ctx.settings.mitExemption || initiator.type !== 'cit' || !initiator.storesCard) return undefined
  const reply = await ctx.api.post('/v1/customers', { key: `${key}:customer`, params: params.customerParams(request) })
  return reply.ok ? readIdentified(reply.body).id : reply
}

/** No intent was made, so another connector may take the payment where ours cannot. */
async function refused(
  ctx: StripeContext,
  key: string,
  { status }: Extract<StripeReply, { ok: false }>,
): Promise<AuthorizeResult> {
  const reason = status === 401 || status === 403 ? 'provider_error' : 'rejected_by_processor'
  return authorizationResult(await recordResult(ctx, key, declined(reason)))
}

/** Records that the card is being sent, unless a reversal was first, and sends it. */
async function confirm(
  ctx: StripeContext,
  request: params.CardRequest,
  { id, known }: { id: string; known: params.KnownCard | undefined },
): Promise<AuthorizeResult> {
  const entry = await change(ctx, request.key, (one) =>
    one.result || one.isStopped || (one.object && one.sentAt)
      ? undefined
      : { change: { object: id, sentAt: ctx.clock.now() } },
  )
  if (entry.result) return authorizationResult(entry.result)
  if (entry.isStopped) return readAgain(ctx, entry, id)
  const [path, sent] =
    request.kind === 'verify'
      ? [`/v1/setup_intents/${id}/confirm`, params.setupConfirmParams(request, { known, settings: ctx.settings })]
      : [`/v1/payment_intents/${id}/confirm`, params.confirmParams(request, { known, settings: ctx.settings })]
  const reply = await ctx.api.post(path, { key: `${request.key}:confirm`, params: sent })
  // What was declined is read again, for the checks of the card. So is what another request has confirmed or cancelled.
  return onceSent(async () => {
    const isRead = !reply.ok || request.kind === 'verify'
    const intent = isRead ? await getIntent(ctx, entry, id) : intentOfPayment(readPaymentIntent(reply.body))
    return concluded(ctx, entry, intent, reply)
  })
}

/** The result that an intent says, recorded. What nobody could complete is ended first. */
export async function concluded(
  ctx: StripeContext,
  entry: Entry,
  intent: Intent,
  reply?: StripeReply,
): Promise<AuthorizeResult> {
  const result = await taken(ctx, entry, intent, resultOf(intent), reply)
  const also = result.outcome === 'approved' ? storeCard(ctx, result, intent) : []
  return authorizationResult(await recordResult(ctx, entry.key, result, { also }))
}

async function taken(
  ctx: StripeContext,
  entry: Entry,
  intent: Intent,
  read: IntentResult,
  reply: StripeReply | undefined,
): Promise<AuthorizeResult> {
  switch (read.outcome) {
    case 'approved':
      // Stripe leaves to the bank whether the cardholder is asked; this payment was not to be made without it.
      if (!entry.needsChallenge || read.threeDSecure === 'challenged') return read
      await giveUp(ctx, entry, intent.id)
      return declined('authentication_failed', intent.id)
    case 'unclear':
      await giveUp(ctx, entry, intent.id)
      return declined('authentication_required', intent.id)
    case 'unsent':
      // Stripe has refused the card's request itself, such as for an account that may not send card numbers.
      if (reply && !reply.ok) return declined('rejected_by_processor', intent.id)
      throw new NoResponse(`no card has reached the payment ${intent.id}`)
    default:
      return read
  }
}

const readAgain = (ctx: StripeContext, entry: Entry, id: string): Promise<AuthorizeResult> =>
  onceSent(async () => concluded(ctx, entry, await getIntent(ctx, entry, id)))

/** Of a request for money; another kind had the key before. */
export function authorizationResult(result: StripeResult): AuthorizeResult {
  switch (result.outcome) {
    case 'approved':
    case 'challenge':
    case 'pending':
    case 'declined':
      return result
    default:
      return declined('rejected_by_processor')
  }
}

/** The request for the authorization that others follow. */
export const findHead = async (ctx: StripeContext, authorization: string): Promise<Entry | undefined> => {
  const head = await findEntry(ctx, authorization)
  return head && head.key === head.authorization ? head : undefined
}

import { NoResponse } from '../port.ts'
import type { StripeReply } from './api.ts'
import type { StripeContext } from './context.ts'
import {
  type PaymentIntent,
  type Refund,
  readPaymentIntent,
  readRefund,
  readRefunds,
  readSetupIntent,
} from './objects.ts'
import { cancelParams, refundParams, requestIn } from './params.ts'
import type { Entry } from './record.ts'
import { type Intent, intentOfPayment, intentOfSetup } from './results.ts'
import type { StripeAmount } from './units.ts'

/** The payment intent as it is: Stripe reads by id what it wrote last. */
export async function getPaymentIntent({ api }: StripeContext, id: string): Promise<PaymentIntent> {
  const query = { 'expand[0]': 'latest_charge' }
  return readPaymentIntent(found(await api.get(`/v1/payment_intents/${id}`, query), id))
}

/** The intent of an authorization or a verification. */
export async function getIntent(ctx: StripeContext, { kind }: Pick<Entry, 'kind'>, id: string): Promise<Intent> {
  if (kind !== 'verify') return intentOfPayment(await getPaymentIntent(ctx, id))
  const query = { 'expand[0]': 'latest_attempt' }
  return intentOfSetup(readSetupIntent(found(await ctx.api.get(`/v1/setup_intents/${id}`, query), id)))
}

/** What we have stored the id of is there: otherwise the credentials are of another account. */
export function found(reply: StripeReply, id: string): Extract<StripeReply, { ok: true }>['body'] {
  if (reply.ok) return reply.body
  const { status, error } = reply
  throw new NoResponse(`Stripe does not return ${id}: ${status} ${error.code ?? error.type ?? ''}`)
}

/** Whether Stripe no longer has what a list was to begin behind. */
export const isForgotten = (reply: StripeReply): boolean =>
  !reply.ok && (reply.status === 404 || reply.error.code === 'resource_missing')

/** Cancels an intent. Undefined: it is in a state in which it cannot be cancelled. */
export async function cancelIntent(
  { api }: StripeContext,
  { kind }: Pick<Entry, 'kind'>,
  { id, key }: { id: string; key: string },
): Promise<'cancelled' | undefined> {
  const what = kind === 'verify' ? 'setup_intents' : 'payment_intents'
  const reply = await api.post(`/v1/${what}/${id}/cancel`, { key, params: cancelParams() })
  return reply.ok ? 'cancelled' : undefined
}

/** Refunds a captured payment. A reply with an error: Stripe has refused it. */
export const postRefund = (
  { api }: StripeContext,
  { stripeKey, ...refund }: { stripeKey: string; key: string; amount: StripeAmount; intent: string },
): Promise<StripeReply> => api.post('/v1/refunds', { key: stripeKey, params: refundParams(refund) })

/** The refund that was made for this request. Undefined: there is none. */
export async function findRefund({ api }: StripeContext, intent: string, key: string): Promise<Refund | undefined> {
  for (let after: string | undefined, pages = 0; pages < pagesMax; pages++) {
    const query = { payment_intent: intent, ...(after && { starting_after: after }) }
    const page = readRefunds(found(await api.list('/v1/refunds', query), intent))
    const refund = page.data.find(({ metadata }) => requestIn(metadata) === key)
    if (refund || !page.has_more) return refund
    after = page.data.at(-1)?.id
  }
  throw new NoResponse(`the payment ${intent} has more refunds than are read`)
}
const pagesMax = 100

/** A refund as it is now. */
export const getRefund = async ({ api }: StripeContext, id: string): Promise<Refund> =>
  readRefund(found(await api.get(`/v1/refunds/${id}`), id))

/**
 * Ends an approved intent that we do not take: what is held is released, and what is captured refunded. Stripe keeps
 * what it has done under the key.
 */
export async function giveUp(ctx: StripeContext, entry: Entry, id: string): Promise<void> {
  if (await cancelIntent(ctx, entry, { id, key: `${entry.key}:give-up` })) return
  if (entry.kind === 'verify') return
  const { status, amount_received: amount } = await getPaymentIntent(ctx, id)
  if (status === 'canceled') return
  if (status !== 'succeeded') throw new NoResponse(`the payment ${id} cannot be given up: it is ${status}`)
  const refund = { stripeKey: `${entry.key}:give-up-refund`, key: entry.key, amount, intent: id }
  const reply = await postRefund(ctx, refund)
  if (!reply.ok && reply.error.code !== 'charge_already_refunded')
    throw new NoResponse(`the payment ${id} cannot be refunded: ${reply.error.code ?? reply.status}`)
  if (reply.ok) readRefund(reply.body)
}

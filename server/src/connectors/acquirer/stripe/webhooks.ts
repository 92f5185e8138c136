import { parseJsonExactly } from '#kernel/base/json.ts'
import { Secret } from '#kernel/base/secret.ts'
import type {
  ConnectionParts,
  ReceivedWebhooks,
  StoredWebhook,
  WebhookDelivery,
  WebhookMessage,
  Webhooks,
} from '../processor.ts'
import { apiVersion } from './api.ts'
import type { StripeContext } from './context.ts'
import type { StripeCredentials } from './credentials.ts'
import { refreshDispute } from './disputes.ts'
import { inquire } from './inquire.ts'
import { found, isForgotten } from './intents.ts'
import { readEvent, readEvents } from './objects.ts'
import { findEntryOf, findWaiting } from './record.ts'
import { whyNotSigned } from './signature.ts'

/** What Stripe is to send to this connection. Any other event is stored and ignored. */
export const webhookEvents = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.amount_capturable_updated',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'payout.paid',
  'payout.reconciliation_completed',
] as const

type Parts = Pick<ConnectionParts<StripeCredentials>, 'credentials'>

/**
 * The events of Stripe. Each only says which object has changed: the object is read again by its id, so that late, doubled
 * and reordered events end the same.
 */
export const stripeWebhooks = (ctx: StripeContext, parts: Parts): Webhooks => ({
  reply: { body: '{"received":true}', contentType: 'application/json' },
  receive: (delivery) => receive(parts, delivery),
  apply: (message) => apply(ctx, message),
  missedSince: (place) => missedSince(ctx, place),
})

async function receive({ credentials }: Parts, delivery: WebhookDelivery): Promise<ReceivedWebhooks> {
  const { current, previous } = await credentials()
  const secrets = [current.webhookSecret, previous?.webhookSecret].filter((secret) => secret !== undefined)
  if (secrets.length === 0) return { refused: 'signature', why: 'the connection has no webhook secret' }
  const { 'stripe-signature': header } = delivery.headers
  if (typeof header !== 'string') return { refused: 'signature', why: 'the header Stripe-Signature is missing' }
  const why = whyNotSigned(header, { body: delivery.body, secrets, at: delivery.receivedAt })
  if (why) return { refused: 'signature', why }
  const text = Buffer.from(delivery.body).toString('utf8')
  try {
    return { accepted: [messageOf(text)] }
  } catch {
    return { refused: 'unreadable', why: `it is no event of version ${apiVersion}` }
  }
}

function messageOf(text: string): WebhookMessage {
  const { id, type, created } = readEvent(parseJsonExactly(text))
  return { id, type, at: created, body: new Secret(text) }
}

async function apply(
  ctx: StripeContext,
  { type, body }: StoredWebhook,
): Promise<Awaited<ReturnType<Webhooks['apply']>>> {
  const { data } = readEvent(parseJsonExactly(body.reveal()))
  const { id } = data.object
  if (!webhookEvents.some((one) => one === type))
    return { results: [], ignored: `events of type ${type} are not needed` }
  if (!id) return { results: [], ignored: 'it names no object' }
  if (type.startsWith('charge.dispute.')) {
    await refreshDispute(ctx, id)
    await ctx.listGrown('disputes')
    return { results: [] }
  }
  if (type.startsWith('payout.')) {
    await ctx.listGrown('settlements')
    return { results: [] }
  }
  const keys = await waitingFor(ctx, id)
  const results = await Promise.all(keys.map(async (key) => ({ key, result: await inquire(ctx, key) })))
  return { results: results.filter(({ result }) => result.outcome !== 'not_found' && result.outcome !== 'pending') }
}

/** The requests about an object of Stripe whose result may be known by now: its own, which may have failed since it was done, too. */
async function waitingFor(ctx: StripeContext, object: string): Promise<readonly string[]> {
  const entry = await findEntryOf(ctx, object)
  if (!entry) return []
  const waiting = await findWaiting(ctx, entry.authorization)
  return [...new Set([...waiting, entry.key])]
}

/** A page of the events behind one, oldest first. Stripe keeps them for 30 days; without a place only what comes from now on is read. */
async function missedSince(
  ctx: StripeContext,
  place: string | undefined,
): ReturnType<NonNullable<Webhooks['missedSince']>> {
  const types = Object.fromEntries(webhookEvents.map((type, index) => [`types[${index}]`, type]))
  const reply = place
    ? await ctx.api.list('/v1/events', { ending_before: place, ...types })
    : await ctx.api.get('/v1/events', { limit: '1', ...types })
  // The event of the place is too old: what was missed since is found in the lists of disputes and by inquiries.
  if (place && isForgotten(reply)) return missedSince(ctx, undefined)
  const { data } = readEvents(found(reply, 'events'))
  const last = data[0]?.id ?? place
  if (!place) return { messages: [], place: last }
  const messages = data.toReversed().map(({ id, type, created, data: { object } }): WebhookMessage => {
    const body = {
      id,
      type,
      created: Math.trunc(created.epochMilliseconds / 1000),
      data: { object: { id: object.id } },
    }
    return { id, type, at: created, body: new Secret(JSON.stringify(body)) }
  })
  return { messages, place: last }
}

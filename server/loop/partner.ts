import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { isEvent, verifyWebhook, type WebhookData, type WebhookEvent } from '@florin/client'
import { openMailbag } from './mailbag.ts'
import type { Program } from './program.ts'
import { openReceiver } from './receiver.ts'

/** JSON as it came; the story says which fields it expects. */
// biome-ignore lint/suspicious/noExplicitAny: what a client reads, whatever it is
export type Reply = any

export type Call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<Reply>

type Facts<Type extends keyof WebhookData> = WebhookEvent<Type>['data']

/** Nordwind: a bank whose customers have our cards. Its server has an API key and receives webhooks. */
export type Partner = {
  /** As its server. */
  asServer: Call
  /** As the app of a customer who is logged in. */
  asCustomer(accessToken: string): Call
  /** Waits for a webhook of this kind that fits. */
  webhook<Type extends keyof WebhookData>(type: Type, fits?: (data: Facts<Type>) => boolean): Promise<Facts<Type>>
  /** Waits until these events have arrived as webhooks, in any order. */
  hasReceived(eventIds: readonly string[]): Promise<void>
  /** What arrived and was not a webhook for this partner. */
  faults: readonly unknown[]
  close(): Promise<void>
}

export async function openPartner(program: Program): Promise<Partner> {
  const { url, partnerId, partnerKey } = program
  const faults: unknown[] = []
  const events = openMailbag<WebhookEvent>(({ eventType }) => eventType)
  const seen = new Set<string>()
  const arrivals = openMailbag<string>((eventId) => eventId)
  const keys: string[] = []
  const receiver = await openReceiver(
    (payload, headers) => {
      const event = verifyWebhook({ keys, payload, headers })
      if (seen.has(event.eventId)) return
      seen.add(event.eventId)
      arrivals.put(event.eventId)
      events.put(event)
    },
    (fault) => faults.push(fault),
  )
  const [printed] = await Promise.all([
    program.command('partner', 'rotate-signing-key', partnerId, '--overlap', 'PT0.001S'),
    program.command('partner', 'change', partnerId, '--webhook-url', receiver.url),
  ])
  const [signingKey] = /whsec_[\w-]+/.exec(printed) ?? []
  assert(signingKey, `no signing key was printed: ${printed}`)
  keys.push(signingKey)
  return {
    asServer: calling(url, { 'x-partner-api-key': partnerKey }),
    asCustomer: (accessToken) => calling(url, { authorization: `Bearer ${accessToken}` }),
    webhook: async (type, fits = () => true) => {
      const event = await events.take(`the webhook ${type}`, (one) => isEvent(one, type) && fits(one.data))
      assert(isEvent(event, type))
      return event.data
    },
    hasReceived: async (eventIds) => {
      for (const eventId of eventIds) await arrivals.take(`the webhook of ${eventId}`, (one) => one === eventId)
    },
    faults,
    close: receiver.close,
  }
}

/** Calls the issuing interface. Every change has an idempotency key, as it should. A page comes as its text. */
const calling =
  (url: string, own: Readonly<Record<string, string>>): Call =>
  async (method, path, body) => {
    const headers = { ...own, ...(method !== 'GET' && { 'idempotency-key': randomUUID() }) }
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert(response.ok, `${method} /v1${path} answered ${response.status}: ${text}`)
    return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
  }

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Acquirer, IncomingResult } from '#connectors/acquirer/port.ts'
import {
  type ConnectionParts,
  CredentialProblem,
  type Processor,
  type ReceivedWebhooks,
  type Webhooks,
} from '#connectors/acquirer/processor.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { HttpClient } from '#kernel/http/client.ts'

export type MadeUpCredentials = { apiKey: Secret<string>; webhookSecret: Secret<string>; url: string }

/** What of the made-up processor a test holds in its own hands. */
export type MadeUp = {
  kind: Processor<MadeUpCredentials>
  /** Connections that were opened, the newest last. */
  readonly opened: readonly Opened[]
  /** What the check says of a key; by default all work, for one account. */
  check: (key: string) => { works: true; account: string; notes: string[] } | { works: false; problem: string }
  /** What applying a message does; by default it has one result when its body has one. */
  apply: NonNullable<Webhooks>['apply']
  missed: NonNullable<Webhooks['missedSince']>
  /** A delivery as it signs one: a list of messages. */
  signed(messages: readonly MadeUpMessage[], secret: string): { headers: Record<string, string>; payload: string }
}

export type MadeUpMessage = { id: string; type: string; at: string; result?: IncomingResult }
type Opened = { parts: ConnectionParts<MadeUpCredentials>; client: HttpClient }

/**
 * A processor that exists nowhere: its keys begin with `mk_test_` or `mk_live_`, and its webhooks carry an HMAC over their
 * body. It takes payments as `acquirer` does.
 */
export function madeUpProcessor(acquirer: (parts: ConnectionParts<MadeUpCredentials>) => Acquirer): MadeUp {
  const opened: Opened[] = []
  const held: MadeUp = {
    opened,
    check: () => ({ works: true, account: 'acct_made_up', notes: [] }),
    apply: async ({ body }) => {
      const { result } = JSON.parse(body.reveal()) as MadeUpMessage
      return result ? { results: [result] } : { results: [], ignored: 'it has no result' }
    },
    missed: async (place) => ({ messages: [], place }),
    signed: (messages, secret) => {
      const payload = JSON.stringify({ messages })
      return {
        payload,
        headers: { 'content-type': 'application/json', 'made-up-signature': signatureOf(payload, secret) },
      }
    },
    kind: {
      kind: 'madeup',
      title: 'Made Up',
      testCard: { number: '4000000000000002', brand: 'visa', expiry: '11/31', code: '999' },
      sendsWebhooks: true,
      fields: [
        { name: 'apiKey', help: 'The key of the account: Settings, Keys.', isSecret: true, isRequired: true },
        { name: 'webhookSecret', help: 'What it signs with: Settings, Webhooks.', isSecret: true, isRequired: true },
        { name: 'url', help: 'The address of its API.', isSecret: false, isRequired: false },
      ],
      readCredentials: (given) => {
        if (!/^mk_(?:test|live)_\w+$/.test(given.apiKey ?? ''))
          throw new CredentialProblem('apiKey', 'A key begins with mk_test_ or mk_live_.')
        const { apiKey, webhookSecret, url = 'https://api.madeup.example' } = given
        return { apiKey: new Secret(apiKey!), webhookSecret: new Secret(webhookSecret!), url }
      },
      modeOf: ({ apiKey }) => (apiKey.reveal().startsWith('mk_live_') ? 'live' : 'test'),
      modeHelp: 'Live keys begin with mk_live_.',
      hostsOf: ({ url }) => [new URL(url).host],
      check: async ({ credentials }) => held.check((await credentials()).current.apiKey.reveal()),
      open: (parts) => {
        opened.push({ parts, client: parts.openClient('https://api.madeup.example') })
        return {
          acquirer: acquirer(parts),
          jobs: [],
          webhooks: webhooksOf(parts, held),
          close: async () => undefined,
        }
      },
    },
  }
  return held
}

const webhooksOf = ({ credentials }: ConnectionParts<MadeUpCredentials>, held: MadeUp): Webhooks => ({
  receive: async ({ headers, body }): Promise<ReceivedWebhooks> => {
    const { current, previous } = await credentials()
    const isSigned = [current, ...(previous ? [previous] : [])].some(({ webhookSecret }) =>
      isSame(String(headers['made-up-signature'] ?? ''), signatureOf(body, webhookSecret.reveal())),
    )
    if (!isSigned) return { refused: 'signature', why: 'the signature is none of ours' }
    const { messages } = JSON.parse(Buffer.from(body).toString('utf8')) as { messages: MadeUpMessage[] }
    return {
      accepted: messages.map((message) => ({
        id: message.id,
        type: message.type,
        at: Temporal.Instant.from(message.at),
        body: new Secret(JSON.stringify(message)),
      })),
    }
  },
  reply: { body: '[stored]', contentType: 'text/plain' },
  apply: (message) => held.apply(message),
  missedSince: (place) => held.missed(place),
})

const signatureOf = (body: string | Uint8Array, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

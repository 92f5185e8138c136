import { compactVerify } from 'jose'
import { openPartner, type PartnerFixture } from './partner.ts'
import { openReceiver, type Received, type Receiver } from './receiver.ts'
import type { World } from './world.ts'

/** A partner whose webhooks arrive at a server of its own, and that server. */
export type WebhookPartner = AsyncDisposable & {
  partner: PartnerFixture
  receiver: Receiver
  /** The envelopes that arrived, in order, each verified by a public JOSE library with the partner's first key. */
  received(): Promise<Envelope[]>
}
export type Envelope = { eventType: string; eventId: string; customerId: string; data: Record<string, unknown> }

export const by = { actor: 'test', fromWhere: 'test' }

export async function openWebhookPartner(world: World, name?: string): Promise<WebhookPartner> {
  const receiver = await openReceiver()
  const partner = await openPartner(world, name)
  const changes = { webhookUrl: receiver.url }
  await world.app.partners.change({ by, partnerId: partner.partner.id, changes })
  return {
    partner,
    receiver,
    received: () => Promise.all(receiver.requests.map((request) => readSigned(request, partner.signingKey))),
    [Symbol.asyncDispose]: () => receiver.close(),
  }
}

/** The envelope of a delivery, when its signature is by this key and its payload is the body, byte for byte. */
export async function readSigned({ headers, body }: Received, signingKey: string): Promise<Envelope> {
  const signature = String(headers['x-money-signature'])
  const { payload } = await compactVerify(signature, Buffer.from(signingKey), { algorithms: ['HS512'] })
  if (Buffer.from(payload).toString() !== body) throw new Error('The body is not what was signed.')
  return JSON.parse(body)
}

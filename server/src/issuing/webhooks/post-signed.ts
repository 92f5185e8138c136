import type { PartnerId, Partners } from '#core/partners'
import { Refusal } from '#kernel/base/refusal.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { Outbound, OutboundResponse } from '#kernel/http/outbound.ts'
import { signBody } from './sign-body.ts'

type Context = { outbound: Outbound; partners: Pick<Partners, 'signingKey'> }
type SignedPost = {
  /** Of this attempt, for the log of the receiver. */
  deliveryId: string
  partnerId: PartnerId
  url: string
  body: string
  timeoutMs: number
}
/** `no_key`: nothing was sent, because the partner has no key that can be read. */
export type SignedPostResponse = OutboundResponse | { outcome: 'no_key'; why: string; tookMs: number }

/** What was sent beside the body, and what came back. */
export type SignedPostResult = { headers: Readonly<Record<string, string>>; response: SignedPostResponse }

/** Posts a body to the server of a partner, signed with the key that the partner has now. */
export async function postSigned(
  { outbound, partners }: Context,
  { deliveryId, partnerId, url, body, timeoutMs }: SignedPost,
): Promise<SignedPostResult> {
  const key = await keyOf(partners, partnerId)
  if (typeof key === 'string') return { headers: {}, response: { outcome: 'no_key', why: key, tookMs: 0 } }
  const headers = signedHeaders(key, { deliveryId, body })
  return { headers, response: await outbound.post(url, { headers, body, timeoutMs }) }
}

/** What stands before a body: the same key and the same bytes give the same signature. */
export const signedHeaders = (key: Secret<string>, { deliveryId, body }: Pick<SignedPost, 'deliveryId' | 'body'>) => ({
  'content-type': 'application/json',
  'user-agent': 'Florin',
  'x-money-signature': signBody(key, body),
  'x-money-delivery-id': deliveryId,
})

/** Or why there is none. A key that cannot be read is a failed attempt, so that it is seen and tried again later. */
async function keyOf(partners: Context['partners'], partnerId: PartnerId): Promise<Secret<string> | string> {
  try {
    return (await partners.signingKey(partnerId)) ?? 'the partner has no signing key'
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

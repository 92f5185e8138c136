import type { Secret } from '#kernel/base/secret.ts'
import { hs512 } from '#kernel/crypto/jws.ts'

/** `X-Money-Signature`: a compact JWS, HS512, over the very bytes of the body, with no claim added (card-issuing, signature rules). */
export const signBody = (signingKey: Secret<string>, body: string): string => hs512(signingKey.reveal(), body)

import { randomBytes } from 'node:crypto'
import type { Challenge, RequestKey } from '../port.ts'
import { referenceOf } from './request-trail.ts'

/** Random bytes of what travels through the cardholder's browser, so that it cannot be forged. */
const secretBytes = 24
const keyBytes = 16

/** The form that sends the cardholder to the sandbox bank, in the field names of 3-D Secure's first version. */
export function challengeOf(
  key: RequestKey,
  bankUrl: string,
  { returnUrl, unframed = false }: { returnUrl: string; unframed?: boolean | undefined },
): Challenge {
  const request = Buffer.concat([Buffer.from(key.replaceAll('-', ''), 'hex'), randomBytes(secretBytes)])
  const reference = referenceOf(key)
  return {
    outcome: 'challenge',
    reference,
    redirect: {
      url: bankUrl,
      method: 'POST',
      // In the order in which they are read back, so that a repeated request is replied to in the same bytes.
      fields: { MD: reference, PaReq: request.toString('base64url'), TermsUrl: returnUrl },
      ...(unframed && { unframed }),
    },
  }
}

/** Which authorization a `PaReq` is about; it is only believed when the record has the same `PaReq`. */
export function keyOfRequest(paReq: string): RequestKey | undefined {
  const bytes = Buffer.from(paReq, 'base64url')
  if (bytes.length !== keyBytes + secretBytes) return undefined
  const hex = bytes.toString('hex', 0, keyBytes)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const newResponse = (): string => randomBytes(secretBytes).toString('base64url')

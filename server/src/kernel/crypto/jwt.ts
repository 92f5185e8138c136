import type { KeyObject } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { dateOf, type Instant } from '#kernel/base/clock.ts'

/** What a token says. Times are checked here and not handed on. */
export type TokenClaims = Readonly<Record<string, string>>

export type TokenTerms = { issuer: string; audience: string; subject: string; id: string; expiresAt: Instant }

/** A signed access token (RFC 9068, with EdDSA of RFC 8037). */
export const signToken = (
  { kid, privateKey }: { kid: string; privateKey: KeyObject },
  now: Instant,
  { issuer, audience, subject, id, expiresAt }: TokenTerms,
  claims: TokenClaims = {},
): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'at+jwt' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(subject)
    .setJti(id)
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(expiresAt))
    .sign(privateKey)

/**
 * The claims of a token that one of the keys has signed for this audience and that has not expired; undefined for any
 * other text. Only EdDSA is accepted, whatever the header says.
 */
export async function readToken(
  token: string,
  now: Instant,
  { issuer, audience, keyOf }: { issuer: string; audience: string; keyOf(kid: string): Promise<KeyObject | undefined> },
): Promise<JWTPayload | undefined> {
  const key = async ({ kid }: { kid?: string }) => {
    const found = kid === undefined ? undefined : await keyOf(kid)
    if (!found) throw new errors.JWKSNoMatchingKey()
    return found
  }
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['EdDSA'],
      typ: 'at+jwt',
      issuer,
      audience,
      requiredClaims: ['sub', 'exp', 'jti'],
      currentDate: dateOf(now),
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

const seconds = (at: Instant): number => Math.floor(at.epochMilliseconds / 1000)

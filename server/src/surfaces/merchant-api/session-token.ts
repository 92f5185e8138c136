import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type ApiRoute, apiRoute, timestampOf } from '#acquiring/api'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'

const lifetimeMinutes = 15

/**
 * A short-lived token that a store hands to its page, so that the page can speak for the site without its private key
 * (wire fact 3.5). A JWT signed with HMAC-SHA256 under a key of this installation, the only one that verifies it.
 */
export const sessionTokenRoutes = ({
  keys,
  clock,
  publicUrl,
}: {
  keys: KeyRing
  clock: Clock
  publicUrl: string
}): ApiRoute[] =>
  ['/auth/session-token', '/auth/jwt-token'].map((path) =>
    apiRoute({
      method: 'GET',
      path,
      permission: 'tokens:create',
      group: 'Sessions',
      summary: path.endsWith('jwt-token')
        ? 'The older name of GET /auth/session-token'
        : 'A token for a page of your store',
      about: `It is valid for ${lifetimeMinutes} minutes.`,
      data: z.strictObject({ token: z.jwt() }),
      run: async ({ caller }) => {
        const now = timestampOf(clock.now())
        const claims = { iss: publicUrl, sub: `site ${caller.siteId}`, siteId: caller.siteId, jti: randomUUID() }
        return { data: { token: signed(keys, { ...claims, iat: now, exp: now + lifetimeMinutes * 60 }) } }
      },
    }),
  )

/** JSON Web Signature, RFC 7515. What pages are sealed with never looks like one, so the two cannot be mistaken. */
function signed(keys: KeyRing, claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${keys.fingerprint('page', text).toString('base64url')}`
}

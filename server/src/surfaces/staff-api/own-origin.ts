import type { RelyingParty } from '#core/access'
import { addressOf } from '../../app/addresses.ts'
import type { App } from '../../app/compose.ts'
import type { Asking } from '../bare-json/headers.ts'
import { refuse } from './refusals.ts'

/** A header of our own, which a page of another site can send only after asking, and then may not. */
export const dashboardHeader = 'florin-dashboard'

/**
 * What changes something with a cookie comes from a page of this dashboard: the cookie is `SameSite=Strict`, and beside
 * it the request carries our own header and names our own address as its origin (OWASP, cross-site request forgery).
 * In staging, where browsers reach us under any name, the origin is the host that was called. Returns the origin, at
 * which alone the passkeys of this dashboard work.
 */
export function checkOrigin(
  { publicUrl, config }: Pick<App, 'publicUrl' | 'config'>,
  { headers }: Asking,
): RelyingParty {
  const origin = URL.parse(headers.origin ?? '')
  const isOurs = origin?.origin === new URL(addressOf(publicUrl, config.surfaceHosts.staff)).origin
  const isCalled = config.environment === 'staging' && origin !== null && origin.host === headers.host
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  if (headers[dashboardHeader] === undefined || !origin || !(isOurs || isCalled) || site !== 'same-origin')
    throw refuse('foreign_origin')
  return { host: origin.hostname, origin: origin.origin }
}

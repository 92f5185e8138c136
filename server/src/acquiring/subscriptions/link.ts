import type { OrderId } from '#acquiring/ids'
import type { Language } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import { bearerToken, readBearer } from '#kernel/crypto/bearer.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'

/** How long a link to the page of a subscription works, from when it is made (product decision, self-service). */
const linkLifetime = { hours: 30 * 24 }

/**
 * The address of the page on which a shopper manages their subscription, for emails and for the merchant. Nothing is
 * stored: anyone with the address may do what its shopper may, until it expires.
 */
export function selfServiceUrl(
  { keys, publicUrl }: { keys: KeyRing; publicUrl: string },
  { orderId, now, language }: { orderId: OrderId; now: Instant; language?: Language | undefined },
): { url: string; expiresAt: Instant } {
  const expiresAt = now.add(linkLifetime).round({ smallestUnit: 'second', roundingMode: 'trunc' })
  const token = linkToken(keys, { orderId, expiresAt })
  return { url: `${publicUrl}${pagePath(token)}${language ? `?lang=${language}` : ''}`, expiresAt }
}

export const pagePath = (token: string): string => `/subscription/${token}`

export type LinkNamed = { orderId: OrderId; expiresAt: Instant }

/** The order, sealed with the last second of the link. */
export const linkToken = (keys: KeyRing, { orderId, expiresAt }: LinkNamed): string =>
  bearerToken(keys, { purpose, subject: orderId, endsAt: expiresAt })

/** The order of a token, even of one that has expired; undefined for a token that is not ours. */
export function readLinkToken(keys: KeyRing, unchecked: string): LinkNamed | undefined {
  const named = readBearer<typeof purpose, OrderId>(keys, purpose, unchecked)
  return named && { orderId: named.subject, expiresAt: named.endsAt }
}
const purpose = 'subscription'

import { timingSafeEqual } from 'node:crypto'
import type { OrderId } from '#acquiring/ids'
import type { Language } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import { readId } from '#kernel/base/id.ts'
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

/** The order's id, the last second of the link in base 36, and an HMAC of both with our key. */
export const linkToken = (keys: KeyRing, named: LinkNamed): string =>
  `${named.orderId}.${secondsOf(named.expiresAt).toString(36)}.${sealOf(keys, named).toString('base64url')}`

/** The order of a token, even of one that has expired; undefined for a token that is not ours. */
export function readLinkToken(keys: KeyRing, unchecked: string): LinkNamed | undefined {
  const [idText, secondsText, seal, ...rest] = unchecked.split('.')
  const orderId = readId<OrderId>(idText)
  if (orderId === undefined || seal === undefined || rest.length > 0) return undefined
  if (!/^[0-9a-z]{1,8}$/.test(secondsText ?? '')) return undefined
  const expiresAt = Temporal.Instant.fromEpochMilliseconds(Number.parseInt(secondsText!, 36) * 1000)
  const given = Buffer.from(seal, 'base64url')
  const right = sealOf(keys, { orderId, expiresAt })
  return given.length === right.length && timingSafeEqual(given, right) ? { orderId, expiresAt } : undefined
}

/** The key is never rotated, and the first word keeps these seals apart from those of the checkout's sessions. */
const sealOf = (keys: KeyRing, { orderId, expiresAt }: LinkNamed): Buffer =>
  keys.fingerprint('page', `subscription ${orderId} until ${secondsOf(expiresAt)}`).subarray(0, sealBytes)
/** 128 bits. */
const sealBytes = 16

const secondsOf = (at: Instant): number => Math.floor(at.epochMilliseconds / 1000)

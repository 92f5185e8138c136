import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '#kernel/crypto/keys.ts'

/**
 * A browser in which a person has logged in before, known by a signed cookie (OWASP, device cookies): strangers who guess
 * the password elsewhere do not use up its tries. The name of the cookie follows from the e-mail address, so that a browser
 * that several people share keeps one for each.
 */
export const knownBrowserCookie = (email: string): string =>
  `florin_browser_${createHash('sha256').update(normal(email)).digest('hex').slice(0, 12)}`

/** Such a cookie lives for so long after the last log-in. */
export const knownBrowserLifetime = Temporal.Duration.from({ hours: 24 * 180 })

/** A fresh value of the cookie; it grants nothing but tries of its own. */
export function newKnownBrowser(keys: KeyRing, email: string): string {
  const browser = randomBytes(16).toString('base64url')
  return `${browser}.${signatureOf(keys, email, browser).toString('base64url')}`
}

/** The browser that this cookie names, if it was given for this e-mail address. */
export function knownBrowser(keys: KeyRing, email: string, cookie: string | undefined): string | undefined {
  const [browser = '', signature = ''] = cookie?.split('.') ?? []
  const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(keys, email, browser)]
  return given.length === right.length && timingSafeEqual(given, right) ? browser : undefined
}

const signatureOf = (keys: KeyRing, email: string, browser: string): Buffer =>
  keys.fingerprint('siteKey', `browser ${browser} of staff ${normal(email)}`)
const normal = (email: string): string => email.trim().toLowerCase()

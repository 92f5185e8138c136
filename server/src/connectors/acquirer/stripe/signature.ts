import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'

/** The past that a signature may come from: what is older was recorded by somebody and sent again. */
const toleranceSeconds = 300

/**
 * Why Stripe has not signed this; undefined: it has. The header has the moment and any number of signatures, since for a
 * day after a roll-over there are those of two secrets. What is signed is the body as it came, behind the moment.
 */
export function whyNotSigned(
  header: string,
  { body, secrets, at }: { body: Uint8Array; secrets: readonly Secret<string>[]; at: Instant },
): string | undefined {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const moment = parts.find(([name]) => name === 't')?.[1] ?? ''
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? '')
  if (!/^\d{1,12}$/.test(moment) || signatures.length === 0) return 'the header Stripe-Signature has no t or no v1'
  const expected = secrets.map((secret) =>
    createHmac('sha256', secret.reveal()).update(`${moment}.`).update(body).digest(),
  )
  const isSigned = signatures.some((hex) => expected.some((one) => isSame(one, hex)))
  if (!isSigned) return 'no signature is that of the webhook secret'
  const age = at.epochMilliseconds - Number(moment) * 1000
  return age > toleranceSeconds * 1000 ? `it was signed more than ${toleranceSeconds} seconds ago` : undefined
}

function isSame(expected: Buffer, hex: string): boolean {
  const given = Buffer.from(hex, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

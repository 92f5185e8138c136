import { Secret as OtpSecret, TOTP } from 'otpauth'
import type { Instant } from '#kernel/base/clock.ts'

/** What every authenticator app knows (RFC 6238): SHA-1, six digits, a new code every 30 seconds. */
const periodSeconds = 30
const secretBytes = 20
/** A code counts one step before and after its own, for clocks that differ (RFC 6238, 5.2). */
const window = 1

/** A fresh secret of an app. */
export const newTotpSecret = (): Buffer => Buffer.from(new OtpSecret({ size: secretBytes }).bytes)

/** As apps read it from a QR code, and as a person types it. */
export function totpAddress(secret: Uint8Array, account: string): { uri: string; typed: string } {
  const totp = totpOf(secret, account)
  return { uri: totp.toString(), typed: totp.secret.base32 }
}

/**
 * The step whose code this is, by the time of the wall, which is the app's; undefined when it is none of now, or not
 * after `lastStep`: each code is taken once.
 */
export function stepOfCode(
  secret: Uint8Array,
  { code, now, lastStep }: { code: string; now: Instant; lastStep: bigint | null },
): bigint | undefined {
  const timestamp = now.epochMilliseconds
  const delta = totpOf(secret).validate({ token: code, timestamp, window })
  if (delta === null) return undefined
  const step = BigInt(Math.floor(timestamp / 1_000 / periodSeconds) + delta)
  return lastStep === null || step > lastStep ? step : undefined
}

const totpOf = (secret: Uint8Array, account = ''): TOTP =>
  new TOTP({
    issuer: 'Florin',
    label: account,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: new OtpSecret({ buffer: Uint8Array.from(secret).buffer }),
  })

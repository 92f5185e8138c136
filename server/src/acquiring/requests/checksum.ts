import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '#kernel/base/secret.ts'

/** HMAC-SHA512 in bytes. */
export const checksumBytes = 64

/**
 * Whether the store that holds one of these keys signed exactly these bytes (wire fact 1.1). A key is 32 hexadecimal
 * characters; clients sign with them as they are, or with the `sk_test_` or `sk_live_` they are shown with.
 *
 * Every key is tried in both forms even after one fits, so the time taken reveals nothing.
 */
export function checksumFits(
  json: Uint8Array,
  checksum: Uint8Array,
  keys: readonly Secret<string>[],
  live: boolean,
): boolean {
  if (checksum.length !== checksumBytes) return false
  const prefix = live ? 'sk_live_' : 'sk_test_'
  let fits = false
  for (const key of keys) {
    for (const form of [key.reveal(), prefix + key.reveal()]) {
      const same = timingSafeEqual(createHmac('sha512', form).update(json).digest(), checksum)
      fits = same || fits
    }
  }
  return fits
}

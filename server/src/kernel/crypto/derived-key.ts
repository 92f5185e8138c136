import type { KeyRing } from '#kernel/crypto/keys.ts'

/**
 * The key of a request that falls due by itself: the same for the same facts, so that two copies of one database send what
 * others know as one request. It is derived under a master key that is never rotated, so it cannot be made from
 * outside; in the form of a UUID of version 8 (RFC 9562).
 */
export function derivedKey(keys: Pick<KeyRing, 'fingerprint'>, facts: readonly string[]): string {
  const bytes = keys.fingerprint('siteKey', JSON.stringify(['key of what falls due', ...facts])).subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

import { Buffer } from 'node:buffer'

/**
 * The 32 bytes that sign requests and open notifications: the 32 hexadecimal characters of the key as ASCII, never
 * decoded. The form the dashboard displays, `sk_test_` or `sk_live_` and the key, is accepted too.
 * Throws a `TypeError` for anything else; the message does not repeat the key.
 */
export function keyBytes(privateKey: string): Buffer {
  const key = /^(?:sk_(?:test|live)_)?([0-9a-f]{32})$/.exec(privateKey)?.[1]
  if (!key) throw new TypeError('A private key is 32 hexadecimal characters, with or without sk_test_ or sk_live_')
  return Buffer.from(key, 'ascii')
}

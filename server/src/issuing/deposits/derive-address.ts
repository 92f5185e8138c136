import { ECDH } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { getAddress, keccak256 } from 'viem/utils'

/** BIP-32: so many addresses one key has, all of which are derived without a private key. */
export const indexMax = 2 ** 31 - 1

/** What is wrong with the text as the key of an account, m/44'/60'/account' (BIP-44); undefined when it is one. */
export function problemOfXpub(text: string): 'private' | 'unreadable' | undefined {
  // The library would take a private key, too, and the server would hold what it must never have.
  if (!/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/.test(text)) return /prv/i.test(text.slice(0, 4)) ? 'private' : 'unreadable'
  try {
    return HDKey.fromExtendedKey(text).privateKey === null ? undefined : 'private'
  } catch {
    return 'unreadable'
  }
}

/**
 * The address m/0/index below the key, as EIP-55 writes it. Undefined for an index without a key, which BIP-32 allows
 * for: one in 2^127.
 */
export function deriveAddress(xpub: string, index: number): string | undefined {
  if (!Number.isInteger(index) || index < 0 || index > indexMax) throw new RangeError(`${index} is no index`)
  const receiving = chainsOfKeys.get(xpub) ?? HDKey.fromExtendedKey(xpub).deriveChild(0)
  chainsOfKeys.set(xpub, receiving)
  // The library itself goes on to the next index: its key would be used twice.
  const { publicKey, index: derived } = receiving.deriveChild(index)
  if (!publicKey || derived !== index) return undefined
  const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer
  return getAddress(`0x${keccak256(point.subarray(1)).slice(-40)}`)
}
/** An installation has few. */
const chainsOfKeys = new Map<string, HDKey>()

import { createPublicKey, verify } from 'node:crypto'
import { hashMessage, hexToBytes, keccak256, recoverAddress } from 'viem/utils'
import { publicKeyOfAddress, type WalletAddress } from './wallet-address.ts'

/** Whether a key's signature has the length that its chain writes. Contract wallets have signatures of any length. */
export const isKeySignature = ({ chain }: WalletAddress, signature: string): boolean =>
  (chain === 'evm' ? /^0x[\da-f]{130}$/i : /^(?:0x)?[\da-f]{128}$/i).test(signature)

/** Whether the key of the wallet has signed these very bytes. */
export const isSignedBy = (wallet: WalletAddress, message: string, signature: string): Promise<boolean> =>
  wallet.chain === 'evm'
    ? isSignedByEvmKey(wallet.address, message, signature)
    : Promise.resolve(isSignedByMultiversxKey(wallet.address, message, signature))

/** EIP-191 over secp256k1. Of the two signatures that every signature makes possible only the one with the low s counts. */
async function isSignedByEvmKey(address: string, message: string, signature: string): Promise<boolean> {
  const [, , s, v] = /^0x([\da-f]{64})([\da-f]{64})([\da-f]{2})$/i.exec(signature) ?? []
  if (s === undefined || v === undefined || !recoveryBytes.has(Number.parseInt(v, 16)) || BigInt(`0x${s}`) > halfOrder)
    return false
  try {
    const hash = hashMessage(message)
    return (await recoverAddress({ hash, signature: signature as `0x${string}` })) === address
  } catch {
    // The numbers are no point of the curve.
    return false
  }
}
const recoveryBytes: ReadonlySet<number> = new Set([0, 1, 27, 28])
const halfOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n / 2n

/** Ed25519 over the keccak-256 of the prefixed text, whose length counts bytes. */
function isSignedByMultiversxKey(address: string, message: string, signature: string): boolean {
  const publicKey = publicKeyOfAddress(address)
  if (!publicKey) return false
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  })
  return verify(null, multiversxHash(message), key, Buffer.from(signature.replace(/^0x/i, ''), 'hex'))
}

export function multiversxHash(message: string): Buffer {
  const text = Buffer.from(message)
  return Buffer.from(hexToBytes(keccak256(Buffer.concat([Buffer.from(`${prefix}${text.length}`), text]))))
}
const prefix = '\x17Elrond Signed Message:\n'

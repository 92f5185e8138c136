import type { CoinCode } from '#kernel/base/assets.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Quantity } from '#kernel/db/quantity.ts'
import type { AssetId, ChainId, KeyId } from './ids.ts'

/** A chain on which customers pay. */
export type WatchedChain = {
  id: ChainId
  version: number
  /** `blockchain` on the wire. */
  name: string
  /** EIP-155. */
  evmId: bigint
  keyId: KeyId
  xpub: string
  /** An inactive one takes no new orders. It is watched on: an address may be paid at any time. */
  active: boolean
}

/** What may be sent on a chain. */
export type ChainAsset = {
  id: AssetId
  version: number
  chainId: ChainId
  code: CoinCode
  /** Undefined: the coin of the chain. */
  contract: string | undefined
  /** Of the contract: the same coin has others on other chains. */
  decimals: number
  /** How many blocks, its own among them, a deposit needs to count. */
  confirmations: number
  /** In the smallest units. */
  minimum: Quantity
  maximum: Quantity
  active: boolean
}

/** How far a chain is read. */
export type Cursor = {
  id: ChainId
  version: number
  /** Undefined: it was never read. */
  blockNumber: bigint | undefined
  /** Of the last blocks, the newest first. */
  hashes: readonly string[]
  headNumber: bigint | undefined
  readAt: Instant | undefined
  trouble: string | undefined
}

/** So many blocks are remembered; a reorganisation that is deeper stops the reading until an operator has looked. */
export const hashesKept = 128

/** Hashes as the cursor stores them: 32 bytes each. */
export const packHashes = (hashes: readonly string[]): Uint8Array =>
  Buffer.concat(hashes.map((hash) => Buffer.from(hash.slice(2), 'hex')))

export const unpackHashes = (bytes: Uint8Array): string[] =>
  Array.from(
    { length: bytes.length / 32 },
    (_, index) => `0x${Buffer.from(bytes.subarray(index * 32, index * 32 + 32)).toString('hex')}`,
  )

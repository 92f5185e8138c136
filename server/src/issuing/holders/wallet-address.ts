import { getAddress, isAddress } from 'viem/utils'
import { readBech32 } from '#kernel/crypto/bech32.ts'
import type { Chain } from './holder.ts'
import { refuse } from './refusals.ts'

export type WalletAddress = { chain: Chain; address: string }

/** A wallet that has signed: with a key, or as a contract on this chain. */
export type ProvenWallet = WalletAddress & { contractChainId: bigint | null }

/**
 * The chain of an address, and the address as the chain writes it: with the checksum of EIP-55, or in bech32. Refuses
 * what is no address of either chain, or whose checksum does not fit.
 */
export function readWalletAddress(unchecked: string): WalletAddress {
  const text = unchecked.trim()
  if (isAddress(text)) return { chain: 'evm', address: getAddress(text) }
  if (publicKeyOfAddress(text)) return { chain: 'multiversx', address: text }
  throw refuse('invalid_wallet_address', { field: 'walletAddress' })
}

/** The ed25519 key that a MultiversX address is. */
export function publicKeyOfAddress(address: string): Buffer | undefined {
  const key = readBech32(address, 'erd')
  return key?.length === publicKeyBytes ? key : undefined
}
const publicKeyBytes = 32

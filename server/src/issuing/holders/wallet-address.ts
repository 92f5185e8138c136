import type { Chain } from './holder.ts'
import { refuse } from './refusals.ts'

export type WalletAddress = { chain: Chain; address: string }

/** The chain of an address, and the address as the chain writes it. Refuses what is no address of either chain. */
export function readWalletAddress(unchecked: string): WalletAddress {
  const text = unchecked.trim()
  if (/^0x[0-9a-f]{40}$/i.test(text)) return { chain: 'evm', address: text.toLowerCase() }
  if (/^erd1[02-9ac-hj-np-z]{58}$/.test(text)) return { chain: 'multiversx', address: text }
  throw refuse('invalid_wallet_address', { field: 'walletAddress' })
}

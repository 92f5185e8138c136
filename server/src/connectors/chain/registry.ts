import type { Egress } from '#kernel/http/egress.ts'
import type { RpcUrls } from './contract-wallets.ts'
import { evmChain } from './evm.ts'
import type { Chain } from './port.ts'

/** The chains that this installation can read. */
export type Chains = { of(chainId: bigint): Chain | undefined }

/** The configured nodes, and in staging the chain of its own. */
export function openChains({
  rpcUrls,
  sandbox,
  timeoutMs,
  egress,
}: {
  rpcUrls: RpcUrls
  sandbox: Chain | undefined
  timeoutMs: number
  egress?: Egress | undefined
}): Chains {
  const chains = new Map(
    [...rpcUrls].map(([chainId, rpcUrl]) => [chainId, evmChain({ chainId, rpcUrl, timeoutMs, egress })]),
  )
  // A node that is configured comes before the pretended chain of the same number.
  return { of: (chainId) => chains.get(chainId) ?? (sandbox?.chainId === chainId ? sandbox : undefined) }
}

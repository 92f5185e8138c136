import { type ContractWallets, openContractWallets } from '#connectors/chain/contract-wallets.ts'
import { type Chains, openChains } from '#connectors/chain/registry.ts'
import { type SandboxChain, sandboxChain } from '#connectors/chain/sandbox.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Outbound } from '#kernel/http/outbound.ts'
import type { Config } from './config.ts'

/** What this installation reads of chains. */
export type ChainParts = {
  contractWallets: ContractWallets
  chains: Chains
  /** In staging only. */
  sandboxChain: SandboxChain | undefined
}

/** The nodes of chains that are configured, and in staging the chain of its own. */
export function chainParts(
  { outbound, ...parts }: { db: Db; clock: Clock; outbound: Outbound },
  { rpcUrls, environment, egress }: Config,
): ChainParts {
  const sandbox = environment === 'staging' ? sandboxChain(parts) : undefined
  return {
    contractWallets: openContractWallets({ outbound, rpcUrls }),
    chains: openChains({ rpcUrls, sandbox, timeoutMs: chainTimeoutMs, egress }),
    sandboxChain: sandbox,
  }
}
const chainTimeoutMs = 15_000

import { encodeFunctionData } from 'viem/utils'
import { z } from 'zod'
import type { Secret } from '#kernel/base/secret.ts'
import type { Outbound } from '#kernel/http/outbound.ts'
import { ChainUnreachable } from './port.ts'

/** Wallets that are contracts: whether a signature is theirs is said by the contract itself (EIP-1271). */
export type ContractWallets = {
  /** Whether a node of this chain is configured. */
  reads(chainId: bigint): boolean
  /** Throws `ChainUnreachable` when the node does not say. */
  isValidSignature(input: ContractSignature): Promise<boolean>
}
export type ContractSignature = { chainId: bigint; address: string; hash: Hex; signature: Hex }
type Hex = `0x${string}`

/** The address of a JSON-RPC node for each chain; it may hold a key. */
export type RpcUrls = ReadonlyMap<bigint, Secret<string>>

export const openContractWallets = ({
  outbound,
  rpcUrls,
}: {
  outbound: Pick<Outbound, 'post'>
  rpcUrls: RpcUrls
}): ContractWallets => ({
  reads: (chainId) => rpcUrls.has(chainId),
  isValidSignature: async ({ chainId, address, hash, signature }) => {
    const url = rpcUrls.get(chainId)
    if (!url) throw new ChainUnreachable(`no node of chain ${chainId} is configured`)
    const data = encodeFunctionData({ abi, functionName: 'isValidSignature', args: [hash, signature] })
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: address, data }, 'latest'] }
    const response = await outbound.post(url.reveal(), {
      body: JSON.stringify(call),
      headers: { 'content-type': 'application/json' },
      timeoutMs,
    })
    if (response.outcome !== 'answered') throw new ChainUnreachable(`chain ${chainId}: ${response.why}`)
    return isMagic(chainId, response.text)
  },
})
const timeoutMs = 5_000

function isMagic(chainId: bigint, text: string): boolean {
  const reply = Reply.safeParse(jsonOf(text))
  if (!reply.success) throw new ChainUnreachable(`chain ${chainId}: the reply of the node is none of JSON-RPC`)
  if ('result' in reply.data) return reply.data.result === magic
  const { code, message } = reply.data.error
  // The contract has refused, or is no wallet.
  if (code === revertCode || /revert/i.test(message)) return false
  throw new ChainUnreachable(`chain ${chainId}: the node replies error ${code}`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Reply = z.union([
  z.object({ result: z.string() }),
  z.object({ error: z.object({ code: z.int(), message: z.string() }) }),
])
const revertCode = 3
/** The four bytes of the function's name, as a whole word. */
const magic = `0x1626ba7e${'0'.repeat(56)}`
const abi = [
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [
      { name: 'hash', type: 'bytes32' },
      { name: 'signature', type: 'bytes' },
    ],
    outputs: [{ name: 'magicValue', type: 'bytes4' }],
  },
] as const

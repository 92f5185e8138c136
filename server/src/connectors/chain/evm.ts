import { fetch as request } from 'undici'
import type { PublicClient } from 'viem'
import type { Secret } from '#kernel/base/secret.ts'
import { assertOutsideTransaction } from '#kernel/db/transaction-scope.ts'
import { openAgent } from '#kernel/http/address-rules.ts'
import type { Egress } from '#kernel/http/egress.ts'
import {
  type Block,
  type BlockRange,
  type BlockWithTransfers,
  blocksAtOnceMax,
  type Chain,
  ChainMoved,
  ChainUnreachable,
  linked,
  ofTransaction,
  type Transfer,
} from './port.ts'

export type EvmParts = {
  chainId: bigint
  /** The address of a JSON-RPC node; it may hold a key, so it is in no message. */
  rpcUrl: Secret<string>
  timeoutMs: number
  egress?: Egress | undefined
}

/**
 * A chain as a node of it says. Seen are the transactions that pay an address with the coin of the chain, and the
 * `Transfer` events of tokens (ERC-20). Coins that a contract pays are not seen: a node tells of them only by traces.
 */
export function evmChain({ chainId, rpcUrl, timeoutMs, egress }: EvmParts): Chain {
  let opened: Promise<PublicClient> | undefined
  // The library is large, and most installations watch no chain: it is loaded with the first request.
  const open = async () => {
    const { createPublicClient, http } = await import('viem')
    // A node may stand in the operator's own network.
    const dispatcher = openAgent({ allowPrivate: true, connectTimeoutMs: timeoutMs, egress })
    const fetchFn = ((url: string, options: object) => request(url, { ...options, dispatcher } as never)) as never
    const transport = http(rpcUrl.reveal(), { timeout: timeoutMs, retryCount: 0, fetchFn })
    // The library would keep the number of the newest block for seconds.
    return createPublicClient({ transport, cacheTime: 0 })
  }
  const ask = async <T>(request: (node: PublicClient) => Promise<T>): Promise<T> => {
    assertOutsideTransaction('a chain')
    opened ??= open()
    try {
      return await request(await opened)
    } catch (error) {
      throw troubleOf(error, chainId)
    }
  }
  return {
    chainId,
    head: () => ask(async (node) => blockOf(await node.getBlock({ blockTag: 'latest' }))),
    block: (number) => ask((node) => findBlock(node, number)),
    read: (range, to) => ask((node) => read(node, range, to)),
  }
}

/** The messages of the library quote the address of the node and what was sent to it: none is passed on. */
function troubleOf(error: unknown, chainId: bigint): Error {
  if (error instanceof ChainMoved || error instanceof RangeError) return error
  const { name = 'error', code } = error as { name?: string; code?: number }
  return new ChainUnreachable(`chain ${chainId}: ${name}${code === undefined ? '' : ` ${code}`}`)
}

type NodeBlock = Awaited<ReturnType<PublicClient['getBlock']>>

function blockOf({ number, hash, parentHash }: Pick<NodeBlock, 'number' | 'hash' | 'parentHash'>): Block {
  if (number === null || hash === null) throw new ChainMoved('the block is not part of the chain yet')
  return { number, hash, parentHash }
}

async function findBlock(node: PublicClient, number: bigint): Promise<Block | undefined> {
  try {
    return blockOf(await node.getBlock({ blockNumber: number }))
  } catch (error) {
    if ((error as Error).name === 'BlockNotFoundError') return undefined
    throw error
  }
}

async function read(
  node: PublicClient,
  { from, to }: BlockRange,
  addresses: ReadonlySet<string>,
): Promise<readonly BlockWithTransfers[]> {
  if (to < from || to - from >= BigInt(blocksAtOnceMax)) throw new RangeError(`at most ${blocksAtOnceMax} blocks`)
  const numbers = Array.from({ length: Number(to - from) + 1 }, (_, index) => from + BigInt(index))
  const blocks: BlockWithTransfers[] = []
  for (let first = 0; first < numbers.length; first += requestsAtOnce)
    blocks.push(
      ...(await Promise.all(
        numbers.slice(first, first + requestsAtOnce).map((number) => coinsIn(node, number, addresses)),
      )),
    )
  linked(blocks)
  const tokens = await tokensIn(node, { from, to }, addresses)
  const byHash = new Map(blocks.map((block) => [block.hash, block]))
  // A log of a block that is none of these was read after the chain was reorganised.
  if (tokens.some(({ blockHash }) => !byHash.has(blockHash))) throw new ChainMoved('the logs are of other blocks')
  return blocks.map(({ transfers, ...block }) => ({
    ...block,
    transfers: [
      ...transfers,
      ...tokens.filter(({ blockHash }) => blockHash === block.hash).map(({ blockHash: _, ...token }) => token),
    ],
  }))
}
const requestsAtOnce = 8

/** A block, with what its transactions pay in the coin of the chain. */
async function coinsIn(
  node: PublicClient,
  number: bigint,
  addresses: ReadonlySet<string>,
): Promise<BlockWithTransfers> {
  const { getAddress } = await import('viem/utils')
  const found = await node.getBlock({ blockNumber: number, includeTransactions: true })
  const block = blockOf(found)
  const transfers: Transfer[] = []
  for (const { hash, from, to, value } of found.transactions) {
    if (to === null || value === 0n || !addresses.has(getAddress(to))) continue
    const receipt = await node.getTransactionReceipt({ hash })
    if (receipt.blockHash !== block.hash) throw new ChainMoved(`transaction ${hash} is in another block`)
    if (receipt.status !== 'success') continue
    const facts = { transactionHash: hash, position: ofTransaction, contract: undefined }
    transfers.push({ ...facts, from: getAddress(from), to: getAddress(to), quantity: value })
  }
  return { ...block, transfers }
}

type TokenTransfer = Transfer & { blockHash: string }

/** The tokens that arrive at these addresses, of whatever contract: what is none of ours is for an operator. */
async function tokensIn(
  node: PublicClient,
  { from, to }: BlockRange,
  addresses: ReadonlySet<string>,
): Promise<TokenTransfer[]> {
  const { getAddress } = await import('viem/utils')
  const all = [...addresses] as `0x${string}`[]
  const transfers: TokenTransfer[] = []
  for (let first = 0; first < all.length; first += addressesAtOnce) {
    const logs = await node.getLogs({
      event: transferEvent,
      args: { to: all.slice(first, first + addressesAtOnce) },
      fromBlock: from,
      toBlock: to,
    })
    for (const { topics, args, address, blockHash, transactionHash, logIndex } of logs) {
      // Collectibles (ERC-721) have an event of the same name, with one topic more.
      if ((topics as readonly string[]).length !== 3 || !args.from || !args.to || !args.value) continue
      const receipt = await node.getTransactionReceipt({ hash: transactionHash })
      if (receipt.blockHash !== blockHash) throw new ChainMoved(`transaction ${transactionHash} is in another block`)
      const position = receipt.logs.findIndex((log) => log.logIndex === logIndex)
      if (receipt.status !== 'success' || position === -1) continue
      const [sender, receiver, contract] = [getAddress(args.from), getAddress(args.to), getAddress(address)]
      const facts = { transactionHash, position, contract, from: sender, to: receiver }
      transfers.push({ ...facts, quantity: args.value, blockHash })
    }
  }
  return transfers
}
/** Nodes refuse longer lists. */
const addressesAtOnce = 200

const transferEvent = {
  type: 'event',
  name: 'Transfer',
  inputs: [
    { name: 'from', type: 'address', indexed: true },
    { name: 'to', type: 'address', indexed: true },
    { name: 'value', type: 'uint256', indexed: false },
  ],
} as const

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
  type Ours,
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
    read: (range, ours) => ask((node) => read(node, range, ours)),
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

async function read(node: PublicClient, range: BlockRange, ours: Ours): Promise<readonly BlockWithTransfers[]> {
  const { from, to } = range
  if (to < from || to - from >= BigInt(blocksAtOnceMax)) throw new RangeError(`at most ${blocksAtOnceMax} blocks`)
  const { logs, upTo, isWhole } = await tokenLogs(node, range, ours)
  const logsOf = Map.groupBy(logs, ({ blockNumber }) => blockNumber)
  const numbers = Array.from({ length: Number(upTo - from) + 1 }, (_, index) => from + BigInt(index))
  const blocks: BlockWithTransfers[] = []
  for (let first = 0, moved = 0; first < numbers.length && moved < transfersMax; first += requestsAtOnce) {
    const some = numbers.slice(first, first + requestsAtOnce)
    const found = await Promise.all(
      some.map((number) => readBlock(node, number, { ours, logs: logsOf.get(number) ?? [] })),
    )
    for (const { block, transfers, leftOut } of found) {
      moved += transfers.length
      blocks.push({ ...block, transfers, leftOut: isWhole ? leftOut : undefined })
    }
  }
  return linked(blocks)
}
const requestsAtOnce = 8
/** Once so many are found, the blocks that follow are for the next look: each transaction costs a request. */
const transfersMax = 200

type TokenLog = Pick<Transfer, 'transactionHash' | 'from' | 'to' | 'quantity'> & {
  contract: string
  blockNumber: bigint
  blockHash: string
  logIndex: number
}

/**
 * The tokens that arrive at our addresses, of whatever contract: what is none of ours is for an operator. A node refuses
 * an answer that is too long, and strangers can make it as long as they like. Then those of our tokens alone are asked
 * for, and when these are too many, those of the first block.
 */
async function tokenLogs(
  node: PublicClient,
  range: BlockRange,
  { addresses, tokens }: Ours,
): Promise<{ logs: TokenLog[]; upTo: bigint; isWhole: boolean }> {
  const first = { from: range.from, to: range.from }
  const attempts = [{ range }, { range, tokens }, { range: first, tokens }]
  const failed: unknown[] = []
  for (const attempt of attempts)
    try {
      return { logs: await logsIn(node, addresses, attempt), upTo: attempt.range.to, isWhole: !attempt.tokens }
    } catch (error) {
      failed.push(error)
    }
  throw failed.at(-1)
}

type Hex = `0x${string}`

async function logsIn(
  node: PublicClient,
  addresses: ReadonlySet<string>,
  { range: { from, to }, tokens }: { range: BlockRange; tokens?: ReadonlySet<string> },
): Promise<TokenLog[]> {
  const { getAddress } = await import('viem/utils')
  const all = [...addresses] as Hex[]
  const found: TokenLog[] = []
  // An empty list would be any contract.
  for (let first = 0; first < all.length && tokens?.size !== 0; first += addressesAtOnce) {
    const logs = await node.getLogs({
      ...(tokens && { address: [...tokens] as Hex[] }),
      event: transferEvent,
      args: { to: all.slice(first, first + addressesAtOnce) },
      fromBlock: from,
      toBlock: to,
    })
    for (const { topics, args, address, blockNumber, blockHash, transactionHash, logIndex } of logs) {
      // Collectibles (ERC-721) have an event of the same name, with one topic more.
      if ((topics as readonly string[]).length !== 3 || !args.from || !args.to || !args.value) continue
      const place = { blockNumber, blockHash, transactionHash, logIndex }
      const contract = getAddress(address)
      found.push({ ...place, contract, from: getAddress(args.from), to: getAddress(args.to), quantity: args.value })
    }
  }
  return found
}
/** Nodes refuse longer lists. */
const addressesAtOnce = 200

type BlockRead = { block: Block; transfers: Transfer[]; leftOut: number }

/** A block, with what its transactions pay in the coin of the chain and in tokens. */
async function readBlock(
  node: PublicClient,
  number: bigint,
  { ours: { addresses, tokens }, logs }: { ours: Ours; logs: readonly TokenLog[] },
): Promise<BlockRead> {
  const { getAddress } = await import('viem/utils')
  const found = await node.getBlock({ blockNumber: number, includeTransactions: true })
  const block = blockOf(found)
  // A log of another block was read after the chain was reorganised.
  if (logs.some(({ blockHash }) => blockHash !== block.hash)) throw new ChainMoved('the logs are of other blocks')
  const strange = logs.filter(({ contract }) => !tokens.has(contract))
  const leftOut = new Set(strange.slice(strangeOfBlockMax))
  const tokensOf = Map.groupBy(
    logs.filter((log) => !leftOut.has(log)),
    ({ transactionHash }) => transactionHash,
  )
  const coinOf = new Map<string, Transfer>()
  for (const { hash, from, to, value } of found.transactions) {
    if (to === null || value === 0n || !addresses.has(getAddress(to))) continue
    const facts = { transactionHash: hash, position: ofTransaction, contract: undefined, quantity: value }
    coinOf.set(hash, { ...facts, from: getAddress(from), to: getAddress(to) })
  }
  const transfers: Transfer[] = []
  // One receipt at a time: one may be as large as a block.
  for (const hash of new Set([...coinOf.keys(), ...tokensOf.keys()]))
    transfers.push(...(await withReceipt(node, block, { hash, coin: coinOf.get(hash), tokens: tokensOf.get(hash) })))
  return { block, transfers, leftOut: leftOut.size }
}
/** The first of them: so a block that is read again has the same ones. */
const strangeOfBlockMax = 4

type Moved = { hash: string; coin: Transfer | undefined; tokens: readonly TokenLog[] | undefined }

/** What a transaction has moved, with the place of each log among those of the transaction; nothing if it has failed. */
async function withReceipt(node: PublicClient, block: Block, { hash, coin, tokens = [] }: Moved): Promise<Transfer[]> {
  const receipt = await node.getTransactionReceipt({ hash: hash as Hex })
  if (receipt.blockHash !== block.hash) throw new ChainMoved(`transaction ${hash} is in another block`)
  if (receipt.status !== 'success') return []
  const positions = new Map(receipt.logs.map(({ logIndex }, position) => [logIndex, position]))
  const moved = tokens.flatMap(({ blockNumber: _, blockHash: __, logIndex, ...facts }) => {
    const position = positions.get(logIndex)
    return position === undefined ? [] : [{ ...facts, position }]
  })
  return coin ? [coin, ...moved] : moved
}

const transferEvent = {
  type: 'event',
  name: 'Transfer',
  inputs: [
    { name: 'from', type: 'address', indexed: true },
    { name: 'to', type: 'address', indexed: true },
    { name: 'value', type: 'uint256', indexed: false },
  ],
} as const

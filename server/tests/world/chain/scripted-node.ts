import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeAbiParameters, encodeEventTopics, getAddress, keccak256, parseAbi, toHex } from 'viem/utils'

/** What one token moves; several of them are one transaction. */
export type ScriptedTransfer = { contract: string; to: string; quantity: bigint }
type Hex = `0x${string}`
type Filter = { fromBlock: Hex; toBlock: Hex; address?: string[]; topics: [Hex, null, Hex[]] }

/** A node that says what a test has written: also what no chain of a test has time to do. */
export type ScriptedNode = AsyncDisposable & {
  url: string
  /** The methods that were called, in their order. */
  calls: string[]
  /** One block with these transactions. */
  mine(...transactions: readonly (readonly ScriptedTransfer[])[]): void
  /** A question for logs that has a longer answer is refused, as nodes do. */
  limitLogs(most: number): void
}

const abi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])
const sender = getAddress(`0x${'5e'.repeat(20)}`)
const hash = (text: string): Hex => keccak256(toHex(text))

export async function openScriptedNode(): Promise<ScriptedNode> {
  const blocks = [blockOf(0, [])]
  const state = { logsMax: Number.POSITIVE_INFINITY }
  const calls: string[] = []
  const answers: Readonly<Record<string, (...params: never[]) => unknown>> = {
    eth_getBlockByNumber: (at: Hex | 'latest', isWhole: boolean) => {
      const block = at === 'latest' ? blocks.at(-1) : blocks[Number(at)]
      return block ? { ...block.shown, transactions: isWhole ? block.shown.transactions : [] } : null
    },
    eth_getLogs: ({ fromBlock, toBlock, address, topics: [, , to] }: Filter) => {
      const contracts = address?.map((one) => one.toLowerCase())
      const found = blocks
        .slice(Number(fromBlock), Number(toBlock) + 1)
        .flatMap(({ logs }) => logs)
        .filter((log) => to.includes(log.topics[2]!) && (contracts?.includes(log.address.toLowerCase()) ?? true))
      if (found.length > state.logsMax) throw new Error('query returned more than it may')
      return found
    },
    eth_getTransactionReceipt: (wanted: Hex) => {
      const block = blocks.find(({ shown }) => shown.transactions.some((one) => one.hash === wanted))!
      const logs = block.logs.filter(({ transactionHash }) => transactionHash === wanted)
      return { ...logs[0], status: '0x1', logs, type: '0x2', gasUsed: '0x1', cumulativeGasUsed: '0x1' }
    },
  }
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString())
    calls.push(method)
    let answer: object
    try {
      answer = { result: answers[method]!(...(params as never[])) }
    } catch (error) {
      answer = { error: { code: -32_005, message: (error as Error).message } }
    }
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    mine: (...transactions) => void blocks.push(blockOf(blocks.length, transactions)),
    limitLogs: (most) => void Object.assign(state, { logsMax: most }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function blockOf(number: number, transactions: readonly (readonly ScriptedTransfer[])[]) {
  const place = { blockNumber: toHex(number), blockHash: hash(`block ${number}`) }
  const hashes = transactions.map((_, nth) => hash(`transaction ${number} ${nth}`))
  const logs = transactions
    .flatMap((transfers, nth) => transfers.map((transfer) => ({ ...transfer, transactionHash: hashes[nth]! })))
    .map(({ contract, to, quantity, transactionHash }, logIndex) => ({
      ...place,
      ...{ address: contract, transactionHash, logIndex: toHex(logIndex), transactionIndex: '0x0', removed: false },
      topics: encodeEventTopics({ abi, args: { from: sender, to: to as Hex } }) as Hex[],
      data: encodeAbiParameters([{ type: 'uint256' }], [quantity]),
    }))
  const shown = {
    ...{ number: place.blockNumber, hash: place.blockHash, parentHash: hash(`block ${number - 1}`), timestamp: '0x1' },
    // A contract is called; no coins are moved.
    transactions: hashes.map((one) => ({ ...place, hash: one, from: sender, to: sender, value: '0x0', type: '0x2' })),
  }
  return { logs, shown }
}

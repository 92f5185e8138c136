import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import {
  type Chain as ChainOfLibrary,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import { testCollectibleCode, testTokenCode } from './test-token.ts'

/** A real chain that runs here: it mines only when a test asks for it. */
export type Anvil = AsyncDisposable & {
  url: string
  chainId: bigint
  /** The contract of a token with six decimals, all of which `sender` owns. */
  token: string
  collectible: string
  sender: string
  /** It waits for a block. Coins of the chain, or a call of a contract. */
  send(transaction: { to: string; quantity?: bigint; data?: Hex }): Promise<string>
  mine(count: number): Promise<void>
  reorganise(depth: number): Promise<void>
  /** What the node answers to anything else. */
  ask(method: string, params: readonly unknown[]): Promise<unknown>
}
type Hex = `0x${string}`

export const tokenAbi = parseAbi([
  'constructor(uint256 supply)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferTwice(address to, uint256 first, uint256 second) returns (bool)',
  'function give(address to, uint256 tokenId)',
])
export const callToken = (functionName: 'transfer' | 'transferTwice' | 'give', args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: tokenAbi, functionName, args: args as never })

const chainId = 31_337
const chain: ChainOfLibrary = {
  id: chainId,
  name: 'anvil',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}

export async function startAnvil(): Promise<Anvil> {
  const { program, url } = await startProgram()
  const node = createTestClient({ chain, mode: 'anvil', transport: http(url), cacheTime: 0, pollingInterval: 5 })
    .extend(publicActions)
    .extend(walletActions)
  const [sender] = await node.getAddresses()
  const send = async ({ to, data, quantity }: { to?: string; data?: Hex; quantity?: bigint }) =>
    node.sendTransaction({
      account: sender!,
      ...(to && { to: to as Hex }),
      ...(data && { data }),
      ...(quantity !== undefined && { value: quantity }),
      gas: 1_000_000n,
    })
  const deploy = async (data: Hex) => {
    const hash = await send({ data })
    await node.mine({ blocks: 1 })
    return (await node.getTransactionReceipt({ hash })).contractAddress!
  }
  const supply = 10n ** 30n
  return {
    url,
    chainId: BigInt(chainId),
    token: getAddress(await deploy(encodeDeployData({ abi: tokenAbi, bytecode: testTokenCode, args: [supply] }))),
    collectible: getAddress(await deploy(testCollectibleCode)),
    sender: sender!,
    send,
    mine: (count) => node.mine({ blocks: count }),
    reorganise: async (depth) => void (await node.request({ method: 'anvil_reorg', params: [depth, []] } as never)),
    ask: (method, params) => node.request({ method, params } as never),
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => program.once('exit', resolve))
      program.kill('SIGKILL')
      await ended
    },
  }
}

/** The program of the platform; on another one than Linux on x64: `npm i --no-save @foundry-rs/anvil-darwin-arm64@1.7.1`. */
async function startProgram() {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const path = createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/bin/anvil`)
  const program = spawn(path, ['--port', '0', '--no-mining', '--accounts', '2'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  for await (const line of createInterface({ input: program.stdout })) {
    lines.push(line)
    const address = /^Listening on (\S+)/.exec(line)?.[1]
    if (address) return { program, url: `http://${address}` }
  }
  throw new Error(`anvil did not start: ${lines.join('\n')}`)
}

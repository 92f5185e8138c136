import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeFunctionData, parseAbi, recoverAddress } from 'viem/utils'

type Hex = `0x${string}`
type Call = { method: string; params: [{ to: string; data: Hex }, string] }

const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
const magic = `0x1626ba7e${'0'.repeat(56)}`

/** A node of a chain with contract wallets on it, each with one owner whose signature they take with a word in front. */
export type ChainNode = AsyncDisposable & { url: string; deploy(wallet: string, owner: string): void; fail(): void }

export async function openChainNode(): Promise<ChainNode> {
  const owners = new Map<string, string>()
  let isFailing = false
  const resultOf = async ({ params: [{ to, data }] }: Call) => {
    const owner = owners.get(to)
    // An address without code returns nothing.
    if (!owner) return { result: '0x' }
    const { args } = decodeFunctionData({ abi, data })
    const [hash, signature] = args
    if (signature.length !== 2 + 2 * 97) return { error: { code: 3, message: 'execution reverted' } }
    const signer = await recoverAddress({ hash, signature: `0x${signature.slice(66)}` })
    return { result: signer === owner ? magic : `0x${'f'.repeat(64)}` }
  }
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (isFailing) return void reply.writeHead(502).end('bad gateway')
    const result = await resultOf(JSON.parse(Buffer.concat(chunks).toString()) as Call)
    reply
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...result }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: (wallet, owner) => void owners.set(wallet, owner),
    fail: () => {
      isFailing = true
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

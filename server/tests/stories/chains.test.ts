import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainConformance } from '#connectors/chain/conformance.ts'
import { evmChain } from '#connectors/chain/evm.ts'
import { ChainMoved, ChainUnreachable, linked } from '#connectors/chain/port.ts'
import { sandboxChain } from '#connectors/chain/sandbox.ts'
import { Secret } from '#kernel/base/secret.ts'
import { inTransaction } from '#kernel/db/transaction-scope.ts'
import { type Anvil, callToken, startAnvil } from '../world/chain/anvil.ts'
import { createWorld } from '../world/world.ts'

const newAddress = () => getAddress(`0x${randomBytes(20).toString('hex')}`)

const at = (to: string) => ({ addresses: new Set([to]), tokens: new Set([anvil.token]) })

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil[Symbol.asyncDispose]())

const open = (url = anvil.url) => evmChain({ chainId: anvil.chainId, rpcUrl: new Secret(url), timeoutMs: 5_000 })

chainConformance('a real EVM', async () => ({
  chain: open(),
  newAddress,
  token: anvil.token,
  send: async ({ contract, to, quantity }) => ({
    transactionHash: await anvil.send(
      contract === undefined ? { to, quantity } : { to: contract, data: callToken('transfer', [to, quantity]) },
    ),
    from: anvil.sender,
  }),
  mine: anvil.mine,
  reorganise: anvil.reorganise,
  [Symbol.asyncDispose]: async () => {},
}))

chainConformance('the chain of staging', async () => {
  const world = await createWorld()
  const chain = sandboxChain({ db: world.app.db, clock: world.clock })
  const from = newAddress()
  return {
    chain,
    newAddress,
    token: newAddress(),
    send: async (payment) => ({ ...(await chain.send({ contract: undefined, from, ...payment })), from }),
    mine: async (count) => void (await chain.mine(count)),
    reorganise: (depth) => chain.reorganise(depth, { lost: true }),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
})

describe('a node of a chain', () => {
  const newest = async (to: string) => {
    const { number } = await open().head()
    return (await open().read({ from: number, to: number }, at(to)))[0]!
  }

  test('names each of two transfers of one transaction by its place in the transaction', async () => {
    const to = newAddress()
    // Something before it in the block: the index of a log counts that, and the position does not.
    await anvil.send({ to: anvil.token, data: callToken('transfer', [newAddress(), 1n]) })
    const transactionHash = await anvil.send({ to: anvil.token, data: callToken('transferTwice', [to, 3n, 4n]) })
    await anvil.mine(1)
    const facts = { transactionHash, contract: anvil.token, from: anvil.sender, to }
    expect((await newest(to)).transfers).toEqual([
      { ...facts, position: 0, quantity: 3n },
      { ...facts, position: 1, quantity: 4n },
    ])
  })

  test('a collectible and a payment that failed are nothing that arrived', async () => {
    const to = newAddress()
    await anvil.send({ to: anvil.collectible, data: callToken('give', [to, 12n]) })
    // The collectible takes no coins, so the transaction is in the block and has failed.
    await anvil.send({ to: anvil.collectible, quantity: 5n })
    await anvil.mine(1)
    expect((await newest(to)).transfers).toEqual([])
    expect((await newest(anvil.collectible)).transfers).toEqual([])
  })

  test('the newest block is never one that was remembered', async () => {
    const chain = open()
    const { number } = await chain.head()
    await anvil.mine(10)
    expect((await chain.head()).number).toBe(number + 10n)
  })

  test('trouble names the chain, and never the address of the node, which may hold a key', async () => {
    const failed: unknown = await open('http://127.0.0.1:1/v3/secret-key')
      .head()
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(ChainUnreachable)
    expect(`${(failed as Error).message} ${JSON.stringify(failed)}`).toContain('chain 31337')
    expect(`${(failed as Error).stack} ${JSON.stringify(failed)}`).not.toContain('secret-key')
    expect((failed as Error).cause).toBeUndefined()
  })

  test('no request is sent within a transaction', async () => {
    await expect(inTransaction('a test', () => open().head())).rejects.toThrow('inside the transaction')
  })
})

describe('the chain of staging', () => {
  test('continues with the clock, and after a year has a few blocks more, not all of a year', async () => {
    await using world = await createWorld()
    const chain = sandboxChain({ db: world.app.db, clock: world.clock })
    const { number } = await chain.head()
    world.clock.pass({ seconds: 36 })
    expect((await chain.head()).number).toBe(number + 3n)
    world.clock.pass({ years: 1 })
    expect((await chain.head()).number).toBe(number + 67n)
  })

  test('processes that read it at the same moment see the same blocks, and a payment once', async () => {
    await using world = await createWorld()
    const chain = sandboxChain({ db: world.app.db, clock: world.clock })
    const [to, from] = [newAddress(), newAddress()]
    await chain.send({ contract: undefined, from, to, quantity: 8n })
    world.clock.pass({ minutes: 1 })
    const heads = await Promise.all(Array.from({ length: 8 }, () => chain.head()))
    expect(new Set(heads.map(({ hash }) => hash)).size).toBe(1)
    const blocks = await chain.read({ from: 0n, to: heads[0]!.number }, at(to))
    expect(blocks.flatMap(({ transfers }) => transfers)).toHaveLength(1)
  })

  test('what a reorganisation drops comes again in a later block, unless it is lost', async () => {
    await using world = await createWorld()
    const chain = sandboxChain({ db: world.app.db, clock: world.clock })
    const [to, from] = [newAddress(), newAddress()]
    const { transactionHash } = await chain.send({ contract: undefined, from, to, quantity: 8n })
    await chain.mine(2)
    await chain.reorganise(2, { lost: false })
    const seen = async () => {
      const { number } = await chain.head()
      return (await chain.read({ from: 0n, to: number }, at(to))).flatMap(({ transfers }) => transfers)
    }
    expect(await seen()).toEqual([])
    await chain.mine(1)
    expect(await seen()).toMatchObject([{ transactionHash, quantity: 8n }])
    await chain.reorganise(1, { lost: true })
    await chain.mine(3)
    expect(await seen()).toEqual([])
    expect(await chain.payments(5)).toMatchObject([{ transactionHash, lost: true, blockNumber: undefined }])
  })

  test('is one chain after blocks were made and replaced at the same moment, and continues', async () => {
    await using world = await createWorld()
    const chain = sandboxChain({ db: world.app.db, clock: world.clock })
    const [to, from] = [newAddress(), newAddress()]
    await chain.mine(4)
    for (let round = 0; round < 10; round++) {
      world.clock.pass({ seconds: 12 })
      await Promise.all([
        chain.mine(1),
        chain.reorganise(2, { lost: false }),
        chain.head(),
        chain.reorganise(4, { lost: false }),
      ])
    }
    const { transactionHash } = await chain.send({ contract: undefined, from, to, quantity: 8n })
    const { number } = await chain.mine(1)
    const blocks = await chain.read({ from: 0n, to: number }, at(to))
    expect(blocks.at(-1)).toMatchObject({ number, transfers: [{ transactionHash }] })
  })
})

test('blocks of two branches are never taken for one chain', () => {
  const blocks = [
    { number: 1n, hash: '0xa', parentHash: '0x0' },
    { number: 2n, hash: '0xb', parentHash: '0xother' },
  ]
  expect(() => linked(blocks)).toThrow(ChainMoved)
})

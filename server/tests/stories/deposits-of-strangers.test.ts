import { getAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { openScriptedNode } from '../world/chain/scripted-node.ts'
import { addressFor, depositsIn, eventsOfDeposits as events, openWatchedChain, usdc } from '../world/deposits.ts'
import { longTest } from '../world/length.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld } from '../world/world.ts'

describe('tokens of strangers', () => {
  const worthless = getAddress(`0x${'bad'.padStart(40, '0')}`)

  /** A world that reads a chain whose node says what the test writes, and an address that expects a token. */
  async function openScripted() {
    const node = await openScriptedNode()
    const world = await createWorld({ environment: { FLORIN_EVM_RPC_URLS: `1=${node.url}` } })
    await openWatchedChain(world, { name: 'ethereum', evmId: 1n })
    const { customerId } = await (await openPartner(world)).customer()
    await world.runUntilIdle()
    const to = await addressFor(world, { holderId: customerId, orderId: 'order 1', chain: 'ethereum' })
    node.calls.length = 0
    const paid = (quantity: bigint) => ({ contract: usdc, to, quantity })
    const junk = (count: number) => Array.from({ length: count }, () => ({ contract: worthless, to, quantity: 1n }))
    return {
      ...{ world, node, paid, junk },
      look: () => world.pass({ seconds: 5 }),
      ours: async () =>
        (await depositsIn(world)).flatMap(({ ours, quantity, status }) => (ours ? [`${quantity} ${status}`] : [])),
      strange: async () => (await depositsIn(world)).filter(({ ours }) => !ours).length,
      leftOut: () =>
        world.logged.flatMap((line) => (line.includes('were left out') ? [JSON.parse(line).transfers as unknown] : [])),
      async [Symbol.asyncDispose]() {
        await world[Symbol.asyncDispose]()
        await node[Symbol.asyncDispose]()
      },
    }
  }

  test('are counted, a few of a block recorded, and one receipt read: the deposit between them is seen once', async () => {
    await using at = await openScripted()
    at.node.mine([...at.junk(500), at.paid(25_000_000n), ...at.junk(300)])
    await at.look()
    expect(at.node.calls.length).toBeLessThan(10)
    expect(at.node.calls.filter((method) => method === 'eth_getTransactionReceipt')).toHaveLength(1)
    expect(await at.ours()).toEqual(['25000000 seen'])
    expect(await at.strange()).toBe(4)
    expect(at.leftOut()).toEqual([796])
    at.node.mine()
    at.node.mine()
    await at.look()
    expect(await at.ours()).toEqual(['25000000 confirmed'])
    expect(await events(at.world)).toHaveLength(2 * 5)
    expect(at.leftOut()).toEqual([796])
  })

  test('that a node does not list for their number keep no deposit back', async () => {
    await using at = await openScripted()
    at.node.limitLogs(100)
    at.node.mine(at.junk(101), [at.paid(25_000_000n)])
    await at.look()
    expect(await at.ours()).toEqual(['25000000 seen'])
    expect(at.leftOut()).toEqual(['unknown'])
  })

  test('and more than a node lists of our own are read block by block', async () => {
    await using at = await openScripted()
    at.node.limitLogs(1)
    for (let block = 0; block < 3; block++) at.node.mine(at.junk(2), [at.paid(25_000_000n)])
    await at.look()
    expect((await at.ours()).toSorted()).toEqual(['25000000 confirmed', '25000000 seen', '25000000 seen'])
  })

  test('are no reason to read more blocks at once than a look has time for, nor are many deposits', async () => {
    await using at = await openScripted()
    for (let block = 0; block < 9; block++) at.node.mine(...Array.from({ length: 25 }, () => [at.paid(5_000_000n)]))
    await at.look()
    expect(await at.ours()).toHaveLength(9 * 25)
    expect(at.node.calls.filter((method) => method === 'eth_getLogs')).toHaveLength(2)
  })

  test('and many deposits of one block are recorded a part at a time, each once, also when a worker dies between', async () => {
    await using at = await openScripted()
    at.node.mine(Array.from({ length: 120 }, (_, nth) => at.paid(5_000_001n + BigInt(nth))))
    await at.world.query(`
      create function deposits.die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
      create trigger die before insert on deposits.deposits for each row
        when (new.quantity = 5000120) execute function deposits.die()`)
    await at.look()
    expect(await at.ours()).toHaveLength(100)
    expect((await at.world.verify()).differences).toEqual([])
    await at.world.query('drop trigger die on deposits.deposits')
    await at.world.query('drop function deposits.die()')
    at.node.mine()
    await at.world.pass({ minutes: 3 })
    expect(await at.ours()).toHaveLength(120)
    expect(new Set(await events(at.world))).toEqual(new Set(['seen 1', 'seen 2']))
    expect((await at.world.verify()).differences).toEqual([])
  })

  // In small: and many deposits of one block are recorded a part at a time, each once, also when a worker dies between
  longTest('and deposits that fill a block are recorded', async () => {
    await using at = await openScripted()
    at.node.mine(Array.from({ length: 1_000 }, () => at.paid(5_000_000n)))
    await at.look()
    expect(await at.ours()).toHaveLength(1_000)
  })
})

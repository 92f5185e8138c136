import { describe, expect, test } from 'vitest'
import { evmChain } from '#connectors/chain/evm.ts'
import { Secret } from '#kernel/base/secret.ts'
import { bindOlderRows } from '../../src/app/bind-rows.ts'
import { callToken, startAnvil } from '../world/chain/anvil.ts'
import {
  addressFor,
  depositsIn,
  eventsOfDeposits as events,
  openWatchedChain,
  someone,
  usdc,
} from '../world/deposits.ts'
import { longTest } from '../world/length.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld } from '../world/world.ts'

/** A world in which a chain is read, and somebody who is to pay. */
async function openDeposits() {
  const world = await createWorld()
  await openWatchedChain(world)
  const { customerId } = await (await openPartner(world)).customer()
  const chain = world.app.sandboxChain!
  await world.pass({ seconds: 12 })
  const address = await addressFor(world, { holderId: customerId, orderId: 'order 1' })
  return {
    world,
    chain,
    customerId,
    address,
    pay: (quantity: bigint, { contract = usdc, to = address }: { contract?: string; to?: string } = {}) =>
      chain.send({ contract, from: someone, to, quantity }),
    look: () => world.pass({ seconds: 5 }),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

describe('a deposit', () => {
  test('is seen in its block, counted with each block that follows, and confirmed once', async () => {
    await using at = await openDeposits()
    await at.pay(25_000_000n)
    for (let block = 0; block < 5; block++) {
      await at.chain.mine(1)
      await at.look()
    }
    expect(await depositsIn(at.world)).toEqual([
      { status: 'confirmed', confirmations: 3, quantity: '25000000', native: false, ours: true },
    ])
    expect(await events(at.world)).toEqual(['seen 1', 'seen 2', 'confirmed 3'])
  })

  test('that comes while one of its coins was changed by hand is seen when that is bound again', async () => {
    await using at = await openDeposits()
    const { app, databaseUrl } = at.world
    await at.world.query('update deposits.assets set minimum = minimum + 1')
    await at.pay(25_000_000n)
    await at.chain.mine(3)
    await at.look()
    expect(await depositsIn(at.world)).toEqual([])
    const [cursor] = await at.world.query('select trouble from deposits.cursors')
    expect(cursor!.trouble).toContain('changed by hand: florin verify names it')
    await at.world.query(`insert into florin.tables_to_bind values ('deposits.assets')`)
    await bindOlderRows(app, databaseUrl)
    await at.world.pass({ seconds: 30 })
    expect(await depositsIn(at.world)).toMatchObject([{ status: 'confirmed', confirmations: 3 }])
  })

  test('in a token that is none of ours is seen, and marked as that', async () => {
    await using at = await openDeposits()
    await at.pay(7n, { contract: someone })
    await at.chain.mine(3)
    await at.look()
    expect(await depositsIn(at.world)).toMatchObject([{ status: 'confirmed', ours: false }])
  })

  test('to an address that we never gave is nobody’s', async () => {
    await using at = await openDeposits()
    await at.pay(7n, { to: someone })
    await at.chain.mine(3)
    await at.look()
    expect(await depositsIn(at.world)).toEqual([])
  })

  test('of an address that was given while the chain was already read is seen, however late', async () => {
    await using at = await openDeposits()
    await at.look()
    const later = await addressFor(at.world, { holderId: at.customerId, orderId: 'order 2' })
    await at.world.pass({ days: 400 })
    await at.pay(9n, { to: later })
    await at.chain.mine(1)
    await at.look()
    expect(await depositsIn(at.world)).toMatchObject([{ status: 'seen', quantity: '9' }])
  })
})

describe('a reorganisation', () => {
  test('drops a deposit that was seen, and sees it again in another block, as the same one', async () => {
    await using at = await openDeposits()
    await at.pay(25_000_000n)
    await at.chain.mine(2)
    await at.look()
    await at.chain.reorganise(2, { lost: false })
    await at.look()
    expect(await depositsIn(at.world)).toMatchObject([{ status: 'orphaned', confirmations: 0 }])
    await at.chain.mine(3)
    await at.look()
    expect(await depositsIn(at.world)).toMatchObject([{ status: 'confirmed', confirmations: 3 }])
    expect(await events(at.world)).toEqual(['seen 2', 'orphaned 0', 'confirmed 3'])
  })

  // In small: drops a deposit that was seen, and sees it again in another block, as the same one
  longTest('drops also what was confirmed, as far as blocks are remembered', async () => {
    await using at = await openDeposits()
    await at.pay(25_000_000n)
    await at.chain.mine(6)
    await at.look()
    expect(await depositsIn(at.world)).toMatchObject([{ status: 'confirmed' }])
    await at.chain.reorganise(6, { lost: true })
    await at.look()
    expect(await depositsIn(at.world)).toMatchObject([{ status: 'orphaned', confirmations: 0 }])
  })

  test('reaches nothing whose block is older than all that are remembered', async () => {
    await using at = await openDeposits()
    await at.pay(25_000_000n)
    for (let more = 0; more < 3; more++) {
      await at.chain.mine(50)
      await at.look()
    }
    expect(await depositsIn(at.world)).toMatchObject([{ status: 'final', confirmations: 3 }])
    await at.chain.reorganise(100, { lost: false })
    await at.look()
    expect(await events(at.world)).toEqual(['confirmed 3', 'final 3'])
    expect((await at.world.verify()).differences).toEqual([])
  })

  test('of more blocks than are remembered stops the reading, and says so to the operator', async () => {
    await using at = await openDeposits()
    await at.pay(25_000_000n)
    for (let more = 0; more < 3; more++) await at.chain.mine(50)
    await at.look()
    await at.chain.reorganise(140, { lost: true })
    await at.look()
    const [cursor] = await at.world.query('select trouble, block_number from deposits.cursors')
    expect(cursor!.trouble).toContain('none of the last 128 blocks')
    expect(await depositsIn(at.world)).toMatchObject([{ status: 'final' }])
    expect(at.world.logged.some((line) => line.includes('a chain is not read'))).toBe(true)
  })
})

describe('reading a chain', () => {
  test('a worker that dies between reading and recording loses nothing and counts nothing twice', async () => {
    await using at = await openDeposits()
    await at.pay(25_000_000n)
    await at.chain.mine(1)
    // The commit fails as if the process had ended: what was read is forgotten.
    await at.world.query(
      `create function deposits.die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
    )
    await at.world.query(
      'create trigger die before insert on deposits.deposits for each row execute function deposits.die()',
    )
    await at.look()
    expect(await depositsIn(at.world)).toEqual([])
    const [before] = await at.world.query('select block_number from deposits.cursors')
    await at.world.query('drop trigger die on deposits.deposits')
    await at.world.query('drop function deposits.die()')
    await at.chain.mine(1)
    await at.world.pass({ minutes: 3 })
    expect(await depositsIn(at.world)).toMatchObject([{ quantity: '25000000' }])
    const [after] = await at.world.query('select block_number from deposits.cursors')
    expect((after!.block_number as bigint) > (before!.block_number as bigint)).toBe(true)
  })

  test('two workers that look at the same moment count a deposit once', async () => {
    await using at = await openDeposits()
    await at.pay(25_000_000n)
    await at.chain.mine(1)
    at.world.clock.pass({ seconds: 5 })
    const [watch] = at.world.app.jobs.filter(({ name }) => name === 'read the blocks of a chain')
    const [{ id }] = (await at.world.query('select id from deposits.cursors')) as [{ id: bigint }]
    const held = await at.world.holdRow('deposits.cursors', id)
    const looks = Promise.all([watch!.run(id), watch!.run(id), watch!.run(id)])
    await at.world.untilWaiting(1)
    await held.release()
    await looks
    expect(await depositsIn(at.world)).toHaveLength(1)
    expect(await events(at.world)).toEqual(['seen 1'])
  })

  test('catches up with many blocks, a part at a time', async () => {
    await using at = await openDeposits()
    await at.pay(25_000_000n)
    await at.chain.mine(60)
    await at.chain.mine(60)
    await at.look()
    expect(await depositsIn(at.world)).toMatchObject([{ status: 'confirmed' }])
    const [cursor] = await at.world.query('select block_number = head_number as caught_up from deposits.cursors')
    expect(cursor).toEqual({ caught_up: true })
  })

  test('whose blocks never fit together is reported after five minutes, and goes on when they do', async () => {
    await using at = await openDeposits()
    await at.look()
    const trouble = async () => (await at.world.query('select trouble from deposits.cursors'))[0]!.trouble
    await at.pay(25_000_000n)
    const { number, parentHash } = await at.chain.mine(2)
    const setParent = (hash: string) =>
      at.world.query(`update sandbox_chain.blocks set parent_hash = '${hash}' where number = ${number}`)
    await setParent('0xanother')
    await at.look()
    expect(await trouble()).toBeNull()
    await at.world.pass({ minutes: 5 })
    expect(await trouble()).toBe('the blocks of the node do not follow one another')
    expect(at.world.logged.filter((line) => line.includes('a chain is not read'))).toHaveLength(1)
    expect(await depositsIn(at.world)).toEqual([])
    await setParent(parentHash)
    await at.world.pass({ seconds: 30 })
    expect(await trouble()).toBeNull()
    expect(await depositsIn(at.world)).toMatchObject([{ status: 'confirmed' }])
  })

  test('without a node says which setting is missing, and goes on when it is there', async () => {
    await using world = await createWorld()
    await openWatchedChain(world, { name: 'ethereum', evmId: 1n })
    await world.runUntilIdle()
    expect(await world.query('select trouble from deposits.cursors')).toEqual([
      { trouble: 'no node of chain 1 is configured: FLORIN_EVM_RPC_URLS' },
    ])
  })
})

test('on a real EVM a deposit is confirmed, and one that a reorganisation drops is not', async () => {
  await using anvil = await startAnvil()
  await using world = await createWorld({ environment: { FLORIN_EVM_RPC_URLS: `31337=${anvil.url}` } })
  await openWatchedChain(world, { name: 'ethereum', contract: anvil.token })
  const { customerId } = await (await openPartner(world)).customer()
  await world.runUntilIdle()
  const holder = { holderId: customerId, chain: 'ethereum' }
  const [token, coin] = [
    await addressFor(world, { ...holder, orderId: 'order 1' }),
    await addressFor(world, { ...holder, orderId: 'order 2', code: 'ETH' }),
  ]
  const look = async (blocks: number) => {
    await anvil.mine(blocks)
    await world.pass({ seconds: 5 })
  }
  await anvil.send({ to: anvil.token, data: callToken('transferTwice', [token, 20_000_000n, 5_000_000n]) })
  await look(1)
  await anvil.send({ to: coin, quantity: 10n ** 18n })
  await look(1)
  const facts = { native: false, ours: true }
  expect(await depositsIn(world)).toMatchObject([
    { ...facts, status: 'seen', confirmations: 2, quantity: '20000000' },
    { ...facts, status: 'seen', confirmations: 2, quantity: '5000000' },
    { status: 'seen', confirmations: 1, quantity: String(10n ** 18n), native: true },
  ])
  await anvil.reorganise(1)
  await look(1)
  await look(1)
  expect((await depositsIn(world)).map(({ status }) => status)).toEqual(['confirmed', 'confirmed', 'orphaned'])
  const chain = evmChain({ chainId: 31_337n, rpcUrl: new Secret(anvil.url), timeoutMs: 5_000 })
  expect((await chain.head()).number).toBeGreaterThan(0n)
})

import { HDKey } from '@scure/bip32'
import { describe, expect, test } from 'vitest'
import { changeAsset, changeChain, publicTestXpub } from '#issuing/deposits'
import { addressFor, by, openWatchedChain, someone, usdc } from '../world/deposits.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

const other = HDKey.fromMasterSeed(new Uint8Array(32).fill(7))
const range = { minimum: '1', maximum: '10' }

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'not refused',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

const chainWith =
  ({ app }: World) =>
  (name: string, changes: Parameters<typeof changeChain>[1]['changes']) =>
    changeChain(app, { by, name, changes })
const assetWith =
  ({ app }: World) =>
  (code: string, changes: Parameters<typeof changeAsset>[1]['changes'], chain = 'sandbox') =>
    changeAsset(app, { by, chain, code, changes })

const auditOf = async (world: World) =>
  (await world.query(`select action, before, after from directory.audit where subject_type = 'chain' order by id`)).map(
    ({ action, before, after }) => ({ action, before, after }),
  )

describe('a chain', () => {
  test('is added and changed with an entry in the audit; a change of nothing leaves none', async () => {
    await using world = await createWorld()
    const set = chainWith(world)
    await set('sandbox', { evmId: 31_337n, xpub: publicTestXpub })
    await set('sandbox', { active: true })
    const changed = await set('sandbox', { active: false, xpub: other.publicExtendedKey })
    expect(changed).toMatchObject({ name: 'sandbox', evmId: 31_337n, active: false, xpub: other.publicExtendedKey })
    expect(await auditOf(world)).toEqual([
      { action: 'chainAdded', before: null, after: { active: true, xpub: publicTestXpub, evmId: '31337' } },
      {
        action: 'chainChanged',
        before: { active: true, xpub: publicTestXpub },
        after: { active: false, xpub: other.publicExtendedKey },
      },
    ])
  })

  test('never takes a private key, in whatever form it comes, and keeps nothing of it', async () => {
    await using world = await createWorld()
    const given = chainWith(world)('sandbox', { evmId: 31_337n, xpub: other.privateExtendedKey })
    expect(await refusalOf(given)).toBe('private_key_given')
    expect(await world.query('select * from deposits.keys')).toEqual([])
    expect(world.logged.join('\n')).not.toContain(other.privateExtendedKey)
  })

  test('is refused with what is wrong with it', async () => {
    await using world = await createWorld()
    const set = chainWith(world)
    const xpub = publicTestXpub
    expect(await refusalOf(set('Main Net', { evmId: 1n, xpub }))).toBe('invalid_chain_name')
    expect(await refusalOf(set('ethereum', { evmId: 0n, xpub }))).toBe('invalid_chain_id')
    expect(await refusalOf(set('ethereum', { evmId: 1n }))).toBe('xpub_missing')
    expect(await refusalOf(set('ethereum', { evmId: 1n, xpub: 'xpub' }))).toBe('invalid_xpub')
    await set('ethereum', { evmId: 1n, xpub })
    expect(await refusalOf(set('mainnet', { evmId: 1n, xpub }))).toBe('chain_id_taken')
    expect(await refusalOf(set('ethereum', { evmId: 2n }))).toBe('chain_id_differs')
    const live = changeChain({ ...world.app, testMode: false }, { by, name: 'base', changes: { evmId: 8453n, xpub } })
    expect(await refusalOf(live)).toBe('public_test_key')
  })
})

describe('an asset of a chain', () => {
  test('keeps its contract and its decimals; its terms change', async () => {
    await using world = await createWorld()
    await openWatchedChain(world)
    const set = assetWith(world)
    expect(await set('USDC', { confirmations: 20, minimum: '7.5' })).toMatchObject({
      contract: usdc,
      decimals: 6,
      confirmations: 20,
      minimum: 7_500_000n,
      maximum: 5_000_000_000n,
    })
    expect(await refusalOf(set('USDC', { contract: someone }))).toBe('contract_differs')
    expect(await refusalOf(set('USDC', { decimals: 18 }))).toBe('contract_differs')
    expect(await refusalOf(set('DAI', { contract: usdc, ...range }))).toBe('contract_taken')
  })

  test('may have other decimals on a chain than elsewhere', async () => {
    await using world = await createWorld()
    await openWatchedChain(world)
    const asset = await assetWith(world)('USDT', { ...range, contract: someone, decimals: 18 })
    expect(asset).toMatchObject({ decimals: 18, minimum: 10n ** 18n, maximum: 10n ** 19n })
  })

  test('is refused with what is wrong with it', async () => {
    await using world = await createWorld()
    await openWatchedChain(world)
    const set = assetWith(world)
    expect(await refusalOf(set('DAI', range, 'nowhere'))).toBe('chain_not_found')
    expect(await refusalOf(set('EUR', range))).toBe('invalid_asset')
    expect(await refusalOf(set('DAI', { ...range, contract: '0x12' }))).toBe('invalid_contract')
    const wrongChecksum = usdc.replace('F', 'f')
    expect(await refusalOf(set('DAI', { ...range, contract: wrongChecksum }))).toBe('invalid_contract')
    expect(await refusalOf(set('DAI', { ...range, contract: someone, decimals: 40 }))).toBe('invalid_decimals')
    expect(await refusalOf(set('DAI', { ...range, contract: someone, confirmations: 0 }))).toBe('invalid_confirmations')
    expect(await refusalOf(set('DAI', { contract: someone }))).toBe('invalid_range')
    const reversed = { minimum: '2', maximum: '1' }
    expect(await refusalOf(set('DAI', { ...reversed, contract: someone }))).toBe('invalid_range')
  })
})

describe('addresses', () => {
  test('each order has one of its own, however many are made at once, and no index is used twice', async () => {
    await using world = await createWorld()
    await openWatchedChain(world)
    const { customerId: holderId } = await (await openPartner(world)).customer()
    const orders = Array.from({ length: 20 }, (_, index) => `order ${index}`)
    const addresses = await Promise.all(orders.map((orderId) => addressFor(world, { holderId, orderId })))
    expect(new Set(addresses).size).toBe(20)
    expect(addresses).toContain('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    const [indexes] = await world.query('select count(distinct key_index), max(key_index) from deposits.addresses')
    expect(indexes).toEqual({ count: 20n, max: 19 })
  })

  test('of two chains with one key are never the same, so that a payment on the wrong chain has one owner', async () => {
    await using world = await createWorld()
    await openWatchedChain(world)
    await openWatchedChain(world, { name: 'ethereum', evmId: 1n })
    const { customerId: holderId } = await (await openPartner(world)).customer()
    const first = await addressFor(world, { holderId, orderId: 'order 1' })
    const second = await addressFor(world, { holderId, orderId: 'order 2', chain: 'ethereum' })
    expect(first).not.toBe(second)
    expect(await world.query('select next_index from deposits.keys')).toEqual([{ next_index: 2 }])
  })

  test('of a key that was replaced are watched on', async () => {
    await using world = await createWorld()
    await openWatchedChain(world)
    await world.runUntilIdle()
    const { customerId: holderId } = await (await openPartner(world)).customer()
    const old = await addressFor(world, { holderId, orderId: 'order 1' })
    await chainWith(world)('sandbox', { xpub: other.publicExtendedKey })
    const chain = world.app.sandboxChain!
    await chain.send({ contract: usdc, from: someone, to: old, quantity: 5n })
    await chain.mine(1)
    await world.pass({ seconds: 5 })
    expect(await world.query('select quantity::text from deposits.deposits')).toEqual([{ quantity: '5' }])
  })

  test('come to an end only when a key has no index left', async () => {
    await using world = await createWorld()
    await openWatchedChain(world)
    const { customerId: holderId } = await (await openPartner(world)).customer()
    await world.query('update deposits.keys set next_index = 2147483646')
    expect(await addressFor(world, { holderId, orderId: 'order 1' })).toMatch(/^0x/)
    expect(await refusalOf(addressFor(world, { holderId, orderId: 'order 2' }))).toBe('addresses_used_up')
  })
})

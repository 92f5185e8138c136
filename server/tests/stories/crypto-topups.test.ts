import { describe, expect, test } from 'vitest'
import { hundred, openCryptoTopups, stranger, usual } from '../world/crypto-topups.ts'
import { openWatchedChain, someone, usdc } from '../world/deposits.ts'
import { longTest, sampled } from '../world/length.ts'

describe('a topup in coins', () => {
  test('goes from the list of coins to the balance, and the partner is notified of each step', async () => {
    const at = await openCryptoTopups({ topupFees: ['crypto:EUR:1.00:0.10'] })
    const { call, orders, body, balance, topup } = await at.holder()
    expect((await call('GET', '/topups/crypto/currencies')).body).toEqual([
      { blockchain: 'sandbox', chainId: '31337', identifier: 'ETH', decimals: 18, confirmations: 3 },
      { blockchain: 'sandbox', chainId: '31337', identifier: 'USDC', contract: usdc, decimals: 6, confirmations: 3 },
    ])
    expect((await call('GET', '/topups/crypto/limits?blockchain=sandbox&identifier=USDC')).body).toEqual({
      blockchain: 'sandbox',
      identifier: 'USDC',
      min: '5',
      max: '5000',
    })
    const offer = {
      blockchain: 'sandbox',
      inputType: 'fiat',
      cryptoCurrency: 'USDC',
      cryptoAmount: '100',
      fiatCurrency: 'EUR',
      fiatAmount: '90.00',
      fees: '1.00',
      credited: '89.00',
      rate: '0.90000000',
    }
    expect((await call('POST', '/topups/crypto/fees', { body: body() })).body).toEqual(offer)
    const quote = await call('POST', '/topups/crypto/exchange-rate', { body: body() })
    expect(quote.body).toMatchObject({ ...offer, expiresAt: '2026-05-04T10:15:00.000Z' })
    // The rate moves; the quote holds.
    await at.world.pass({ minutes: 1 })
    await at.rate('USDC', '0.80')
    const ordered = await orders()
    expect(ordered.status).toBe(201)
    const { crypto } = ordered.topup
    expect(ordered.topup).toMatchObject({ type: 'crypto', status: 'created', amount: '90.00', fees: '1.00' })
    expect(crypto).toMatchObject({ cryptoAmount: '100', rate: '0.90000000', expiresAt: '2026-05-04T10:15:00.000Z' })
    expect(crypto).toMatchObject({
      uri: `ethereum:${usdc}@31337/transfer?address=${crypto.address}&uint256=${hundred}`,
    })
    const { transactionHash } = await at.pays(ordered, { quantity: hundred, blocks: 1 })
    expect(await topup(ordered)).toMatchObject({ status: 'pending', crypto: { deposits: [{ confirmations: 1 }] } })
    for (let block = 0; block < 2; block++) {
      await at.chain.mine(1)
      await at.look()
    }
    expect(await topup(ordered)).toMatchObject({
      status: 'completed',
      credited: '89.00',
      crypto: {
        deposits: [
          {
            transactionHash,
            cryptoAmount: '100',
            confirmations: 3,
            confirmationsNeeded: 3,
            status: 'credited',
            credited: '89.00',
          },
        ],
      },
    })
    expect(await balance()).toBe('89.00')
    // Created; begun, three confirmations, completed.
    expect(await at.events()).toEqual(['topupCreated', ...Array(5).fill('topupStatusChanged')])
  })

  test('of a quantity of coins is worth what they are worth, with every digit of ether', async () => {
    const at = await openCryptoTopups()
    const { orders, balance } = await at.holder()
    const ordered = await orders({ cryptoCurrency: 'ETH', inputType: 'crypto', amount: '0.012345678901234567' })
    expect(ordered.topup).toMatchObject({ amount: '24.69', crypto: { cryptoAmount: '0.012345678901234567' } })
    await at.pays(ordered, { contract: undefined, quantity: 12_345_678_901_234_567n })
    expect(await balance()).toBe('24.69')
  })

  test('is credited once, however often the worker is stopped and started', async () => {
    const at = await openCryptoTopups()
    const { orders, balance } = await at.holder()
    const ordered = await orders()
    await at.pays(ordered, { quantity: hundred })
    const jobs = at.world.app.jobs.filter(({ name }) => name === 'decide deposits of topups')
    const [{ id } = {}] = await at.world.query('select id::text from topups.receipts')
    await Promise.all([1, 2, 3, 4].map(() => jobs[0]!.run(String(id))))
    expect(await balance()).toBe('90.00')
    expect(await at.world.query(`select count(*) from ledger.entries where recipe = 'coinsCredited'`)).toEqual([
      { count: 1n },
    ])
  })

  test('expires when nothing comes, and what comes later is credited at the rate of then', async () => {
    const at = await openCryptoTopups()
    const { call, orders, topup, balance } = await at.holder()
    const used = async () => ((await call('GET', '/topups/usage')).body.usage as { used: string }[])[0]!.used
    const ordered = await orders()
    expect(await used()).toBe('90.00')
    await at.world.pass({ minutes: 15 })
    expect(await topup(ordered)).toMatchObject({ status: 'expired' })
    expect(await used()).toBe('0.00')
    await at.rate('USDC', '0.70')
    await at.pays(ordered, { quantity: hundred })
    expect(await topup(ordered)).toMatchObject({ status: 'completed', credited: '70.00' })
    await at.pays(ordered, { quantity: 2n * hundred })
    expect(await balance()).toBe('210.00')
    expect(await used()).toBe('210.00')
  })

  test('is ordered once for one idempotency key, with one address', async () => {
    const at = await openCryptoTopups()
    const { orders } = await at.holder()
    const headers = { 'idempotency-key': 'order-1' }
    const replies = [await orders({}, { headers }), await orders({}, { headers })]
    expect(replies[1]!.body).toEqual(replies[0]!.body)
    expect(await at.world.query('select count(*) from deposits.addresses')).toEqual([{ count: 1n }])
  })

  test('has a quote of its own: of two orders with one quote at the same moment, one is refused (quote_ordered)', async () => {
    const at = await openCryptoTopups()
    const { call, orders, body, customerId } = await at.holder()
    await call('POST', '/topups/crypto/exchange-rate', { body: body() })
    // Both have found the quote when they wait for their customer.
    const lock = await at.world.holdRow('holders.holders', customerId)
    const both = [orders(), orders()]
    await at.world.untilWaiting(2)
    await lock.release()
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 409])
    expect(await at.world.query('select count(*) from topups.crypto_orders')).toEqual([{ count: 1n }])
  })

  test('counts against the limits of the customer as one by card does', async () => {
    const at = await openCryptoTopups({ topupLimits: ['approved:day:EUR:100'] })
    const { orders } = await at.holder()
    expect((await orders()).status).toBe(201)
    expect((await orders()).status).toBe(403)
    await at.world.pass({ minutes: 15 })
    expect((await orders()).status).toBe(201)
  })
})

describe('what arrives is not what was ordered', () => {
  // In small: two deposits that are enough together have the rate of the quote
  longTest('too little waits for more, and both have the rate of the quote', async () => {
    const at = await openCryptoTopups()
    const { orders, topup, balance } = await at.holder()
    const ordered = await orders()
    await at.pays(ordered, { quantity: 60_000_000n })
    expect(await topup(ordered)).toMatchObject({ status: 'pending', crypto: { deposits: [{ status: 'waiting' }] } })
    await at.world.pass({ minutes: 1 })
    await at.rate('USDC', '0.50')
    await at.pays(ordered, { quantity: 40_000_000n })
    expect(await topup(ordered)).toMatchObject({ status: 'completed', credited: '90.00' })
    expect(await balance()).toBe('90.00')
  })

  // In small: too little waits until the quote ends, and then has the rate of that moment
  longTest('too little until the quote ends has the rate of that moment', async () => {
    const at = await openCryptoTopups()
    const { orders, topup } = await at.holder()
    const ordered = await orders()
    await at.pays(ordered, { quantity: 60_000_000n })
    await at.world.pass({ minutes: 1 })
    await at.rate('USDC', '0.50')
    await at.world.pass({ minutes: 14 })
    expect(await topup(ordered)).toMatchObject({ status: 'completed', credited: '30.00' })
  })

  // In small: of too much, what was ordered has the rate of the quote, and the rest that of now
  longTest('of too much, the rest has the rate of its arrival', async () => {
    const at = await openCryptoTopups()
    const { orders, topup } = await at.holder()
    const ordered = await orders()
    await at.world.pass({ minutes: 1 })
    await at.rate('USDC', '0.50')
    await at.pays(ordered, { quantity: 120_000_000n })
    expect(await topup(ordered)).toMatchObject({ status: 'completed', credited: '100.00' })
  })

  test('a rate that is not to be had makes the rest wait, and nothing is lost', async () => {
    const at = await openCryptoTopups()
    const { orders, topup } = await at.holder()
    const ordered = await orders()
    await at.world.pass({ hours: 4 })
    await at.pays(ordered, { quantity: hundred })
    expect(await topup(ordered)).toMatchObject({ crypto: { deposits: [{ status: 'waiting' }] } })
    await at.rate('USDC', '0.95')
    await at.world.pass({ minutes: 10 })
    expect(await topup(ordered)).toMatchObject({ status: 'completed', credited: '95.00' })
  })

  test.each(
    sampled([
      ['wrong_asset', { contract: undefined, quantity: 10n ** 18n }],
      ['unknown_asset', { contract: stranger, quantity: 5n }],
      ['sender_differs', { from: stranger, quantity: hundred }],
      ['above_maximum', { quantity: 5_000_000_001n }],
    ]),
  )('%s is parked, and nothing is credited', async (reason, payment) => {
    const at = await openCryptoTopups()
    const { orders, topup, balance } = await at.holder()
    const ordered = await orders()
    await at.pays(ordered, payment)
    expect(await topup(ordered)).toMatchObject({
      status: 'pending',
      crypto: { deposits: [{ status: 'parked', reason }] },
    })
    expect(await balance()).toBe('0.00')
    await at.world.pass({ hours: 1 })
    expect(await topup(ordered)).toMatchObject({ status: 'pending' })
  })
})

describe('a reorganisation', () => {
  test('before the credit drops the deposit; it is credited once when it is in another block', async () => {
    const at = await openCryptoTopups()
    const { orders, topup, balance } = await at.holder()
    const ordered = await orders()
    await at.pays(ordered, { quantity: hundred, blocks: 2 })
    await at.chain.reorganise(2, { lost: false })
    await at.look()
    expect(await topup(ordered)).toMatchObject({ status: 'pending', crypto: { deposits: [{ status: 'dropped' }] } })
    await at.chain.mine(3)
    await at.look()
    expect(await topup(ordered)).toMatchObject({ status: 'completed', crypto: { deposits: [{ status: 'credited' }] } })
    expect(await balance()).toBe('90.00')
  })

  test('that drops a deposit for good lets the topup expire', async () => {
    const at = await openCryptoTopups()
    const { orders, topup } = await at.holder()
    const ordered = await orders()
    await at.pays(ordered, { quantity: hundred, blocks: 1 })
    await at.chain.reorganise(1, { lost: true })
    await at.look()
    await at.world.pass({ minutes: 15 })
    expect(await topup(ordered)).toMatchObject({ status: 'expired', crypto: { deposits: [{ status: 'dropped' }] } })
  })

  test('after the credit leaves the money and shows the deposit to the operator', async () => {
    const at = await openCryptoTopups()
    const { orders, topup, balance } = await at.holder()
    const ordered = await orders()
    await at.pays(ordered, { quantity: hundred })
    await at.chain.reorganise(4, { lost: false })
    await at.look()
    expect(await topup(ordered)).toMatchObject({ status: 'completed', crypto: { deposits: [{ status: 'lost' }] } })
    expect(await balance()).toBe('90.00')
    await at.chain.mine(3)
    await at.look()
    expect(await topup(ordered)).toMatchObject({ crypto: { deposits: [{ status: 'credited' }] } })
    expect(await balance()).toBe('90.00')
  })
})

describe('what cannot be ordered', () => {
  test.each(
    sampled(
      [
        ['invalid_sender', { senderAddress: '0x12' }, 400],
        ['coin_not_offered', { cryptoCurrency: 'DAI' }, 400],
        ['chain_not_found', { blockchain: 'nowhere' }, 404],
        ['quantity_out_of_range', { amount: 1 }, 400],
        ['invalid_topup_amount', { amount: '90.001' }, 400],
        ['topup_below_fee', { amount: '4.5' }, 400],
      ],
      3,
    ),
  )('is refused: %s', async (_code, changes, status) => {
    const at = await openCryptoTopups({ topupFees: ['crypto:EUR:0:5'], topupLimits: ['approved:min:EUR:1'] })
    const { call, body, orders } = await at.holder()
    const quote = await call('POST', '/topups/crypto/exchange-rate', { body: body(changes) })
    expect([quote.status, (await orders(changes)).status]).toEqual([status, status])
    expect(await at.world.query('select count(*) from deposits.addresses')).toEqual([{ count: 0n }])
  })

  test('on a chain that was never read is refused for now: a payment would not be seen (chain_not_read)', async () => {
    const at = await openCryptoTopups()
    const { orders } = await at.holder()
    await openWatchedChain(at.world, { name: 'ethereum', evmId: 1n })
    expect((await orders({ blockchain: 'ethereum' })).status).toBe(503)
  })

  test('without a rate is refused for now: no_coin_rate', async () => {
    const at = await openCryptoTopups()
    const { orders } = await at.holder()
    await at.world.pass({ hours: 5 })
    expect((await orders()).status).toBe(503)
  })

  test('a limit of a coin that there is not is asked for in vain', async () => {
    const at = await openCryptoTopups()
    const { call } = await at.holder()
    expect((await call('GET', '/topups/crypto/limits?blockchain=sandbox&identifier=DAI')).status).toBe(400)
    expect(usual.senderAddress).toBe(someone)
  })
})

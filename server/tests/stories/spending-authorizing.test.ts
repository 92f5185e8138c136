import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeProduct } from '#issuing/programmes'
import { Secret } from '#kernel/base/secret.ts'
import { sampled } from '../world/length.ts'
import { bakery, openSpender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openProduct } from '../world/programme.ts'
import { createWorld, type World } from '../world/world.ts'

describe('authorizing what a holder spends', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('an approved payment is held, and its holder sees it', async () => {
    const ana = await openSpender(world, nordwind)
    const answer = await ana.authorize('42.99')
    expect(answer).toMatchObject({
      code: '00',
      cvv: 'match',
      authorizationCode: expect.stringMatching(/^[2-9A-Z]{6}$/),
    })
    expect(await ana.funds()).toEqual({ balance: '1000.00', held: '42.99', available: '957.01' })
    expect(await ana.transaction(answer.transactionId)).toMatchObject({
      status: 'pending',
      type: 'purchase',
      amount: '42.99',
      currency: 'EUR',
      amounts: { authorized: '42.99', held: '42.99', cleared: '0.00', refunded: '0.00' },
      merchant: { name: 'Florin Bakery', country: 'RO', category: '5411' },
      channel: 'online',
      expiresAt: '2026-05-11T10:00:00.000Z',
      messages: [{ kind: 'authorization', action: 'approve', code: '00', amount: '42.99' }],
    })
  })

  test('a payment of more than there is, is declined, and the decline is recorded', async () => {
    const ana = await openSpender(world, nordwind, { funds: '10.00' })
    const answer = await ana.authorize('10.01')
    expect(answer.code).toBe('51')
    expect(await ana.funds()).toEqual({ balance: '10.00', held: '0.00', available: '10.00' })
    const seen = await ana.transaction(answer.transactionId)
    expect(seen).toMatchObject({ status: 'declined', amount: '10.01', declineReason: 'balance' })
    // Which limits there are is not for the holder.
    expect(JSON.stringify(seen)).not.toContain('because')
  })

  test.each(
    sampled(
      [
        ['a wrong security code', { card: { cvv2: new Secret('000') } }, '82', 'cvv2'],
        ['another expiry date', { card: { expiry: '2609' } }, '54', 'expiry'],
        ['a PIN under an unknown key', { card: { pinBlock: pinOf('elsewhere') } }, '86', 'pin'],
        ['cash without a PIN', { purpose: 'cash', channel: 'atm' }, '55', 'pin'],
        ['no amount', { amount: { minor: 0n, currency: 'EUR' } }, '13', 'amount'],
        ['a currency without a rate', { amount: { minor: 1n, currency: 'USD' } }, '12', 'currency'],
      ],
      3,
    ),
  )('%s is declined, and the rule is named', async (_what, changes, code, rule) => {
    const ana = await openSpender(world, nordwind)
    const request = ana.authorization('5.00', changes as never)
    const answer = await ana.send('amount' in changes ? { ...request, amount: changes.amount } : request)
    expect(answer.code).toBe(code)
    expect(await ana.transaction(answer.transactionId)).toMatchObject({ status: 'declined', declineReason: rule })
  })

  test('a number that is no card of ours is answered, and nothing is remembered of it but the answer', async () => {
    const ana = await openSpender(world, nordwind)
    const request = ana.authorization('5.00', { card: { number: new Secret('4111111111111111') } })
    expect(await ana.send(request)).toEqual({ code: '14' })
    expect(await ana.send(request)).toEqual({ code: '14' })
  })

  test('a card that was stopped is declined for what has stopped it', async () => {
    const ana = await openSpender(world, nordwind)
    await ana.post(ana.issued, '/freeze')
    expect((await ana.authorize('5.00')).code).toBe('57')
    await ana.post(ana.issued, '/unfreeze')
    expect((await ana.authorize('5.00')).code).toBe('00')
    await ana.post(ana.issued, '/reissue/lost')
    expect((await ana.authorize('5.00')).code).toBe('41')
  })

  test('what the holder has closed is declined: channels, categories, countries and amounts', async () => {
    const ana = await openSpender(world, nordwind)
    const controls = {
      channels: { atm: false },
      merchantCategories: { mode: 'block', codes: ['7995'] },
      countries: { mode: 'allow', codes: ['RO', 'DE'] },
      limits: [
        { period: 'transaction', amount: '50.00' },
        { period: 'day', amount: '80.00' },
      ],
    }
    const set = await ana.call('PUT', `/cards/${ana.issued.id}/controls`, { body: controls })
    expect(set.status).toBe(200)
    const codes = async (changes: object, amount = '5.00') => (await ana.authorize(amount, changes)).code
    expect(await codes({ channel: 'atm' })).toBe('57')
    expect(await codes({ merchant: { ...bakery, category: '7995' } })).toBe('57')
    expect(await codes({ merchant: { ...bakery, country: 'FR' } })).toBe('57')
    expect(await codes({}, '50.01')).toBe('61')
    expect(await codes({}, '50.00')).toBe('00')
    expect(await codes({}, '30.01')).toBe('61')
    expect(await codes({}, '30.00')).toBe('00')
    world.clock.pass({ hours: 24 })
    const { expiry } = ana.shown
    expect((await ana.authorize('50.00', { card: { expiry } })).code).toBe('00')
  })

  test('the product has limits of its own, and those of the moment count', async () => {
    const product = await openProduct(world, nordwind, { prefix: '53990001', limits: ['day:EUR:100.00'] })
    const ana = await openSpender(world, nordwind, { product })
    expect((await ana.authorize('60.00')).code).toBe('00')
    const declined = await ana.authorize('40.01')
    expect(declined.code).toBe('61')
    expect((await nordwind.asServer('GET', `/transactions/${declined.transactionId}/explanation`)).body).toMatchObject({
      messages: [
        {
          text: 'Declined by the rule productLimits: 40.01 EUR after 60.00 EUR exceeds the limit of 100.00 EUR for each day of the card product.',
        },
      ],
    })
    expect((await ana.authorize('40.00')).code).toBe('00')
    const by = { actor: 'test', fromWhere: 'test' }
    await changeProduct(world.app, { by, productId: product.id, changes: { limits: ['day:EUR:120.00'] } })
    expect((await ana.authorize('20.00')).code).toBe('00')
    await ana.post(ana.issued, '/freeze')
    expect((await ana.authorize('0.00')).code).toBe('57')
  })

  test('so many payments of a card in a short time are enough', async () => {
    const ana = await openSpender(world, nordwind)
    for (let nth = 0; nth < 30; nth++) expect((await ana.authorize('1.00')).code).toBe('00')
    expect((await ana.authorize('1.00')).code).toBe('65')
    world.clock.pass({ minutes: 11 })
    expect((await ana.authorize('1.00')).code).toBe('00')
  })

  test('a single message is booked at once', async () => {
    const ana = await openSpender(world, nordwind)
    const answer = await ana.authorize('30.00', { posts: true })
    expect(answer.code).toBe('00')
    expect(await ana.funds()).toEqual({ balance: '970.00', held: '0.00', available: '970.00' })
    expect(await ana.transaction(answer.transactionId)).toMatchObject({ status: 'settled', amount: '30.00' })
  })

  test('a verification and a balance inquiry are over with their answer, and a clearing that names one has no approval', async () => {
    const ana = await openSpender(world, nordwind)
    const verified = ana.authorization('0.00', { purpose: 'verification' })
    const answer = await ana.send(verified)
    expect(answer.code).toBe('85')
    const seen = await ana.transaction(answer.transactionId)
    expect(seen).toMatchObject({ status: 'completed', type: 'verification' })
    expect(seen).not.toHaveProperty('expiresAt')
    const asked = await ana.authorize('0.00', { purpose: 'balance' })
    expect(await ana.transaction(asked.transactionId)).toMatchObject({ status: 'completed', type: 'balance' })
    expect((await ana.reverse('0.00', { key: verified.key })).code).toBe('00')
    expect(await ana.transaction(answer.transactionId)).toMatchObject({ status: 'completed' })
    const cleared = await ana.clear('3.00', { original: { key: verified.key } })
    expect(cleared.transactionId).not.toBe(answer.transactionId)
    expect((await ana.authorize('0.00', { purpose: 'verification', card: { cvv2: new Secret('000') } })).code).toBe(
      '82',
    )
  })

  test('the seals and the books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})

function pinOf(zone: string) {
  return { bytes: Buffer.alloc(8), format: 0 as const, zone }
}

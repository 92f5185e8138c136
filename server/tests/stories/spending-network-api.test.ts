import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longTest } from '../world/length.ts'
import { bakery, openSpender, type Spender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

describe('messages of a card network as JSON', () => {
  let world: World
  let ana: Spender
  let key: string
  beforeAll(async () => {
    world = await createWorld({ environment: { FLORIN_NETWORK_KEYS: `acme=${'k'.repeat(32)}` } })
    ana = await openSpender(world, await openPartner(world))
    key = world.app.networkConnections.get('staging')!.reveal()
  })
  afterAll(() => world[Symbol.asyncDispose]())

  async function post(path: string, body: unknown, authorization = `Bearer ${key}`) {
    const reply = await world.http.inject({
      method: 'POST',
      url: `/network/v1${path}`,
      headers: { authorization, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    return { status: reply.statusCode, body: JSON.parse(reply.body) as Record<string, unknown> }
  }
  const message = (amount: string, changes: object = {}) => ({
    key: { stan: ana.nextKey().stan, sentAt: '0504100000', acquirerId: '400001' },
    card: { number: ana.shown.number.reveal(), expiry: ana.shown.expiry, cvv2: ana.shown.cvv2.reveal() },
    amount: { amount, currency: 'EUR' },
    merchant: bakery,
    ...changes,
  })

  // In small: the issuing interface replies what is recorded, and no route of it is left out
  longTest('a payment is authorized, cleared and refunded', async () => {
    const request = message('42.99', { channel: 'online' })
    const { status, body } = await post('/authorizations', request)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        code: '00',
        approved: true,
        authorizationCode: expect.any(String),
        approvedAmount: { amount: '42.99', currency: 'EUR' },
        billedAmount: { amount: '42.99', currency: 'EUR' },
        cvv: 'match',
        transactionId: expect.any(String),
      },
    })
    const original = { key: request.key }
    const cleared = await post('/clearings', message('44.99', { original, presentmentId: 'p-1' }))
    expect(cleared.body).toEqual({ code: '00', approved: true, transactionId: body.transactionId })
    const refunded = await post('/refunds', message('4.99', { original, presentmentId: 'r-1' }))
    expect(refunded.body).toMatchObject({ code: '00', transactionId: body.transactionId })
    expect(await ana.funds()).toMatchObject({ balance: '960.00', held: '0.00' })
  })

  // In small: the issuing interface replies what is recorded, and no route of it is left out
  longTest('a payment is advised and reversed', async () => {
    const advised = await post('/advices', message('15.00', { decided: '00', standIn: true }))
    expect(await ana.transaction(String(advised.body.transactionId))).toMatchObject({ status: 'pending' })
    const request = message('20.00', { channel: 'inStore' })
    const { body } = await post('/authorizations', request)
    const remaining = { amount: '5.00', currency: 'EUR' }
    await post('/reversals', message('20.00', { original: { key: request.key }, remaining, reason: '32' }))
    expect(await ana.transaction(String(body.transactionId))).toMatchObject({ amounts: { held: '5.00' } })
  })

  test('an original credit is new money: a frozen card takes a refund and not that', async () => {
    const takes = async (purpose: string) =>
      (await post('/authorizations', message('3.00', { purpose, channel: 'online' }))).body.code
    expect([await takes('originalCredit'), await takes('refund')]).toEqual(['00', '00'])
    await ana.post(ana.issued, '/freeze')
    expect([await takes('originalCredit'), await takes('refund')]).toEqual(['57', '00'])
    await ana.post(ana.issued, '/unfreeze')
  })

  test('each connection has keys of its own: the same key of two connections is two messages', async () => {
    const request = message('1.00', { channel: 'online' })
    const first = await post('/authorizations', request)
    const other = await post('/authorizations', request, `Bearer ${'k'.repeat(32)}`)
    const again = await post('/authorizations', request)
    expect(other.body.transactionId).not.toBe(first.body.transactionId)
    expect(again.body).toEqual(first.body)
  })

  test.each([
    ['no key', '', 'missing_token'],
    ['another key', `Bearer ${'x'.repeat(40)}`, 'invalid_network_key'],
  ])('with %s nothing is read', async (_what, authorization, reason) => {
    const { status, body } = await post('/authorizations', { card: 'x' }, authorization)
    expect({ status, reason: body.reason }).toEqual({ status: 401, reason })
  })

  test.each([
    ['a number that is too long', { card: { number: '4'.repeat(20) } }, 'card.number'],
    ['three decimals of a euro', { amount: { amount: '1.005', currency: 'EUR' } }, 'amount.amount'],
    ['an unknown channel', { channel: 'post' }, 'channel'],
    ['a merchant without a category', { merchant: { ...bakery, category: '' } }, 'merchant.category'],
  ])('%s is refused by name, without repeating it', async (_what, changes, field) => {
    const { status, body } = await post('/authorizations', message('1.00', { channel: 'online', ...changes }))
    expect({ status, field: body.field }).toEqual({ status: 400, field })
    expect(JSON.stringify(body)).not.toContain('4'.repeat(20))
  })

  test('nothing of a card is in the log or in the database', async () => {
    const secrets = [ana.shown.number.reveal(), String(key)]
    await post('/authorizations', message('1.00', { channel: 'online' }))
    const rows = await world.query(
      `select to_jsonb(m)::text as row from spending.messages m union all select to_jsonb(t)::text from spending.transactions t`,
    )
    expect(rows.length).toBeGreaterThan(5)
    const written = [...world.logged, ...rows.map(({ row }) => String(row))].join('\n')
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([])
  })
})

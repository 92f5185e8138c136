import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { setRate } from '#core/rates'
import { dialSwitch, type SwitchMessage } from '../../src/surfaces/network/independent-switch-under-test.ts'
import { openIso8583Listener } from '../../src/surfaces/network/iso8583-listener.ts'
import { clearsFile, presentment } from '../world/clearing-file.ts'
import { bakery, openSpender, type Spender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

/** What a message says about 10.00 USD that the network bills as 0.00 EUR, in both dialects, and its answer. */
type Case = { says: string; json: [path: string, changes: object]; iso: SwitchMessage; code: string }

const original = { rrn: '612410009999' }
const cases: readonly Case[] = [
  { says: 'an authorization', json: ['/authorizations', { channel: 'online' }], iso: { 0: '0100' }, code: '13' },
  {
    says: 'a single message',
    json: ['/authorizations', { channel: 'online', posts: true }],
    iso: { 0: '0200' },
    code: '13',
  },
  {
    says: 'an increment',
    json: ['/authorizations', { channel: 'online', incrementOf: { networkTransactionId: 'HOTEL1' } }],
    iso: { 0: '0100', 62: 'HOTEL1', 63: '3900' },
    code: '13',
  },
  {
    says: 'a refund that asks first',
    json: ['/authorizations', { channel: 'online', purpose: 'refund' }],
    iso: { 0: '0100', 3: '200000' },
    code: '13',
  },
  {
    says: 'an advice of an approval',
    json: ['/advices', { decided: '00', standIn: true }],
    iso: { 0: '0120', 39: '00', 60: 'STIP' },
    code: '13',
  },
  {
    says: 'an advice of a decline',
    json: ['/advices', { decided: '51', standIn: true }],
    iso: { 0: '0120', 39: '51', 60: 'STIP' },
    code: '00',
  },
  { says: 'a clearing', json: ['/clearings', { original }], iso: { 0: '0220', 39: '00' }, code: '13' },
  { says: 'a refund', json: ['/refunds', { original }], iso: { 0: '0220', 3: '200000' }, code: '13' },
  { says: 'a reversal', json: ['/reversals', { original, reason: '17' }], iso: { 0: '0400', 39: '17' }, code: '00' },
  {
    says: 'a verification of no amount',
    json: ['/authorizations', { channel: 'online', purpose: 'verification', amount: nothing('USD') }],
    iso: { 0: '0100', 4: '000000000000', 25: '51' },
    code: '85',
  },
  {
    says: 'a balance inquiry',
    json: ['/authorizations', { channel: 'online', purpose: 'balance', amount: nothing('USD') }],
    iso: { 0: '0100', 3: '300000', 4: '000000000000' },
    code: '00',
  },
]

function nothing(currency: string) {
  return { amount: '0.00', currency }
}

describe('an amount that the network bills as nothing', () => {
  let world: World
  let ana: Spender
  let line: Awaited<ReturnType<typeof dialSwitch>>
  let listener: Awaited<ReturnType<typeof openIso8583Listener>>
  beforeAll(async () => {
    world = await createWorld({
      environment: { FLORIN_ISO8583: '[{"name":"switch","port":0,"packaging":"ascii-binary-bitmap"}]' },
    })
    ana = await openSpender(world, await openPartner(world), { funds: '100.00' })
    listener = await openIso8583Listener(world.app, world.app.config.iso8583[0]!)
    line = await dialSwitch(listener.port)
    line.send({ 0: '0800', 7: '0504100000', 11: '000001', 70: '001' })
    await vi.waitUntil(() => line.received.length === 1)
  })
  afterAll(async () => {
    line.close()
    await listener.close()
    expect((await world.verify()).differences).toEqual([])
    await world[Symbol.asyncDispose]()
  })

  async function asJson([path, changes]: Case['json']): Promise<string> {
    const key = world.app.networkConnections.get('staging')!.reveal()
    const reply = await world.http.inject({
      method: 'POST',
      url: `/network/v1${path}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: JSON.stringify({
        key: { stan: ana.nextKey().stan, sentAt: '0504100000', acquirerId: '400001' },
        card: { number: ana.shown.number.reveal(), expiry: ana.shown.expiry },
        amount: { amount: '10.00', currency: 'USD' },
        billing: nothing('EUR'),
        merchant: bakery,
        presentmentId: ana.nextId('presentment'),
        ...changes,
      }),
    })
    return String(JSON.parse(reply.body).code)
  }

  async function asIso8583(changes: SwitchMessage): Promise<string> {
    const { stan } = ana.nextKey()
    const about = {
      2: ana.shown.number.reveal(),
      ...{ 3: '000000', 4: '000000001000', 6: '000000000000', 7: '0504100000', 11: stan, 12: '120000', 13: '0504' },
      ...{ 14: ana.shown.expiry, 18: '5411', 22: '812', 25: '59', 32: '400001', 37: '612410009999' },
      ...{ 41: 'TERM0001', 42: bakery.id, 43: 'FLORIN BAKERY            BRASOV       RO', 49: '840', 51: '978' },
    }
    line.send({ ...about, ...changes } as SwitchMessage)
    await expect.poll(() => line.response(stan)).toBeDefined()
    return line.response(stan)![39]!
  }

  test.each(cases)('$says is answered with $code in both dialects, and moves nothing', async ({ json, iso, code }) => {
    expect({ json: await asJson(json), iso8583: await asIso8583(iso) }).toEqual({ json: code, iso8583: code })
    expect(await ana.funds()).toEqual({ balance: '100.00', held: '0.00', available: '100.00' })
  })

  test('a row of a clearing file is rejected by its field, and the rows beside it are booked', async () => {
    const row = (changes: object) => presentment({ cardNumber: ana.shown.number.reveal(), amount: '1.00', ...changes })
    const billed = { currency: 'USD', billingAmount: '0.00', billingCurrency: 'EUR' }
    const bogdan = await openSpender(world, await openPartner(world), { funds: '10.00' })
    const results = await clearsFile(world.app, [
      row({ cardNumber: bogdan.shown.number.reveal() }),
      row(billed),
      row({ cardNumber: bogdan.shown.number.reveal() }),
    ])
    expect(results.map(({ is }) => is)).toEqual(['forced', 'rejected', 'forced'])
    expect(results[1]).toMatchObject({ problems: [{ field: 'billingAmount' }] })
    expect(await bogdan.funds()).toMatchObject({ balance: '8.00' })
  })

  test('the smallest amount of a weak currency costs a minor unit: held, cleared in parts, and given up in part', async () => {
    const by = { actor: 'test', fromWhere: 'test' }
    await setRate(world.app, { by, base: 'EUR', quote: 'IDR', rate: '17000' })
    const carla = await openSpender(world, await openPartner(world), { funds: '10.00' })
    const request = carla.authorization('200.00 IDR')
    expect(await carla.send(request)).toMatchObject({ code: '00', billed: { minor: 1n } })
    const of = { original: { key: request.key } }
    await carla.reverse('200.00 IDR', of.original, { remaining: { minor: 1n, currency: 'IDR' }, reason: '32' })
    expect(await carla.funds()).toMatchObject({ held: '0.01' })
    expect((await carla.clear('1.00 IDR', of)).code).toBe('00')
    expect(await carla.funds()).toEqual({ balance: '9.99', held: '0.00', available: '9.99' })
    expect((await carla.refund('1.00 IDR', of)).code).toBe('00')
    expect(await carla.funds()).toMatchObject({ balance: '10.00' })
  })

  test('a part of what a network has billed costs a minor unit, too, when no rate is known', async () => {
    const dan = await openSpender(world, await openPartner(world), { funds: '10.00' })
    const request = dan.authorization('900 VND', { billing: { minor: 3n, currency: 'EUR' } })
    await dan.send(request)
    const part = { original: { key: request.key }, sequence: { number: 1, of: 2 } }
    expect((await dan.clear('100 VND', part)).code).toBe('00')
    expect(await dan.funds()).toMatchObject({ balance: '9.99' })
  })
})

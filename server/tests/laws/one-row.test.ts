import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCustomer, openApi, orders, typedCard } from '../world/api.ts'
import { openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld, type Merchant, type World } from '../world/world.ts'

/**
 * One row that somebody holds and does not release stops what is about this row, and nothing else: however many ask for it,
 * there are connections left for all others.
 */
let world: World
let api: Awaited<ReturnType<typeof openApi>>
beforeAll(async () => {
  world = await createWorld({ environment: { FLORIN_SPENDING_VELOCITY: 'off' } })
  api = await openApi(world)
})
afterAll(() => world[Symbol.asyncDispose]())

/** More than the program has connections. */
const many = 40

test('an account: authorizations of others are decided meanwhile, though all come at the same time', async () => {
  const partner = await openPartner(world)
  const [ana, bob, eve] = [
    await openSpender(world, partner),
    await openSpender(world, partner),
    await openSpender(world, partner),
  ]
  const held = await world.holdRow('accounts.accounts', ana.accountId)
  const requests = Array.from({ length: many }, () => [ana, bob, eve].map((each) => each.authorize('1.00')))
  const others = await Promise.all(requests.flatMap(([, ...rest]) => rest))
  expect(new Set(others.map(({ code }) => code))).toEqual(new Set(['00']))
  const later = await Promise.all([bob.clear('1.00'), eve.authorize('1.00', { posts: true })])
  expect(later.map(({ code }) => code)).toEqual(['00', '00'])
  await held.release()
  const own = await Promise.all(requests.map(([first]) => first!))
  expect(own.map(({ code }) => code)).toEqual(Array(many).fill('00'))
  expect(await ana.funds()).toMatchObject({ held: `${many}.00` })
  expect((await ana.authorize('1.00')).code).toBe('00')
})

test('an account: its clearings and reversals leave lanes to those of others', async () => {
  const partner = await openPartner(world)
  const [ana, bob] = [await openSpender(world, partner), await openSpender(world, partner)]
  const held = await world.holdRow('accounts.accounts', ana.accountId)
  const own = Array.from({ length: many }, () => ana.clear('1.00'))
  await world.untilWaiting(2)
  expect((await bob.clear('1.00')).code).toBe('00')
  expect((await bob.authorize('1.00')).code).toBe('00')
  await held.release()
  expect(new Set((await Promise.all(own)).map(({ code }) => code))).toEqual(new Set(['00']))
})

test('a payment: its refunds leave connections to other payments, links, lists and health checks', async () => {
  const { privateKey } = await world.merchant()
  const client = api.client(privateKey)
  const customer = await newCustomer(client)
  const paid = await orders(client, customer, { ...typedCard, amount: '50.00' })
  const other = await orders(client, customer, { ...typedCard, amount: '50.00' })
  const refund = (id: unknown) => client.send('DELETE', `/transaction/${id}`, { form: { amount: '0.01' } })
  const held = await world.holdRow('payments.payments', BigInt(paid.data.transactionId as string))
  const refunds = Array.from({ length: many }, () => refund(paid.data.transactionId))
  await world.untilWaiting(many)
  const others = await Promise.all([
    refund(other.data.transactionId),
    orders(client, customer, { ...typedCard, amount: '3.00' }),
    client.get(`/customer/${customer}`),
  ])
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
  await held.release()
  const replies = await Promise.all(refunds)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
})

test('a merchant: what is decided about it leaves connections to what is decided about others', async () => {
  const [ada, bea] = [await world.merchant(), await world.merchant()]
  const by = { actor: 'test', fromWhere: 'test' }
  const change = ({ site: { merchantId } }: Merchant, taxNumber: string) =>
    world.app.directory.changeMerchant({ by, merchantId, changes: { taxNumber } })
  const held = await world.holdRow('directory.merchants', BigInt(ada.site.merchantId))
  const own = Array.from({ length: many }, (_, nth) => change(ada, `RO ${nth}`))
  await world.untilWaiting(2)
  expect(await change(bea, 'RO 1')).toMatchObject({ taxNumber: 'RO 1' })
  await held.release()
  expect(new Set((await Promise.all(own)).map(({ taxNumber }) => taxNumber)).size).toBe(many)
})

test('more payments than half of the connections: commits about others, each alone of its kind, are carried out', async () => {
  const { privateKey } = await world.merchant()
  const client = api.client(privateKey)
  const customer = await newCustomer(client)
  const pays = async () => BigInt((await orders(client, customer, { ...typedCard })).data.transactionId as string)
  const paid = []
  for (let nth = 0; nth < 10; nth++) paid.push(await pays())
  const held = await Promise.all(paid.map((id) => world.holdRow('payments.payments', id)))
  const refunds = paid.map((id) => client.send('DELETE', `/transaction/${id}`, { form: { amount: '0.01' } }))
  await world.untilWaiting(8)
  for (let nth = 0; nth < 3; nth++) expect(typeof (await pays())).toBe('bigint')
  for (const each of held) await each.release()
  expect((await Promise.all(refunds)).map(({ status }) => status)).toEqual(Array(10).fill(200))
})

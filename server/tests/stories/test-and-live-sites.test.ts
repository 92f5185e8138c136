import { signCheckoutRequest } from '@florin/client'
import { expect, test } from 'vitest'
import { databaseRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { fieldOf } from '../world/shopper.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'operator', fromWhere: 'test' }

const production = {
  FLORIN_ENVIRONMENT: 'production',
  FLORIN_KEYS: generateKeys(),
  FLORIN_PUBLIC_URL: 'https://pay.example',
  FLORIN_MESSAGES: 'off',
}
const openProduction = () =>
  createWorld({
    environment: production,
    acquirer: ({ db, clock, bankUrl }) => sandboxAcquirer({ record: databaseRecord(db), clock, bankUrl }),
  })

async function siteOf(world: World, live: boolean) {
  const { directory } = world.app
  const merchant = await directory.createMerchant({ by, name: 'Bakery' })
  const { site, privateKey } = await directory.createSite({
    by,
    merchantId: merchant.id,
    name: 'Shop',
    live,
    currencies: ['EUR'],
  })
  return { siteId: site.id, privateKey: privateKey.reveal() }
}

type KeyOfSite = Awaited<ReturnType<typeof siteOf>>

/** The page that a signed form opens: its status, and its address. */
async function opens({ http }: World, { siteId, privateKey }: KeyOfSite) {
  const request = {
    siteId,
    customer: { identifier: 'ana', email: 'ana@example.com' },
    order: { orderId: 'bread-1', type: 'purchase', amount: '9.90', currency: 'EUR', description: 'Bread' },
    cardTransactionMode: 'authAndCapture',
    backUrl: 'https://shop.example/back',
  } as const
  const payload = new URLSearchParams({ ...signCheckoutRequest({ privateKey, request }) }).toString()
  return http.inject({ method: 'POST', url: '/', headers: formHeaders, payload })
}
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

const calls = ({ http }: World, { privateKey }: KeyOfSite) =>
  http.inject({ url: '/order', headers: { authorization: privateKey } })

test('in production a test site opens no page and its key reads nothing', async () => {
  await using world = await openProduction()
  const site = await siteOf(world, false)
  const page = await opens(world, site)
  expect({ status: page.statusCode, explains: page.body.includes('a test site in production') }).toEqual({
    status: 400,
    explains: true,
  })
  const reply = await calls(world, site)
  expect({ status: reply.statusCode, error: reply.json().error[0].reason }).toEqual({
    status: 403,
    error: 'wrong_environment',
  })
})

test('in staging a live site opens no page and its key reads nothing', async () => {
  await using world = await createWorld()
  const site = await siteOf(world, true)
  const page = await opens(world, site)
  expect({ status: page.statusCode, explains: page.body.includes('a live site in staging') }).toEqual({
    status: 400,
    explains: true,
  })
  expect((await calls(world, site)).json().error[0].reason).toBe('wrong_environment')
})

test('in production a live site takes a card of a bank and refuses a card of the sandbox', async () => {
  await using world = await openProduction()
  const site = await siteOf(world, true)
  expect((await calls(world, site)).statusCode).toBe(200)
  const { location } = (await opens(world, site)).headers
  const pays = async (cardNumber: string) => {
    const { body } = await world.http.inject({ url: String(location) })
    const card = { card: 'new', cardNumber, cardExpiry: '12/34', cardCvv: '123', cardHolderName: 'Ana' }
    const payload = new URLSearchParams({ attempt: fieldOf(body, 'attempt'), ...card }).toString()
    return world.http.inject({ method: 'POST', url: `${location}/pay`, headers: formHeaders, payload })
  }
  expect((await pays('4111 1111 1111 1111')).body).toContain('name="cardNumber"')
  expect(await world.query('select count(*)::int as count from payments.payments')).toEqual([{ count: 0 }])
  expect((await pays('4012 8888 8888 1881')).statusCode).toBe(303)
  expect(await world.query('select status from payments.payments')).toEqual([{ status: 'captured' }])
})

import { expect, test } from 'vitest'
import { postForm, signedByHand } from '../world/by-hand.ts'
import { longTest } from '../world/length.ts'
import { openShop, type Shop } from '../world/shop.ts'

/** A request as plain data, so that a test can bend it where a typed client could not. */
const plain = (siteId: unknown, orderId: string) => ({
  siteId,
  customer: { identifier: 'ana', email: 'ana@example.com' },
  order: { orderId, type: 'purchase', amount: 9.9, currency: 'EUR', description: 'Bread' },
  cardTransactionMode: 'authAndCapture',
})

const opens = async ({ world }: Pick<Shop, 'world'>, json: string, key: string, url = '/') =>
  postForm(world.http, url, signedByHand(json, key))

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('the checksum may be made with the bare key or with the key as it is displayed', async () => {
  const shop = await openShop()
  const json = JSON.stringify(plain(shop.site.id, 'o-1'))
  const bare = await opens(shop, json, shop.privateKey)
  const prefixed = await opens(shop, json, `sk_test_${shop.privateKey}`)
  expect([bare.statusCode, prefixed.statusCode]).toEqual([303, 303])
  expect(prefixed.headers.location).toBe(bare.headers.location)
})

test('a site may be named in every way that clients name it, and always is the same site', async () => {
  const shop = await openShop()
  await shop.world.merchant()
  const { id } = shop.site
  const { siteId: _none, ...unnamed } = plain(id, 'o-1')
  const ways = [
    plain(id, 'o-1'),
    plain(String(id), 'o-1'),
    plain(`pk_test_${id}`, 'o-1'),
    { ...unnamed, publicKey: `pk_test_${id}` },
    { ...plain(id, 'o-1'), publicKey: `pk_test_${id}` },
  ]
  const places = []
  for (const way of ways) places.push((await opens(shop, JSON.stringify(way), shop.privateKey)).headers.location)
  expect(places[0]).toMatch(/^\/checkout\//)
  expect(new Set(places).size).toBe(1)
})

// In small: a merchant with two sites must name one, and a key of none is refused
longTest('a merchant with one site need not name it, however many merchants there are', async () => {
  const shop = await openShop()
  const { siteId: _none, ...unnamed } = plain(0, 'o-1')
  const json = JSON.stringify(unnamed)
  const alone = await opens(shop, json, shop.privateKey)
  const other = await shop.world.merchant()
  const beside = await opens(shop, json, shop.privateKey)
  const theirs = await opens(shop, json, other.privateKey)
  expect([alone.statusCode, beside.statusCode, theirs.statusCode]).toEqual([303, 303, 303])
  expect(beside.headers.location).toBe(alone.headers.location)
  expect(theirs.headers.location).not.toBe(alone.headers.location)
})

test('a merchant with two sites must name one, and a key of none is refused', async () => {
  const shop = await openShop()
  const { siteId: _none, ...unnamed } = plain(0, 'o-1')
  const json = JSON.stringify(unnamed)
  const { directory } = shop.world.app
  const { merchantId } = shop.site
  await directory.createSite({
    by: { actor: 'test', fromWhere: 'test' },
    merchantId,
    name: 'Second',
    live: false,
    currencies: ['EUR'],
  })
  for (const key of [shop.privateKey, '0'.repeat(32)]) {
    const refused = await opens(shop, json, key)
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain('signer_not_found')
    expect(refused.body).toContain('send siteId')
  }
})

// In small: a site may be named in every way that clients name it, and always is the same site
longTest(
  'a long request need not name its site while there are few, and must when there are too many to try',
  async () => {
    const shop = await openShop()
    const { siteId: _none, ...unnamed } = plain(0, 'o-1')
    const json = JSON.stringify({ ...unnamed, order: { ...unnamed.order, description: 'x'.repeat(70_000) } })
    expect((await opens(shop, json, shop.privateKey)).statusCode).toBe(303)
    for (let others = 0; others < 14; others++) await shop.world.merchant()
    const refused = await opens(shop, json, shop.privateKey)
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain('siteId must be sent')
  },
)

test('the bytes are what is signed: PHP escapes, Python spaces, other orders of keys, unknown fields', async () => {
  const shop = await openShop()
  const { id } = shop.site
  const back = 'https:\\/\\/shop.example\\/r?a=1'
  const texts = [
    `{"siteId":${id},"customer":{"identifier":"ana","email":"ana@example.com","lastName":"Popescu-\\u0218tef"},"order":{"orderId":"php","type":"purchase","amount":"9.90","currency":"EUR","description":"P\\u00e2ine"},"backUrl":"${back}"}`,
    `{"siteId": ${id}, "customer": {"identifier": "ana", "email": "ana@example.com"}, "order": {"orderId": "python", "type": "purchase", "amount": 9.9, "currency": "EUR", "description": "P\\u00e2ine"}}`,
    `{"order":{"description":"Pâine","currency":"EUR","amount":9.90,"type":"purchase","orderId":"java"},"customer":{"email":"ana@example.com","identifier":"ana"},"siteId":${id}}`,
    `\n{ "siteId" : ${id},\t"url":"https://leaks.example","saveCard":false,"somethingNew":{"a":[1,2]},\n"customer":{"identifier":"ana","email":"ana@example.com","loyalty":7},"order":{"orderId":"node","type":"purchase","amount":9.9,"currency":"EUR","description":"P","gift":true}}\n`,
  ]
  for (const text of texts) {
    const { statusCode, headers } = await opens(shop, text, shop.privateKey)
    expect(statusCode, text).toBe(303)
    expect((await shop.world.http.inject({ method: 'GET', url: headers.location! })).statusCode).toBe(200)
  }
  expect(await shop.count('orders.orders')).toBe(texts.length)
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('the language is the one that the store asks for, and the shopper may change it', async () => {
  const shop = await openShop()
  const reply = await opens(shop, JSON.stringify(plain(shop.site.id, 'o-1')), shop.privateKey, '/?lang=ro')
  const page = async (url: string) => (await shop.world.http.inject({ method: 'GET', url })).body
  expect(await page(reply.headers.location!)).toContain('<html lang="ro"')
  expect(await page(`${reply.headers.location}?lang=de`)).toContain('<html lang="de"')
  expect(await page(`${reply.headers.location}?lang=xx`)).toContain('<html lang="ro"')
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('addresses with slashes and queries of their own are the checkout too', async () => {
  const shop = await openShop()
  const json = JSON.stringify(plain(shop.site.id, 'o-1'))
  for (const url of ['/', '/?', '/?lang=en&x=1', '/?lang=zz', '/?lang=en&lang=de'])
    expect((await opens(shop, json, shop.privateKey, url)).statusCode, url).toBe(303)
  const { headers } = await opens(shop, json, shop.privateKey)
  expect((await shop.world.http.inject({ method: 'GET', url: `${headers.location}/` })).statusCode).toBe(200)
})

// In small: a result is sealed with the key that its request was signed with, while that is valid
longTest('after a rotation the old key serves for the overlap and no longer', async () => {
  const shop = await openShop()
  const by = { actor: 'test', fromWhere: 'test' }
  const rotated = await shop.world.app.directory.rotateSiteKey({ by, siteId: shop.site.id })
  const old = () => opens(shop, JSON.stringify(plain(shop.site.id, 'o-old')), shop.privateKey)
  const fresh = () => opens(shop, JSON.stringify(plain(shop.site.id, 'o-new')), rotated.privateKey.reveal())
  expect([(await old()).statusCode, (await fresh()).statusCode]).toEqual([303, 303])
  shop.world.clock.pass({ hours: 24 })
  const refused = await old()
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain('checksum')
  expect((await fresh()).statusCode).toBe(303)
})

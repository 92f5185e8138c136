import { readNotification, signCheckoutRequest, UnreadableNotification } from '@florin/client'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { postForm } from '../world/by-hand.ts'
import { runs } from '../world/length.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { cardFields, requestOf } from '../world/shopper.ts'

test('a token with any part of it changed opens nothing', async () => {
  const shop = await openShop()
  const [ana, bob] = [await shop.sends(), await shop.sends({ customer: { identifier: 'bob' } })]
  const [own, other] = [tokenOf(ana.address), tokenOf(bob.address)]
  const [id, seal] = own.split('.') as [string, string]
  const [otherId, otherSeal] = other.split('.') as [string, string]
  const forged = [
    ...[
      `${otherId}.${seal}`,
      `${id}.${otherSeal}`,
      id,
      `${id}.`,
      `.${seal}`,
      seal,
      `${id}.${seal}.${seal}`,
      `0${id}.${seal}`,
    ],
    ...[
      `${id}.${seal.slice(0, -1)}`,
      `${id}.${seal}A`,
      `${id}.${seal.toUpperCase()}`,
      `+${id}.${seal}`,
      `${id}%20.${seal}`,
    ],
  ]
  for (const token of forged) expect(await answers(shop, token), token).toEqual([404, 404, 404, 404, 404])
  expect((await answers(shop, own))[0]).toBe(200)
})

test('no forged seal opens a session', async () => {
  const shop = await openShop()
  const [id] = tokenOf((await shop.sends()).address).split('.') as [string]
  const seal = fc.uint8Array({ minLength: 0, maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64url'))
  await fc.assert(
    fc.asyncProperty(seal, async (made) => {
      const { statusCode } = await shop.world.http.inject({ method: 'GET', url: `/checkout/${id}.${made}` })
      expect(statusCode).toBe(404)
    }),
    runs(50),
  )
})

test('the sessions of another installation, with other keys, open nothing here', async () => {
  const [here, there] = [await openShop(), await openShop()]
  const [own, foreign] = [await here.sends(), await there.sends()]
  expect(own.address).not.toBe(foreign.address)
  expect((await here.world.http.inject({ method: 'GET', url: foreign.address })).statusCode).toBe(404)
})

test('nothing of one store is on the pages or in the notifications of another', async () => {
  const shop = await openShop({ backUrl: 'https://here.example/back', themeColor: '#aa0044' })
  const other = await shop.world.merchant({ backUrl: 'https://there.example/back' })
  const marked = { customData: 'secret-of-here', order: { description: 'Cake of here' } }
  const here = await shop.sends({ ...marked, backUrl: undefined, saveCard: true })
  await here.pays({ save: true, holder: 'Ana Here' })
  const from = shop.world.answered.length
  expect((await other.sends({ cardId: 1001 })).opened.status).toBe(400)
  const there = await other.sends({ backUrl: undefined, orderId: here.orderId })
  await there.sees()
  await there.pays()
  await there.sees()
  await shop.world.runUntilIdle()
  const seen = shop.world.answered.slice(from).join('\n')
  const notified = other.receiver.requests.map((request) => JSON.stringify(request.open())).join('\n')
  for (const secret of [
    'secret-of-here',
    'Cake of here',
    'here.example',
    'Ana Here',
    'aa0044',
    here.address,
    shop.privateKey,
  ]) {
    expect(seen.replaceAll('there.example', '')).not.toContain(secret)
    expect(notified).not.toContain(secret)
  }
  expect(other.receiver.requests).toHaveLength(1)
  expect(shop.receiver.requests).toHaveLength(1)
})

test('a notification cannot be opened with the key of another store', async () => {
  const shop = await openShop()
  const other = await shop.world.merchant()
  await (await shop.sends()).pays()
  await shop.world.runUntilIdle()
  const { body } = shop.receiver.requests[0]!
  expect(readNotification({ privateKey: shop.privateKey, body }).identifier).toBe('ana')
  expect(() => readNotification({ privateKey: other.privateKey, body })).toThrow(UnreadableNotification)
})

test('a token for an app with any part of it changed opens nothing', async () => {
  const shop = await openShop()
  const { http } = shop.world
  const { jsonRequest: payload, checksum } = signCheckoutRequest({
    privateKey: shop.privateKey,
    request: requestOf(shop.site, { orderId: 'app' }),
  })
  const at = '/api/v1/inline-checkout'
  const made = await http.inject({ method: 'POST', url: `${at}/session-token`, payload: { payload, checksum } })
  const { token } = made.json()
  const status = async (text: string) =>
    (await http.inject({ method: 'GET', url: `${at}/cards`, headers: { authorization: `Bearer ${text}` } })).statusCode
  expect(await status(token)).toBe(200)
  for (const at of [0, 20, token.length - 2]) {
    const changed = token[at] === 'A' ? 'B' : 'A'
    expect(await status(token.slice(0, at) + changed + token.slice(at + 1))).toBe(401)
  }
  for (const forged of [token.slice(0, -1), `${token}A`, '', tokenOf((await shop.sends()).address)])
    expect(await status(forged)).toBe(401)
})

test('a payment form is framed by the pages that the site names and by no others, and the rest of a session as ever', async () => {
  const named = ['https://shop.example', 'https://www.shop.example']
  const shop = await openShop({ frameAncestors: named })
  const closed = await shop.world.merchant()
  const ancestors = async (url: string) => {
    const { headers } = await shop.world.http.inject({ method: 'GET', url })
    return /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  }
  const embedded = (address: string) => address.replace('/checkout/', '/embedded/')
  expect(await ancestors(embedded((await shop.sends()).address))).toBe(named.join(' '))
  expect(await ancestors(embedded((await closed.sends()).address))).toBe("'none'")
  expect(await ancestors(`/embedded?publicKey=pk_test_${shop.site.id}`)).toBe(named.join(' '))
  for (const key of [`pk_test_${closed.site.id}`, `pk_live_${shop.site.id}`, 'pk_test_1', ''])
    expect(await ancestors(`/embedded?publicKey=${key}`)).toBe("'none'")
})

test('a session page may not be framed, unless the site names the origins', async () => {
  const shop = await openShop({ frameAncestors: ['https://shop.example'] })
  const closed = await shop.world.merchant()
  const open = await shop.world.http.inject({ method: 'GET', url: (await shop.sends()).address })
  const shut = await shop.world.http.inject({ method: 'GET', url: (await closed.sends()).address })
  expect(open.headers['content-security-policy']).toContain('frame-ancestors https://shop.example')
  expect(shut.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  for (const { headers } of [open, shut])
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' })
})

const tokenOf = (address: string): string => address.slice('/checkout/'.length)

/** The status of each address of a session. */
async function answers({ world }: Shop, token: string): Promise<number[]> {
  const url = `/checkout/${token}`
  const replies = [
    await world.http.inject({ method: 'GET', url }),
    await world.http.inject({ method: 'GET', url: `${url}/return` }),
    await postForm(world.http, `${url}/pay`, { attempt: '1', ...cardFields({}) }),
    await postForm(world.http, `${url}/cancel`, {}),
    await postForm(world.http, `${url}/challenge`, {}),
  ]
  return replies.map(({ statusCode }) => statusCode)
}

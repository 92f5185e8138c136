import { expect, test } from 'vitest'
import { type LinkEmail, subscriptionRoutes } from '#acquiring/subscriptions'
import type { Call } from '#kernel/http/route.ts'
import { longTest } from '../world/length.ts'
import { mailOf } from '../world/mail.ts'
import { messagesOf } from '../world/shopper.ts'
import { land, openSubscriptionShop, type Subscriber, type SubscriptionShop } from '../world/subscriber.ts'

const notFound = 'We cannot find this subscription'

test('the merchant asks for a link by either id, in a language, and it works for thirty days', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes({ orderId: 'bread-77' })
  const { http, clock } = shop.world
  const headers = { authorization: `Bearer ${shop.privateKey}` }
  const answer = await http.inject({
    method: 'POST',
    url: '/order-self-service/bread-77',
    headers,
    payload: { lang: 'de' },
  })
  const { data } = answer.json<{ data: { url: string; expiresAt: string } }>()
  expect(data.expiresAt).toBe('2026-06-03T10:00:00+00:00')
  expect(data.url).toMatch(/^http:\/\/florin\.test\/subscription\/[\w.-]+\?lang=de$/)
  const path = data.url.slice('http://florin.test'.length)
  expect((await land(http, path, 'GET')).text).toContain('<html lang="de"')
  clock.set(Temporal.Instant.from(data.expiresAt))
  expect((await land(http, path, 'GET')).status).toBe(200)
  clock.pass({ seconds: 1 })
  expect((await land(http, path, 'GET')).status).toBe(410)
  expect(await ana.order()).toMatchObject({ externalId: 'bread-77' })
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a purchase has no page, and no link is given for it', async () => {
  const shop = await openSubscriptionShop()
  const bread = await shop.sends({ orderId: 'once' })
  await bread.pays()
  const headers = { authorization: `Bearer ${shop.privateKey}` }
  const answer = await shop.world.http.inject({ method: 'POST', url: '/order-self-service/once', headers })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ error: [{ reason: 'self_service_not_available' }] })
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('an expired link shows nothing of the subscription, and does nothing', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes({ order: { intervalValue: 3 } })
  await ana.sees()
  await shop.world.pass({ days: 31 })
  for (const path of ['', '/card', '/cancel']) {
    const { status, messages } = await ana.sees(path)
    expect(status).toBe(410)
    expect(messages).toContain('This link has expired')
    expect(messages).not.toMatch(/Bread|30\.00|1111 Expires/)
  }
  for (const path of ['/card', '/cancel', '/challenge']) expect((await ana.posts(path, {})).status).toBe(410)
  expect(await ana.order()).toMatchObject({ status: 'in-progress' })
})

test('a link that is not exactly one of ours opens nothing', async () => {
  const shop = await openSubscriptionShop()
  const [ana, bob] = [await shop.subscribes(), await shop.subscribes()]
  const token = (await ana.link()).split('/').at(-1)!
  const [id, until, seal] = token.split('.') as [string, string, string]
  const later = (Number.parseInt(until, 36) + 86_400).toString(36)
  const changed = seal[5] === 'A' ? 'B' : 'A'
  const forged = [
    `${bob.orderId}.${until}.${seal}`,
    `${id}.${later}.${seal}`,
    `${id}.${until}.${seal.slice(0, 5)}${changed}${seal.slice(6)}`,
    `${id}.${until}.${seal.slice(0, -1)}`,
    `${id}.${until}.`,
    `${id}.${until}`,
    `${id}..${seal}`,
    `${id}.${until}.${seal}.x`,
    `0${id}.${until}.${seal}`,
    `${id}.${until.toUpperCase()}.${seal}`,
    'x',
  ]
  for (const wrong of forged) {
    const page = await land(shop.world.http, `/subscription/${wrong}`, 'GET')
    expect([wrong, page.status, page.messages.includes(notFound)]).toEqual([wrong, 404, true])
  }
})

test('the address of a checkout opens no subscription, and that of a subscription no checkout', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  const [session] = await shop.rows('select id from checkout.sessions')
  const link = await ana.link()
  const checkout = await shop.sends({ order: { type: 'recurring', intervalType: 'month', intervalValue: 1 } })
  const token = checkout.address.split('/').at(-1)!
  const [, seal] = token.split('.') as [string, string]
  const { http } = shop.world
  for (const wrong of [token, `${session!.id}.${seal}`, `${session!.id}.zzzzzz.${seal}`])
    expect((await land(http, `/subscription/${wrong}`, 'GET')).status).toBe(404)
  const [id, , own] = link.split('/').at(-1)!.split('.')
  for (const wrong of [link.split('/').at(-1), `${id}.${own}`])
    expect((await land(http, `/checkout/${wrong}`, 'GET')).status).toBe(404)
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('the page of a shopper whom the merchant has deleted is gone', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  await ana.sees()
  const { shopperId } = await ana.order()
  const headers = { authorization: `Bearer ${shop.privateKey}` }
  await shop.world.http.inject({ method: 'DELETE', url: `/customer/${shopperId}`, headers })
  expect(await ana.sees()).toMatchObject({ status: 404 })
})

test('no other page may show the page in a frame, cache it, or learn its address from it', async () => {
  const shop = await openSubscriptionShop({ frameAncestors: ['https://shop.example'] })
  const ana = await shop.subscribes()
  const { headers } = await shop.world.http.inject({ method: 'GET', url: await ana.link() })
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' })
})

/** The routes of an installation that sends emails; the emails are kept. */
async function contextWithEmails(shop: SubscriptionShop, ana: Subscriber) {
  const emails: LinkEmail[] = []
  const planLinkEmail = (_now: unknown, email: LinkEmail) => {
    emails.push(email)
    return []
  }
  const routes = subscriptionRoutes({ ...shop.world.app, planLinkEmail })
  const token = (await ana.link()).split('/').at(-1)!
  const ask = async (method: 'GET' | 'POST', path: string) => {
    const route = routes.find((each) => each.method === method && each.path === `/subscription/:token${path}`)!
    const call: Call = { params: { token }, query: {}, body: {}, headers: {}, ip: '203.0.113.9', requestId: 'r' }
    return route.run(call)
  }
  return { emails, ask }
}

test('who comes with an expired link is written a new one, to the address on file, at most once an hour', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes({ order: { intervalValue: 3 } })
  const { emails, ask } = await contextWithEmails(shop, ana)
  await shop.world.pass({ days: 31 })
  expect((await ask('GET', '')).body).toContain('Send me a new link')
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask('POST', '/new-link')))
  await shop.world.pass({ minutes: 59 })
  answers.push(await ask('POST', '/new-link'))
  expect(new Set(answers.map(({ body }) => body))).toHaveLength(1)
  expect(answers[0]!.body).toContain('Please look into your mailbox')
  expect(await shop.rows('select order_id from subscriptions.links_sent')).toEqual([{ order_id: ana.orderId }])
  await shop.world.pass({ minutes: 1 })
  await ask('POST', '/new-link')
  const moments = new Set(emails.map(({ expiresAt }) => expiresAt.toString()))
  expect(moments.size).toBe(2)
  const { url, shopper } = emails.at(-1)!
  expect(shopper.email).toBe('ana@example.com')
  expect(await land(shop.world.http, new URL(url).pathname, 'GET')).toMatchObject({ status: 200 })
})

// In small: who comes with an expired link is written a new one, to the address on file, at most once an hour
longTest('the new link arrives by mail, in the language of the page it was asked for on', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes({ order: { intervalValue: 3 } })
  await ana.sees()
  await shop.world.pass({ days: 31 })
  expect((await ana.sees('?lang=de')).messages).toContain('Neuen Link schicken')
  await ana.posts('/new-link?lang=de', {})
  await shop.world.runUntilIdle()
  const emails = await mailOf(shop.world, 'ana@example.com')
  const link = /http:\/\/florin\.test(\/subscription\/\S+)/.exec(emails.at(-1)!.text)?.[1]
  expect(link).toMatch(/\?lang=de$/)
  expect(await land(shop.world.http, link!, 'GET')).toMatchObject({ status: 200 })
})

// In small: who comes with an expired link is written a new one, to the address on file, at most once an hour
longTest('a shopper without an e-mail address reads the same, and no email is sent', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes({ customer: { email: '' }, order: { intervalValue: 3 } })
  const { emails, ask } = await contextWithEmails(shop, ana)
  await shop.world.pass({ days: 31 })
  expect((await ask('POST', '/new-link')).body).toContain('Please look into your mailbox')
  expect(emails).toEqual([])
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('a link that still works is not replaced', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  const { emails, ask } = await contextWithEmails(shop, ana)
  expect(await ask('POST', '/new-link')).toMatchObject({ status: 303 })
  expect(emails).toEqual([])
})

test('a shopper who has just subscribed sees the link to the page, and on later days the receipt has no new link', async () => {
  const shop = await openSubscriptionShop()
  const order = { type: 'recurring', intervalType: 'month', intervalValue: 1, trialAmount: '1.00' } as const
  const checkout = await shop.sends({ order })
  expect(messagesOf((await checkout.sees()).text)).toContain('Next payments: 4 June 2026 · 4 July 2026 · 4 August 2026')
  await checkout.pays()
  const receipt = (await checkout.sees()).text
  const link = /href="http:\/\/florin\.test(\/subscription\/[^"]+)"/.exec(receipt)?.[1]
  expect(receipt).toContain('Manage this subscription')
  expect((await land(shop.world.http, link!, 'GET')).messages).toContain('The next payment is €9.90 on 4 June 2026.')
  await shop.world.pass({ hours: 24 })
  expect((await checkout.sees()).text).not.toContain('/subscription/')
  const bread = await shop.sends()
  await bread.pays()
  expect((await bread.sees()).text).not.toContain('/subscription/')
})

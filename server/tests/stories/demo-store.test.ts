import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { languages } from '#core/i18n'
import { key, notifiedAbout, openShop, seal } from './demo-shop.ts'

test('the bar says what the form would pay, and every language of the payment page can be chosen', async () => {
  await using shop = await openShop()
  const { text } = await shop.get('/demo')
  expect(text).toContain('<output>€9.60</output>')
  for (const code of languages) expect(text).toContain(`<option value="${code}"`)
  const subscribing = await shop.post('/demo/checkout', { kind: 'subscribe', email: 'nonsense' })
  expect(subscribing.text).toContain('<output>€5.00</output>')
})

test('the shop leads to the desk, the reference and the subscription, and a stranger not to the latter', async () => {
  await using shop = await openShop()
  const { text } = await shop.get('/demo')
  expect(text).toContain('<a href="/sandbox">Staging desk</a>')
  expect(text).toContain('<a href="/docs/api">API reference</a>')
  const { request } = await shop.order({ kind: 'subscribe' })
  const address = `/demo/subscription/${request.order.orderId}`
  expect((await shop.get('/demo/orders')).text).toContain(`<a href="${address}">Look after the subscription</a>`)
  expect(await shop.getAsStranger(address)).toContain('There is no subscription here')
})

describe('a visitor orders', () => {
  test('bread, and takes a signed request to the payment page', async () => {
    await using shop = await openShop()
    const { page, request } = await shop.order({ 'quantity[boule]': '2', 'quantity[croissant]': '1', language: 'ro' })

    expect(page.text).toContain('action="https://checkout.example/?lang=ro" method="post"')
    expect(page.text).toContain('<button type="submit">Go to the payment page</button>')
    expect(request).toMatchObject({
      siteId: 7,
      customer: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Baker' },
      order: {
        type: 'purchase',
        amount: 12,
        currency: 'EUR',
        items: [
          { item: 'Rye boule', unitPrice: 4.8, units: 2 },
          { item: 'Croissant', unitPrice: 2.4, units: 1 },
        ],
      },
      cardTransactionMode: 'authAndCapture',
      saveCard: false,
      backUrl: 'https://shop.example/demo/return',
    })
  })

  test('a weekly bread box, with a first box on trial', async () => {
    await using shop = await openShop()
    const { request } = await shop.order({ kind: 'subscribe' })
    expect(request.saveCard).toBe(true)
    expect(request.order).toMatchObject({
      type: 'recurring',
      intervalType: 'day',
      intervalValue: 7,
      amount: 18,
      trialAmount: 5,
      firstBillDate: '2026-03-08T12:00:00+00:00',
    })
  })

  test('nothing, only to have a card verified and saved', async () => {
    await using shop = await openShop()
    const { request } = await shop.order({ kind: 'verify', 'quantity[boule]': '1' })
    expect(request).toMatchObject({ cardTransactionMode: 'verifyCard', saveCard: true, order: { amount: 0 } })
  })

  test('a magic amount, to the cent', async () => {
    await using shop = await openShop()
    const { request } = await shop.order({ kind: 'exact', exact: '0.05' })
    expect(request.order.amount).toBe(0.05)
  })

  test('twice, under a new order number but as the same customer', async () => {
    await using shop = await openShop()
    const [first, second] = [await shop.order({ kind: 'exact' }), await shop.order({ kind: 'exact' })]
    expect(second.request.order.orderId).not.toBe(first.request.order.orderId)
    expect(second.request.customer.identifier).toBe(first.request.customer.identifier)
  })

  test('with the card that was saved last time', async () => {
    await using shop = await openShop()
    const { request } = await shop.order({ kind: 'save', 'quantity[boule]': '1' })
    await shop.post('/demo/notifications', { opensslResult: seal(notifiedAbout(request, { cardId: 12 })) })

    expect((await shop.get('/demo')).text).toContain('<option value="12">Saved card 12</option>')
    expect(await shop.getAsStranger('/demo')).not.toContain('Saved card')
    expect((await shop.order({ 'quantity[boule]': '1', card: '12' })).request).toMatchObject({
      cardId: 12,
      saveCard: false,
    })
  })

  test.each([
    ['an empty basket', { 'quantity[boule]': '0' }, 'Your basket is empty'],
    ['half a loaf', { 'quantity[boule]': '0.5' }, 'whole numbers from 0 to 20'],
    ['a van full', { 'quantity[boule]': '21' }, 'whole numbers from 0 to 20'],
    ['no address', { 'quantity[boule]': '1', email: 'ada' }, 'Enter an e-mail address'],
    ['the card of somebody else', { 'quantity[boule]': '1', card: '99' }, 'That saved card is not known here'],
  ])('%s, and is asked again with what was typed', async (_, form, problem) => {
    await using shop = await openShop()
    const page = await shop.post('/demo/checkout', { email: 'ada@example.com', name: 'Ada <3', ...form })
    expect(page.status).toBe(400)
    expect(page.text).toMatch(new RegExp(`role="alert">.*${problem}`))
    expect(page.text).toContain('value="Ada &lt;3"')
    expect(page.text).toContain(
      `name="quantity[boule]" type="number" inputmode="numeric" min="0" max="20" value="${form['quantity[boule]']}"`,
    )
  })
})

describe('a visitor comes back from the payment page', () => {
  const buy = async (shop: Awaited<ReturnType<typeof openShop>>) =>
    (await shop.order({ 'quantity[boule]': '1' })).request

  test('before the notification is there: the result is shown, and the page looks again by itself', async () => {
    await using shop = await openShop()
    const page = await shop.post('/demo/return', { opensslResult: seal(notifiedAbout(await buy(shop))) })

    expect(page.text).toContain('Thank you, it is paid')
    expect(page.text).toContain('Order, amount and currency match the request.')
    expect(page.text).toContain('Not yet. This page looks again by itself (1 of 5).')
    expect(page.headers.refresh).toMatch(/^2;url=\/demo\/return\?result=[^ ,;]+&looks=1$/)
  })

  test('and sees the notification as soon as the server has it, by following the page', async () => {
    await using shop = await openShop()
    const notified = notifiedAbout(await buy(shop))
    const first = await shop.post('/demo/return', { opensslResult: seal(notified) })
    await shop.post('/demo/notifications', { opensslResult: seal(notified) })

    const next = await shop.get(String(first.headers.refresh).replace('2;url=', ''))
    expect(next.text).toContain('received <bdi><time datetime="2026-03-01T12:00:00Z">1 Mar 2026, 12:00:00 UTC</time>')
    expect(next.headers).not.toHaveProperty('refresh')
  })

  test('and the page stops looking after five times', async () => {
    await using shop = await openShop()
    let page = await shop.post('/demo/return', { opensslResult: seal(notifiedAbout(await buy(shop))) })
    let looks = 0
    while (page.headers.refresh && looks < 20) {
      page = await shop.get(String(page.headers.refresh).replace('2;url=', ''))
      looks++
    }
    expect(looks).toBe(5)
    expect(page.text).toContain('It will be tried again after 1 minute')
  })

  test('by an address instead of a form, as inline payments do', async () => {
    await using shop = await openShop()
    const result = encodeURIComponent(seal(notifiedAbout(await buy(shop))))
    const page = await shop.get(`/demo/return?result=${result}&status=complete-ok`)
    expect(page.text).toContain('Thank you, it is paid')
  })

  test('after a decline, and reads why', async () => {
    await using shop = await openShop()
    const errors = [{ code: 837, message: 'Insufficient funds', type: 'Exception' }]
    const notified = notifiedAbout(await buy(shop), { transactionStatus: 'complete-failed', errors })
    const page = await shop.post('/demo/return', { opensslResult: seal(notified) })
    expect(page.text).toContain('That payment did not work')
    expect(page.text).toContain('Insufficient funds <code>837</code>')
  })

  test('with a payment of another amount, and the shop does not hand over the bread', async () => {
    await using shop = await openShop()
    const page = await shop.post('/demo/return', {
      opensslResult: seal(notifiedAbout(await buy(shop), { amount: 0.01 })),
    })
    expect(page.text).toContain('A shop must not deliver on that.')
    expect(page.text).not.toContain('as the shop asked for')
  })

  test('with something that was not sealed for this shop, and nothing of it is believed', async () => {
    await using shop = await openShop()
    const notified = notifiedAbout(await buy(shop))
    const forged = await shop.post('/demo/return', { opensslResult: seal(notified, 'f'.repeat(32)) })
    expect(forged.status).toBe(400)
    expect(forged.text).not.toContain(notified.externalOrderId)
  })

  test('without a result after leaving the payment page, and reads that nothing was paid', async () => {
    await using shop = await openShop()
    await buy(shop)
    for (const left of [await shop.get('/demo/return'), await shop.post('/demo/return', {})]) {
      expect(left.status).toBe(200)
      expect(left.text).toContain('<h1 id="outcome">Nothing was paid</h1>')
      expect(left.text).toContain('href="/demo"')
    }
  })
})

describe('the server of the shop is notified', () => {
  test('and answers exactly OK', async () => {
    await using shop = await openShop()
    const reply = await shop.post('/demo/notifications', {
      opensslResult: seal({ externalOrderId: 'o', identifier: 'ada' }),
    })
    expect([reply.status, reply.text, reply.headers['content-type']]).toEqual([200, 'OK', 'text/plain; charset=utf-8'])
  })

  test('by somebody who does not know the key, and refuses', async () => {
    await using shop = await openShop()
    const forged = seal({ externalOrderId: 'forged', identifier: 'ada' }, 'f'.repeat(32))
    const replies = [{ opensslResult: forged }, { opensslResult: 'nonsense' }, {}].map((form) =>
      shop.post('/demo/notifications', form),
    )
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([400, 400, 400])
    expect((await shop.get('/demo/orders')).text).not.toContain('forged')
  })

  test('and lists each order with what was signed and what was received, newest first', async () => {
    await using shop = await openShop()
    const { request } = await shop.order({ 'quantity[boule]': '1' })
    expect((await shop.get('/demo/orders')).text).toContain('No notification yet')

    await shop.post('/demo/notifications', { opensslResult: seal(notifiedAbout(request)) })
    await shop.post('/demo/notifications', {
      opensslResult: seal(notifiedAbout(request, { transactionStatus: 'refund-ok' })),
    })
    const { text } = await shop.get('/demo/orders')
    expect(text.match(/class="badge \w+">([\w ]+)</g)).toEqual([
      'class="badge waiting">Refunded<',
      'class="badge waiting">Refunded<',
      'class="badge good">Paid<',
    ])
    expect(text).toContain('&quot;backUrl&quot;: &quot;https://shop.example/demo/return&quot;')
  })

  test('about orders it does not remember, and shows them apart', async () => {
    await using shop = await openShop()
    await shop.post('/demo/notifications', {
      opensslResult: seal({ externalOrderId: 'of-yesterday', identifier: 'ada' }),
    })
    expect((await shop.get('/demo/orders')).text).toMatch(/Other notifications[\s\S]*of-yesterday/)
  })

  test('very often, and remembers the last hundred', async () => {
    await using shop = await openShop()
    for (let number = 1; number <= 101; number++) {
      await shop.post('/demo/notifications', {
        opensslResult: seal({ externalOrderId: `order-${number}-`, identifier: 'ada' }),
      })
    }
    const { text } = await shop.get('/demo/orders')
    expect(text).toContain('order-101-')
    expect(text).toContain('order-2-')
    expect(text).not.toContain('order-1-')
  })
})

describe('every page', () => {
  test('allows its own style, its own script, the checkout, and nothing else', async () => {
    await using shop = await openShop()
    const { page: leaving } = await shop.order({ 'quantity[boule]': '1' })
    const pages = [await shop.get('/demo'), leaving, await shop.get('/demo/return'), await shop.get('/demo/orders')]
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    for (const { text, headers } of pages) {
      const [, script] = /<script>([^<]*)<\/script>/.exec(text) ?? []
      expect(headers['content-security-policy']).toBe(
        [
          "default-src 'none'",
          `style-src ${hashOf(/<style>([^<]*)<\/style>/.exec(text)?.[1] ?? '')}`,
          `script-src ${script === undefined ? "'none'" : hashOf(script)}`,
          'img-src data:',
          "form-action 'self' https://checkout.example",
          "frame-ancestors 'none'",
          "base-uri 'none'",
        ].join('; '),
      )
      expect(text.match(/ (?:on\w+|style)=/g)).toBeNull()
      expect(
        text.match(
          /(?:src|href|action)="(?!\/demo|\/sandbox"|\/docs\/api"|#main|data:image|https:\/\/checkout\.example\/\?lang=en")[^"]*"/g,
        ),
      ).toBeNull()
    }
    expect(leaving.text).toContain('<script>')
  })

  test('never shows the private key', async () => {
    await using shop = await openShop()
    const { page, request } = await shop.order({ 'quantity[boule]': '1' })
    const back = await shop.post('/demo/return', { opensslResult: seal(notifiedAbout(request)) })
    const orders = await shop.get('/demo/orders')
    expect([page, back, orders].map(({ text }) => text).join()).not.toContain(key)
  })

  test('of the shop lists the test cards, as text in the groups that are printed on them', async () => {
    await using shop = await openShop()
    const { text } = await shop.get('/demo')
    expect(text).toContain('<code>4111 1111 1111 1111</code>')
    expect(text).toContain('<code>3782 822463 10005</code>')
    expect(text).toContain('Approved; challenged over <bdi>€25.00</bdi>')
  })
})

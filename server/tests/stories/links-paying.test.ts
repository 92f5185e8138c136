import { expect, test } from 'vitest'
import { delay } from '../world/acquirer-fault-proxy.ts'
import { longTest } from '../world/length.ts'
import { officeOf, payerBy } from '../world/payer.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { messagesOf } from '../world/shopper.ts'

const places = async ({ rows }: Shop) => (await rows('select reserved, paid from links.links'))[0]

test('a link made with a key is opened, shows what it is for, and is paid', async () => {
  const shop = await openShop()
  const office = officeOf(shop)
  const hash = await office.makes()
  const ana = payerBy(shop, hash)
  const shown = messagesOf((await ana.opens()).text)
  for (const messages of ['Crumb & Co.', 'Bread', '€9.90', 'Continue to payment', 'Share this link'])
    expect(shown).toContain(messages)

  const receipt = await ana.paysAt(await ana.goesOn({ email: 'ana@example.com' }))
  expect(messagesOf(receipt.text)).toContain('Thank you, your payment is complete')
  await shop.world.runUntilIdle()
  expect(shop.notified()).toMatchObject([
    {
      transactionStatus: 'complete-ok',
      amount: 9.9,
      externalOrderId: expect.stringMatching(/^link-[\w-]{22}$/),
      customData: { paymentLink: hash },
    },
  ])
  expect(await office.reads(hash)).toMatchObject({ accessCount: 1, status: 'open' })
  expect(await shop.rows('select email from shoppers.shoppers')).toEqual([{ email: 'ana@example.com' }])
})

test('looking at a link makes nothing, and pressing its button twice makes one order', async () => {
  const shop = await openShop()
  const ana = payerBy(shop, await officeOf(shop).makes())
  const { text } = await ana.opens()
  expect(await shop.count('orders.orders')).toBe(0)
  const visit = /name="visit" value="([^"]+)"/.exec(text)![1]!
  const [first, second] = await Promise.all(
    [1, 2].map(() => ana.post(ana.address, { visit, email: 'ana@example.com' })),
  )
  expect(second!.address).toBe(first!.address)
  expect(await shop.count('orders.orders')).toBe(1)
  const corrected = await ana.post(ana.address, { visit, email: 'ana@example.org' })
  expect(corrected.address).not.toBe(first!.address)
})

test('what the merchant requires is requested, and the payment does not continue without it', async () => {
  const shop = await openShop()
  const hash = await officeOf(shop).makes({
    'customerRequiredFields[firstName]': '1',
    'customerRequiredFields[phone]': '1',
    'customerRequiredFields[state]': '1',
    customerEmail: 'ana@example.com',
    'customerTags[0]': 'vip',
  })
  const ana = payerBy(shop, hash)
  const { text } = await ana.opens()
  expect([...text.matchAll(/id="(\w+)" name="\1"/g)].map(([, name]) => name)).toEqual([
    'email',
    'firstName',
    'phone',
    'country',
    'state',
  ])
  expect(text).toContain('value="ana@example.com"')

  const stopped = await ana.goesOn({ firstName: 'Ana', country: 'US', state: 'CA-ON' })
  expect(stopped.status).toBe(400)
  for (const messages of ['Please fill in this field.', 'Please choose a state of this country.'])
    expect(messagesOf(stopped.text)).toContain(messages)
  expect(stopped.text).toContain('value="Ana"')
  expect(await shop.count('orders.orders')).toBe(0)

  await ana.goesOn({
    firstName: 'Ana',
    phone: '+40 721 000 000',
    country: 'US',
    state: 'US-NY',
    email: 'ana@example.org',
  })
  expect(await shop.rows('select first_name, phone, country, state, email, tags from shoppers.shoppers')).toEqual([
    { first_name: 'Ana', phone: '+40721000000', country: 'US', state: 'NY', email: 'ana@example.org', tags: ['vip'] },
  ])
})

test('a subscription by link says what is agreed, stores the card, and begins with its trial', async () => {
  const shop = await openShop()
  const hash = await officeOf(shop).makes({
    orderType: 'recurring',
    intervalType: 'month',
    intervalValue: '1',
    trialAmount: '1.00',
    firstBillDate: '2026-06-01',
  })
  const ana = payerBy(shop, hash)
  expect(messagesOf((await ana.opens()).text)).toContain(
    'You pay €1.00 today. From 1 June 2026 on you pay €9.90 every month',
  )
  const receipt = await ana.paysAt(await ana.goesOn())
  expect(messagesOf(receipt.text)).toContain('Next payments €9.90 on 1 June 2026')
  expect(await shop.rows('select minor::int from payments.payments')).toEqual([{ minor: 100 }])
  expect(await shop.rows(`select status from orders.orders`)).toEqual([{ status: 'in-progress' }])
  expect(await shop.count('shoppers.cards')).toBe(1)
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('a cart is shown line by line', async () => {
  const shop = await openShop()
  const hash = await officeOf(shop).makes({
    amount: '25',
    contentType: 'Items',
    'content[0][item]': 'Bread',
    'content[0][unitPrice]': '10',
    'content[0][units]': '2',
    'content[0][type]': 'physical',
    'content[1][item]': 'Bag',
    'content[1][unitPrice]': '5',
    'content[1][units]': '1',
  })
  const messages = messagesOf((await payerBy(shop, hash).opens()).text)
  for (const line of ['Bread 2 × €10.00 €20.00', 'Bag 1 × €5.00 €5.00', 'Total €25.00'])
    expect(messages).toContain(line)
})

test('a visit keeps the version of the link that it began with; the next one sees the change', async () => {
  const shop = await openShop()
  const office = officeOf(shop)
  const hash = await office.makes()
  const ana = payerBy(shop, hash)
  const begun = await ana.goesOn()
  expect((await office.request('PUT', `/payment-link/${hash}`, { amount: '12.00', content: 'Cake' })).status).toBe(200)
  await ana.paysAt(begun)
  const messages = messagesOf((await ana.opens()).text)
  expect(messages).toContain('Cake')
  await ana.paysAt(await ana.goesOn())
  expect(await shop.rows('select minor::int, description from payments.payments order by id')).toEqual([
    { minor: 990, description: 'Bread' },
    { minor: 1200, description: 'Cake' },
  ])
})

test.each([
  ['inactive', 'The store has switched this link off.'],
  ['expired', 'Its last day has passed.'],
  ['used-up', 'It has been paid as often as the store allows.'],
  ['removed', 'The store has removed this link.'],
])('a link that is %s says so, also to who had begun to pay, and nothing is asked', async (state, messages) => {
  const shop = await openShop()
  const office = officeOf(shop)
  const hash = await office.makes({ limitAccess: '1', expireDate: '2026-05-04' })
  const [ana, bob] = [payerBy(shop, hash), payerBy(shop, hash)]
  const begun = await ana.goesOn()
  if (state === 'inactive') await office.request('PUT', `/payment-link/${hash}`, { active: '0' })
  // It was ten o'clock in London: Bucharest's day ends at nine in the evening there.
  if (state === 'expired') shop.world.clock.set(Temporal.Instant.from('2026-05-04T21:00:00Z'))
  if (state === 'used-up') await bob.paysAt(await bob.goesOn())
  if (state === 'removed') await office.request('DELETE', `/payment-link/${hash}`)
  const closed = await bob.opens()
  expect([closed.status, messagesOf(closed.text)]).toEqual([410, expect.stringContaining(messages)])
  const refused = await ana.paysAt(begun)
  expect(messagesOf(refused.text)).toContain(messages)
  expect(await shop.decided()).toHaveLength(state === 'used-up' ? 1 : 0)
  expect((await bob.goesOnBlindly()).status).toBe(410)
})

test('a place is taken while a payment is under way, and comes back when it is declined', async () => {
  const shop = await openShop()
  const office = officeOf(shop)
  const hash = await office.makes({ limitAccess: '1', amount: '0.05' })
  const [ana, bob] = [payerBy(shop, hash), payerBy(shop, hash)]
  const [hers, his] = [await ana.goesOn(), await bob.goesOn()]
  const slow = delay()
  shop.acquirerProxy.next('authorize', slow.mishap)
  const paying = ana.paysAt(hers)
  await slow.reached
  expect(await places(shop)).toEqual({ reserved: 1, paid: 0 })
  expect(messagesOf((await bob.paysAt(his)).text)).toContain('It has been paid as often as the store allows.')
  slow.goOn()
  expect(messagesOf((await paying).text)).toContain('The payment did not go through')
  expect(await places(shop)).toEqual({ reserved: 0, paid: 0 })
  expect((await bob.load(his.address)).text).toContain('name="cardNumber"')
})

test('a lost response keeps the place until its result is known', async () => {
  const shop = await openShop()
  const hash = await officeOf(shop).makes({ limitAccess: '1' })
  const ana = payerBy(shop, hash)
  shop.acquirerProxy.next('authorize', 'response lost')
  await ana.paysAt(await ana.goesOn())
  expect(await places(shop)).toEqual({ reserved: 1, paid: 0 })
  await shop.world.pass({ minutes: 5 })
  expect(await places(shop)).toEqual({ reserved: 0, paid: 1 })
})

// In small: a place is taken while a payment is under way, and comes back when it is declined
longTest('a shopper who never comes back from their bank gives the place back', async () => {
  const shop = await openShop()
  const hash = await officeOf(shop).makes({ limitAccess: '1', amount: '30' })
  const ana = payerBy(shop, hash)
  await ana.paysAt(await ana.goesOn(), { number: '5555 5555 5555 5599', expiry: '12/34' })
  expect(await places(shop)).toEqual({ reserved: 1, paid: 0 })
  await shop.world.pass({ minutes: 20 })
  expect(await places(shop)).toEqual({ reserved: 0, paid: 0 })
})

// In small: a place is taken while a payment is under way, and comes back when it is declined
longTest('a visit that ends without a payment has taken no place', async () => {
  const shop = await openShop()
  const hash = await officeOf(shop).makes({ limitAccess: '1' })
  await payerBy(shop, hash).goesOn()
  expect(await places(shop)).toEqual({ reserved: 0, paid: 0 })
  await shop.world.pass({ minutes: 40 })
  expect(await shop.rows('select status from orders.orders')).toEqual([{ status: 'complete-failed' }])
  expect((await payerBy(shop, hash).opens()).status).toBe(200)
})

test('a refund does not open a used-up link again', async () => {
  const shop = await openShop()
  const office = officeOf(shop)
  const hash = await office.makes({ limitAccess: '1' })
  const ana = payerBy(shop, hash)
  await ana.paysAt(await ana.goesOn())
  const [payment] = await shop.rows('select id from payments.payments')
  expect((await office.request('DELETE', `/transaction/${payment!.id}`, { reason: 'customer-demand' })).status).toBe(
    200,
  )
  expect(await office.reads(hash)).toMatchObject({ status: 'used-up', accessCount: 1 })
})

test('a link of a known customer does not show their cards, and does not redirect their receipts', async () => {
  const shop = await openShop()
  await (await shop.sends({ saveCard: true })).pays({ save: true })
  const hash = await officeOf(shop).makes({ customerIdentifier: 'ana' })
  const thief = payerBy(shop, hash)
  const page = await thief.goesOn({ email: 'thief@example.com' })
  expect(messagesOf(page.text)).not.toContain('1111 Expires')
  const [card] = await shop.rows('select id from shoppers.cards')
  const tried = await thief.post(`${page.address}/pay`, { attempt: '1', card: String(card!.id) })
  expect(messagesOf(tried.text)).toContain('This card cannot be used any more.')
  expect(await shop.rows('select identifier, email from shoppers.shoppers')).toEqual([
    { identifier: 'ana', email: 'ana@example.com' },
  ])
})

// In small: creating, opening and paying a link shows what is recorded
longTest('a shopper who cancels returns to the link, and no notification is sent', async () => {
  const shop = await openShop({ backUrl: 'https://shop.example/back' })
  const hash = await officeOf(shop).makes()
  const ana = payerBy(shop, hash)
  const { address } = await ana.goesOn()
  const left = await ana.post(`${address}/cancel`, { attempt: '1' })
  expect(left.address).toBe(`/l/${hash}`)
})

test('a form that did not come with the page begins nothing, and is shown the page', async () => {
  const shop = await openShop()
  const hash = await officeOf(shop).makes()
  const ana = payerBy(shop, hash)
  const unknown = await ana.post(`/l/${hash}`, { visit: 'bread-1' })
  expect([unknown.status, await shop.count('orders.orders')]).toEqual([200, 0])
})

test('the QR code is a drawing of the address, and an unknown address is not found', async () => {
  const shop = await openShop()
  const hash = await officeOf(shop).makes()
  const { http } = shop.world
  const code = await http.inject({ method: 'GET', url: `/l/${hash}/qr.svg` })
  expect([code.statusCode, code.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  expect(code.body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
  expect(code.body).toContain(`aria-label="http://florin.test/l/${hash}"`)
  for (const url of [`/l/${'A'.repeat(16)}`, '/l/x', `/l/${'A'.repeat(16)}/qr.svg`])
    expect((await http.inject({ method: 'GET', url })).statusCode).toBe(404)
})

test('the page speaks the language that is asked for, and the visit goes on in it', async () => {
  const shop = await openShop()
  const hash = await officeOf(shop).makes()
  const ana = payerBy(shop, hash)
  const { text } = await ana.load(`/l/${hash}?lang=ro`)
  expect(text).toContain('Continuați spre plată')
  const visit = /name="visit" value="([^"]+)"/.exec(text)![1]!
  expect((await ana.post(`/l/${hash}?lang=ro`, { visit })).text).toContain('lang="ro"')
})

// In small: a store is asked nothing anew: its page asks for what it has not sent, and nobody renames its customers
longTest('a visitor of a link cannot rename a known customer, and fills in what is not known', async () => {
  const shop = await openShop()
  await (await shop.sends({ customer: { firstName: 'Ana', lastName: 'Pop' } })).pays()
  const asked = { 'customerRequiredFields[firstName]': '1', 'customerRequiredFields[city]': '1' }
  const eve = payerBy(shop, await officeOf(shop).makes({ customerIdentifier: 'ana', ...asked }))
  await eve.paysAt(await eve.goesOn({ email: 'eve@example.com', firstName: 'Evil', city: 'Cluj' }))
  expect(await shop.rows('select email, first_name, last_name, city from shoppers.shoppers')).toEqual([
    { email: 'ana@example.com', first_name: 'Ana', last_name: 'Pop', city: 'Cluj' },
  ])
})

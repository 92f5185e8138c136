import { readNotification } from '@florin/client'
import { expect, test } from 'vitest'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'

import { openShop, type Shop } from '../world/shop.ts'
import { addressOf, fieldOf } from '../world/shopper.ts'
import { land, openSubscriptionShop } from '../world/subscriber.ts'

/** Which attempt an answer of the bank, and a result at the store, is about. */

/** Longer than a bank waits for its cardholder. */
const givenUp = { minutes: 16 }

test('what the bank says of an attempt that was given up does not end the one that is at the bank now', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ amount: '30.00' })
  await ana.pays()
  const first = await ana.passesBank('00000')
  await shop.world.pass(givenUp)
  await ana.pays()
  const second = await ana.passesBank('00000')

  expect((await ana.returnsFromBank(first)).text).toContain('Your bank wants to be sure')
  expect((await ana.returnsFromBank(second)).address).toBe(`${ana.address}/return`)
  expect(await statuses(shop)).toEqual(['failed', 'captured'])
})

test('nor does it end the card of a subscription that is at the bank now', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  const asked = { number: '5555 5555 5555 5599', expiry: '12/34' }
  await ana.submitsCard(asked)
  const first = await ana.passesBank('00000')
  await shop.world.pass(givenUp)
  await ana.submitsCard(asked)
  const second = await ana.passesBank('00000')

  await ana.posts(first.path, first.fields)
  expect((await statuses(shop)).slice(1)).toEqual(['failed', 'challenging'])
  await ana.posts(second.path, second.fields)
  expect((await statuses(shop)).slice(1)).toEqual(['failed', 'verified'])
})

test('the way back of a subscription brings its first payment to the store, also when that was refunded, and for a day', async () => {
  const shop = await openShop()
  const firstBillDate = inHours(shop, 22)
  const daily = { type: 'recurring', intervalType: 'day', intervalValue: 1, trialAmount: 5, firstBillDate } as const
  const ana = await shop.sends({ amount: '9.90', order: daily })
  await ana.pays()
  const { result } = await ana.bringsBack()
  const headers = { authorization: `Bearer ${shop.privateKey}` }
  const refund = () =>
    shop.world.http.inject({ method: 'DELETE', url: `/transaction/${result.transactionId}`, headers })
  await shop.world.pass({ hours: 23 })
  expect((await refund()).statusCode).toBe(200)
  expect(await statuses(shop)).toEqual(['refunded', 'captured'])

  const later = (await ana.bringsBack()).result
  expect(later).toMatchObject({ transactionId: result.transactionId, transactionStatus: 'refund-ok' })
  await shop.world.pass({ hours: 2 })
  const kept = await ana.visits('/return')
  expect([kept.address, kept.text.includes('opensslResult')]).toEqual([ana.address, false])
})

test('the way back of an order of the API is about its own attempt, and ends after a day', async () => {
  const shop = await openApiShop()
  const customerId = await newCustomer(shop.client)
  const subscription = { orderType: 'recurring', intervalType: 'day', intervalValue: '1', trialAmount: '30.00' }
  const firstBillDate = inHours(shop, 22)
  const asks = async (more: Record<string, string>) => {
    const fields = {
      ...typedCard,
      ...subscription,
      firstBillDate,
      amount: '0.05',
      backUrl: 'https://shop.example/back',
      ...more,
    }
    const { data } = await orders(shop.client, customerId, fields)
    const { url, params } = data.redirect as { url: string; params: Record<string, string> }
    const bank = await land(shop.world.http, addressOf(url), 'POST', { ...params, code: '00000' })
    const to = addressOf(/<form[^>]* action="([^"]+)"/.exec(bank.text)![1]!.replaceAll('&amp;', '&'))
    const answer = { PaRes: fieldOf(bank.text, 'PaRes'), MD: fieldOf(bank.text, 'MD') }
    const opens = async (method: 'GET' | 'POST' = 'GET') => (await land(shop.world.http, to, method, answer)).text
    return { opens, id: data.transactionId as number }
  }
  const resultIn = (body: string) => {
    expect(body).toContain('action="https://shop.example/back"')
    const fields = { opensslResult: fieldOf(body, 'opensslResult'), result: fieldOf(body, 'result') }
    return readNotification({ privateKey: shop.privateKey, body: fields })
  }
  const paid = await asks({ externalOrderId: 'crumb-1' })
  const own = { transactionId: paid.id, transactionStatus: 'complete-ok', amount: 30 }
  expect(resultIn(await paid.opens('POST'))).toMatchObject(own)
  await shop.world.pass({ hours: 23 })
  expect(await statuses(shop)).toEqual(['captured', 'failed'])
  expect(resultIn(await paid.opens())).toMatchObject(own)
  const named = JSON.stringify({ siteId: shop.site.id, externalId: 'crumb-1', backUrl: 'https://shop.example/back' })
  const older = Buffer.from(shop.world.app.keys.seal('directory', named, 'bank return')).toString('base64url')
  const opensOlder = async () => (await land(shop.world.http, `/bank-return?order=${older}`, 'GET')).text
  expect(resultIn(await opensOlder())).toMatchObject(own)
  await shop.world.pass({ hours: 2 })
  expect(await opensOlder()).not.toContain('opensslResult')
  expect(await paid.opens()).not.toContain('opensslResult')
})

test('an address of before brings no result of another card that was verified since', async () => {
  const shop = await openApiShop()
  const subscription = { orderType: 'recurring', intervalType: 'month', intervalValue: '1', amount: '20.00' }
  const { data } = await orders(shop.client, await newCustomer(shop.client), {
    ...typedCard,
    ...subscription,
    externalOrderId: 'crumb-1',
  })
  await shop.world.pass({ days: 2 })
  const card = { ...typedCard, cardNumber: '5555555555554444' }
  expect((await shop.client.send('PATCH', `/order-update-card/${data.id}`, { form: card })).status).toBe(200)
  const named = JSON.stringify({ siteId: shop.site.id, externalId: 'crumb-1', backUrl: 'https://shop.example/back' })
  const older = Buffer.from(shop.world.app.keys.seal('directory', named, 'bank return')).toString('base64url')
  expect((await land(shop.world.http, `/bank-return?order=${older}`, 'GET')).text).not.toContain('opensslResult')
})

const inHours = ({ world }: Shop, hours: number): string =>
  world.clock.now().add({ hours }).toString({ smallestUnit: 'second' })

const statuses = async (shop: Shop) =>
  (await shop.rows(`select status from payments.payments where parent_id is null order by id`)).map(
    ({ status }) => status,
  )

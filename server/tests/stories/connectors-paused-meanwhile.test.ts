import { expect, test } from 'vitest'
import { openRouting } from '#acquiring/routing'
import { openBiller } from '../world/biller.ts'
import { openFallback, technical } from '../world/fallback.ts'
import { longTest } from '../world/length.ts'
import { openPayer, sent } from '../world/payouts.ts'
import { openShop } from '../world/shop.ts'
import { messagesOf } from '../world/shopper.ts'
import { openPeople } from '../world/staff.ts'
import { openSubscriptionShop } from '../world/subscriber.ts'
import type { World } from '../world/world.ts'

/** What is under way when an operator pauses a connector, and what people read of it. */

const input = { by: { actor: 'operator', fromWhere: 'command line', reason: 'trouble' }, connector: 'sandbox' }
const alwaysChallenged = { number: '5555 5555 5555 5599', expiry: '12/34' }
const inEnglish = 'Payments are paused for the moment Nothing was taken from your card.'

/** Another process pauses it, while this one still remembers that it was not. */
async function pausesElsewhere({ app }: World): Promise<void> {
  expect((await app.routing.paused()).size).toBe(0)
  await openRouting({ ...app, testCards: new Map() }).pause(input)
  expect((await app.routing.paused()).size).toBe(0)
}

test('a fallback that was planned before its connector was paused is not sent: the payment ends where it is', async () => {
  const fixture = await openFallback()
  fixture.second.acquirerProxy.next('authorize', async () => {
    await pausesElsewhere(fixture.world)
    return technical
  })
  expect(await fixture.pays()).toMatchObject({ status: 'failed', declineReason: 'provider_error' })
  expect(fixture.acquirerProxy.requests).toEqual([])
})

test('a shopper reads in their language that payments are paused, nothing is stored, and goes on later', async () => {
  const shop = await openShop()
  const checkout = await shop.sends()
  await shop.world.app.routing.pause(input)
  const page = await checkout.pays()
  expect([page.status, messagesOf(page.text)]).toEqual([503, expect.stringContaining(inEnglish)])
  expect(page.text).toContain(`href="${checkout.address}"`)
  expect(await shop.count('payments.payments')).toBe(0)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const fields = { attempt: '1', card: 'new', cardNumber: '4111111111111111', cardExpiry: '12/34', cardCvv: '123' }
  const german = await shop.world.http.inject({
    method: 'POST',
    url: `${checkout.address}/pay?lang=de`,
    headers,
    payload: new URLSearchParams(fields).toString(),
  })
  expect(german.headers['retry-after']).toBe('60')
  expect(messagesOf(german.body)).toContain('Zahlungen sind gerade ausgesetzt Von Ihrer Karte wurde nichts abgebucht.')
  await shop.world.app.routing.resume(input)
  await checkout.pays()
  expect(await shop.rows('select status from payments.payments')).toEqual([{ status: 'captured' }])
})

// In small: a shopper reads in their language that payments are paused, nothing is stored, and goes on later
longTest(
  'who comes back from their bank to a paused connector pays nothing, and the same response is used later',
  async () => {
    const shop = await openShop()
    const checkout = await shop.sends()
    await checkout.pays(alwaysChallenged)
    const way = await checkout.passesBank('00000')
    await shop.world.app.routing.pause(input)
    const paused = await checkout.returnsFromBank(way)
    expect([paused.status, messagesOf(paused.text)]).toEqual([503, expect.stringContaining(inEnglish)])
    expect(paused.text).toContain(`name="PaRes" value="${way.fields.PaRes}"`)
    expect(shop.acquirerProxy.requests.map(({ kind }) => kind)).toEqual(['authorize'])
    await shop.world.app.routing.resume(input)
    await checkout.returnsFromBank(way)
    expect(await shop.rows('select status from payments.payments')).toEqual([{ status: 'captured' }])
  },
)

// In small: bills wait for a paused connector: no attempt is counted, no email is sent, and each is charged once later
longTest('another card for a subscription waits as well, and the page says so', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  await shop.world.app.routing.pause(input)
  const page = await ana.submitsCard({ number: '4000001111111118' })
  expect([page.status, page.messages]).toEqual([503, expect.stringContaining(inEnglish)])
  await shop.world.app.routing.resume(input)
  expect((await ana.submitsCard({ number: '4000001111111118' })).messages).toContain('Your card has been changed')
})

// In small: bills wait for a paused connector: no attempt is counted, no email is sent, and each is charged once later
longTest('a bill by hand says that nothing was sent, and when it is tried again', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: '4000030000004001' })
  await shop.goesTo('2026-06-04T10:00:00Z')
  const sam = await (await openPeople(shop.world)).person('finance', {
    kind: 'merchant',
    id: String(shop.site.merchantId),
  })
  await shop.world.app.routing.pause(input)
  const body = { reason: 'She asked for it.' }
  const bill = async () => {
    const reply = await sam.call('POST', `/orders/${id}/bill`, { body })
    expect(reply).toMatchObject({ status: 200 })
    return reply.body.bill
  }
  expect(await bill()).toEqual({ status: 'waiting', waitsFor: 'connectorPaused', until: '2026-06-04T10:15:00.000Z' })
  expect(await shop.billings(id)).toHaveLength(1)
  await shop.world.app.routing.resume(input)
  expect(await bill()).toMatchObject({ status: 'declined', paymentId: expect.any(String) })
})

// In small: a fallback that was planned before its connector was paused is not sent: the payment ends where it is
longTest('a payout that never arrived is not sent again by a paused connector, but when it is resumed', async () => {
  const shop = await openPayer()
  shop.acquirerProxy.next('payOut', 'request lost')
  const answer = await shop.paysOut()
  await shop.world.app.routing.pause(input)
  await shop.world.pass({ hours: 1 })
  expect(sent(shop)).toHaveLength(1)
  await shop.world.app.routing.resume(input)
  await shop.world.pass({ minutes: 15 })
  expect(sent(shop)).toHaveLength(2)
  expect(await shop.order(answer)).toMatchObject({ orderStatus: 'complete-ok' })
})

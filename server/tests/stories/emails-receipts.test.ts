import { describe, expect, test } from 'vitest'
import type { OrderId } from '#acquiring/ids'
import { capturePayment, paymentsOf, reversePayment } from '#acquiring/payments'
import { readId } from '#kernel/base/id.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { by } from '../world/author.ts'
import { longTest, sampled } from '../world/length.ts'
import { mailOf, subjectsOf } from '../world/mail.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { type CardTyped, type CheckoutInput, cardFields } from '../world/shopper.ts'

async function pays(shop: Shop, input: CheckoutInput = {}, card: CardTyped = {}) {
  const shopper = await shop.sends(input)
  await shopper.pays(card)
  await shop.world.runUntilIdle()
  return shopper
}

/** The payment that paid an order. */
async function paymentOf(shop: Shop, externalId: string) {
  const [row] = await shop.rows(`select id::text from orders.orders where external_id = '${externalId}'`)
  const payments = await paymentsOf(shop.world.app.db, readId<OrderId>(row!.id)!)
  return payments.at(0)!
}

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('a shopper who has paid finds a receipt in their mail', async () => {
  const shop = await openShop({ themeColor: '#9a3412', replyTo: 'hello@crumb.example' })
  await pays(shop, { orderId: 'bread-7', amount: '24.90' })

  const [receipt, ...others] = await mailOf(shop.world)
  expect(others).toEqual([])
  expect(receipt).toMatchObject({
    to: 'ana@example.com',
    from: { name: 'Crumb & Co.', address: 'payments@florin.example' },
    replyTo: 'hello@crumb.example',
    subject: 'Receipt from Crumb & Co.: €24.90',
    arrivals: 1,
  })
  const lines = ['Amount: €24.90', 'Description: Bread', 'Card: Visa ending in 1111', 'Order: bread-7', 'Payment: 1001']
  for (const line of [...lines, 'Test mode', 'Just reply to this e-mail']) expect(receipt!.text).toContain(line)
  expect(receipt!.html).toContain('border-top:6px solid #9a3412')
})

test('a receipt is in the language of the page that was paid on, else in the site’s', async () => {
  const shop = await openShop({ language: 'el' })
  const shopper = await shop.sends()
  const { text } = await shopper.sees()
  const attempt = /name="attempt" value="(\d+)"/.exec(text)?.[1] ?? '1'
  await shop.world.http.inject({
    method: 'POST',
    url: `${shopper.address}/pay?lang=ro`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ attempt, ...cardFields({}) }).toString(),
  })
  await shop.world.runUntilIdle()
  const [receipt] = await mailOf(shop.world)
  expect(receipt).toMatchObject({ subject: 'Confirmare de plată de la Crumb & Co.: 9,90\u00a0EUR' })
  expect(receipt!.html).toContain('<html lang="ro" dir="ltr">')
})

describe('an amount that is reserved', () => {
  test('is called reserved, and its receipt comes when a part of it is taken', async () => {
    const shop = await openShop()
    const { orderId } = await pays(shop, { amount: '20.00', cardTransactionMode: 'auth' })
    const { siteId, id: paymentId } = await paymentOf(shop, orderId)
    await capturePayment(shop.world.app, {
      by,
      siteId,
      paymentId,
      amount: { minor: 12_00n, currency: 'EUR' },
    } as Parameters<typeof capturePayment>[1])
    await shop.world.runUntilIdle()

    const mail = await mailOf(shop.world)
    expect(subjectsOf(mail)).toEqual(['Crumb & Co. reserved €20.00 on your card', 'Receipt from Crumb & Co.: €12.00'])
    expect(mail[0]!.text).toContain('Nothing is charged yet.')
    expect(mail[1]!.text).toContain('Of the €20.00 that were reserved, only this part was charged.')
  })

  // In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
  longTest('is followed by an email that nothing was charged when it is voided', async () => {
    const shop = await openShop()
    const { orderId } = await pays(shop, { amount: '20.00', cardTransactionMode: 'auth' })
    const { siteId, id: paymentId } = await paymentOf(shop, orderId)
    await reversePayment(shop.world.app, { by, siteId, paymentId, amount: undefined })
    await shop.world.runUntilIdle()
    expect(subjectsOf(await mailOf(shop.world)).at(-1)).toBe('Crumb & Co. released €20.00 on your card')
  })
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('money that goes back has an email, before the settlement and after it, and each refund one', async () => {
  const shop = await openShop()
  const [sameDay, later] = [await pays(shop, { amount: '10.00' }), await pays(shop, { amount: '20.00' })]
  const cancelled = await paymentOf(shop, sameDay.orderId)
  await reversePayment(shop.world.app, { by, siteId: cancelled.siteId, paymentId: cancelled.id, amount: undefined })
  await shop.world.pass({ hours: 30 })
  const settled = await paymentOf(shop, later.orderId)
  const reversal = (minor: bigint) =>
    reversePayment(shop.world.app, {
      by,
      siteId: settled.siteId,
      paymentId: settled.id,
      amount: { minor, currency: 'EUR' } as Parameters<typeof reversePayment>[1]['amount'],
    })
  await reversal(5_00n)
  await reversal(15_00n)
  await shop.world.runUntilIdle()

  const mail = (await mailOf(shop.world)).slice(2)
  // Two emails that are due at one moment are sent together, so either may arrive first.
  expect(subjectsOf(mail).toSorted()).toEqual([
    'Crumb & Co. cancelled your payment of €10.00',
    'Crumb & Co. refunded €15.00',
    'Crumb & Co. refunded €5.00',
  ])
  expect(mail[1]!.text).toContain(`Payment: ${settled.id}`)
})

// In small: a receipt is in the language of the page that was paid on, else in the site’s
longTest('the invoice address of an order gets the receipt too, and one address gets it once', async () => {
  const shop = await openShop()
  await pays(shop, { invoiceEmail: 'books@accountant.example' })
  await pays(shop, { invoiceEmail: 'ANA@example.com' })

  const mail = await mailOf(shop.world)
  expect(mail.map(({ to }) => to).toSorted()).toEqual([
    'ana@example.com',
    'ana@example.com',
    'books@accountant.example',
  ])
  expect(mail.find(({ to }) => to.startsWith('books'))!.text).toContain(
    'Crumb & Co. was asked to send the receipt to this address',
  )
})

describe('nothing is written', () => {
  const card = { number: '4000020000004002' }
  test.each<[string, Parameters<typeof openShop>[0], CheckoutInput, CardTyped]>(
    sampled(
      [
        ['to a shopper without an address', {}, {}, {}],
        ['of a payment that was declined', {}, {}, card],
        [
          'of a card that is only verified',
          {},
          { cardTransactionMode: 'verifyCard', amount: '0', saveCard: true } as CheckoutInput,
          {},
        ],
        ['by a site that sends no receipts', { receipts: false }, {}, {}],
      ],
      2,
    ),
  )('%s', async (what, site, input, typed) => {
    const shop = await openShop(site)
    if (what === 'to a shopper without an address') {
      const shopper = await shop.sends(input)
      await shop.rows(`update shoppers.shoppers set email = null`)
      await shopper.pays(typed)
      await shop.world.runUntilIdle()
    } else await pays(shop, input, typed)
    expect(await mailOf(shop.world)).toEqual([])
    expect(await shop.count('emails.emails')).toBe(0)
  })

  test('by an installation that turns them off, whatever its sites say', async () => {
    const shop = await openShop({}, { environment: { FLORIN_MESSAGES: 'off' } })
    await pays(shop)
    expect(await shop.count('emails.emails')).toBe(0)
  })
})

test('a payment whose answer is lost has one receipt, when it is found to have gone well', async () => {
  const shop = await openShop()
  shop.acquirerProxy.next('authorize', 'response lost')
  await pays(shop)
  expect(await mailOf(shop.world)).toEqual([])
  await shop.world.pass({ minutes: 10 })
  await shop.world.pass({ hours: 1 })
  expect(subjectsOf(await mailOf(shop.world))).toEqual(['Receipt from Crumb & Co.: €9.90'])
})

// In small: many workers that look at the same moment share the work, and each store receives everything once
longTest('many workers that look at once send each email once', async () => {
  const shop = await openShop()
  for (let count = 0; count < 6; count++) await (await shop.sends()).pays()
  const { jobs, log } = shop.world.app
  await Promise.all(Array.from({ length: 5 }, () => runDueWorkUntilIdle(jobs, log)))
  const mail = await mailOf(shop.world)
  expect(mail.map(({ arrivals }) => arrivals)).toEqual([1, 1, 1, 1, 1, 1])
  expect(await shop.count(`emails.emails where status = 'sent' and attempts = 1`)).toBe(6)
})

test('a fact has one email, also when a commit brings it a second time', async () => {
  const shop = await openShop()
  await pays(shop)
  const { app, clock } = shop.world
  const [email] = await shop.rows('select * from emails.emails')
  const { planEmails } = await import('../../src/acquiring/emails/plan-emails.ts')
  const order = { id: BigInt(String(email!.order_id)), siteId: Number(email!.site_id) }
  const again = { kind: 'receipt', fact: email!.fact, recipient: 'shopper', address: 'ana@example.com', email: {} }
  const planned = [{ order, ...again }] as unknown as Parameters<typeof planEmails>[1]
  await commit(app, clock.now(), planEmails(clock.now(), planned))
  expect(await shop.count('emails.emails')).toBe(1)
})

// In small: whatever anybody is called, a page has no mark-up but ours, and a line stays a line
longTest('whatever somebody calls themselves or their bread, it stays text and in its line', async () => {
  const evil = '<img src=x onerror=alert(1)>"\'&amp;\r\nBcc: eve@example.com\u202e'
  const shop = await openShop({ senderName: '<b>Crumb</b> "& Co." <a@b.example>' })
  await pays(shop, { order: { description: evil } })
  const [receipt] = await mailOf(shop.world)
  expect(receipt!.html).not.toMatch(/<img|<b>|\u202e/)
  expect(receipt!.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(receipt!.subject).not.toMatch(/[\r\n]/)
  expect(receipt!.text).not.toMatch(/^Bcc:/m)
})

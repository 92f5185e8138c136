import { expect, test } from 'vitest'
import type { PaymentId } from '#acquiring/ids'
import { reversePayment } from '#acquiring/payments'
import { by } from '../world/author.ts'
import { invoicing } from '../world/invoices.ts'
import { longTest } from '../world/length.ts'
import { mailOf } from '../world/mail.ts'
import { textsOfPdf } from '../world/read-pdf.ts'
import { openShop, type Shop } from '../world/shop.ts'
import type { CheckoutInput } from '../world/shopper.ts'
import { openPeople } from '../world/staff.ts'
import { openSubscriptionShop } from '../world/subscriber.ts'

async function pays(shop: Shop, input: CheckoutInput) {
  const shopper = await shop.sends(input)
  await shopper.pays()
  await shop.world.runUntilIdle()
}

/** Emails in short: to whom, what, and the names of their files. */
const inShort = async ({ world }: Shop) =>
  (await mailOf(world)).map(({ to, subject, attachments = [] }) => [
    to,
    subject,
    ...attachments.map(({ name }) => name),
  ])

/** All texts of the newest file. */
async function newestFile({ world }: Shop): Promise<string[]> {
  const files = (await mailOf(world)).flatMap(({ attachments = [] }) => attachments)
  return textsOfPdf(files.at(-1)!.content).flat()
}

const accountant = 'books@accountant.example'

test('the invoiceEmail of an order receives its invoice, and the credit note of what goes back', async () => {
  const shop = await openShop({
    invoicing: { ...invoicing, note: 'Thank you.\nCome again.' },
    timeZone: 'Europe/Bucharest',
  })
  const { world } = shop
  await pays(shop, { orderId: 'bread-7', amount: '24.90', invoiceEmail: accountant })
  expect((await inShort(shop)).toSorted()).toEqual([
    ['ana@example.com', 'Receipt from Crumb & Co.: €24.90'],
    [accountant, 'Invoice CR-41 from Crumb & Co.', 'invoice-CR-41.pdf'],
  ])
  const [invoice] = await mailOf(world, accountant)
  for (const line of ['Amount: €24.90', 'Invoice number: CR-41', 'Date: 4 May 2026', 'Order: bread-7', 'Test mode'])
    expect(invoice!.text).toContain(line)
  expect(await newestFile(shop)).toEqual(
    expect.arrayContaining([
      'Invoice CR-41',
      'Date: 4 May 2026',
      'Order: bread-7',
      'Crumb & Co. SRL',
      'Strada Pâinii 7',
      'VAT number: RO123456',
      'Bill to',
      'Bread',
      '19%',
      'Paid on 4 May 2026 by card: Visa •••• 1111',
      'All prices include VAT.',
      'Come again.',
    ]),
  )

  const [payment] = await world.query('select id, site_id from payments.payments')
  const paymentId = BigInt(payment!.id as string) as PaymentId
  await reversePayment(world.app, { by, siteId: shop.site.id, paymentId, amount: undefined })
  await world.runUntilIdle()
  expect((await inShort(shop)).at(-1)).toEqual([
    accountant,
    'Credit note CRC-41 from Crumb & Co.',
    'credit-note-CRC-41.pdf',
  ])
  expect(await newestFile(shop)).toEqual(
    expect.arrayContaining(['For invoice CR-41 of 4 May 2026', 'Returned on 4 May 2026 to the card: Visa •••• 1111']),
  )
})

// In small: the invoiceEmail of an order receives its invoice, and the credit note of what goes back
longTest('customers receive invoices where the site says so, and staff send one again and read it', async () => {
  const shop = await openShop({ invoicing })
  const { world, site } = shop
  const people = await openPeople(world)
  const support = await people.person('support', { kind: 'merchant', id: String(site.merchantId) })
  const reason = 'The customer asked for it.'
  await pays(shop, { orderId: 'bread-8', invoiceEmail: '' })
  expect(await inShort(shop)).toHaveLength(1)
  const resend = (body: object) => support.call('POST', '/invoices/1001/resend', { body: { reason, ...body } })
  expect((await resend({})).body).toMatchObject({ reason: 'invoice_without_address', field: 'address' })

  await world.app.directory.changeSite({ by, siteId: site.id, changes: { invoicing: { toCustomers: true } } })
  await pays(shop, { orderId: 'bread-9', invoiceEmail: '' })
  expect((await inShort(shop)).slice(1).toSorted()).toEqual([
    ['ana@example.com', 'Invoice CR-42 from Crumb & Co.', 'invoice-CR-42.pdf'],
    ['ana@example.com', expect.stringContaining('Receipt')],
  ])
  expect((await resend({ address: accountant })).status).toBe(200)
  world.clock.pass({ minutes: 1 })
  expect((await resend({})).status).toBe(200)
  await world.runUntilIdle()
  expect((await inShort(shop)).slice(3).toSorted()).toEqual([
    ['ana@example.com', 'Invoice CR-41 from Crumb & Co.', 'invoice-CR-41.pdf'],
    [accountant, 'Invoice CR-41 from Crumb & Co.', 'invoice-CR-41.pdf'],
  ])

  const file = await support.call('GET', '/invoices/1001/pdf')
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining('invoice-CR-41.pdf'),
  })
  const [mail] = await mailOf(world, accountant)
  const attached = await world.http.inject(`/sandbox/mailbox/${mail!.id}/files/invoice-CR-41.pdf`)
  expect(attached.rawPayload).toEqual(mail!.attachments![0]!.content)
  expect((await world.http.inject(`/sandbox/mailbox/${mail!.id}`)).body).toContain('/files/invoice-CR-41.pdf')
})

test('the page of a subscription has its invoices, and those of no other', async () => {
  const shop = await openSubscriptionShop({ invoicing, language: 'ro' })
  const [ana, bob] = [await shop.subscribes(), await shop.subscribes({ customer: { identifier: 'bob' } })]
  await shop.world.runUntilIdle()
  await shop.goesTo('2026-06-04T10:00:00Z')
  const { messages, text } = await ana.sees()
  expect(messages).toMatch(/4 June 2026 Visa ending in 1111 €30\.00 Paid Invoice CR-4[34] 4 May 2026 .* Invoice CR-41/)
  const [newest, first] = [...text.matchAll(/href="([^"]*\/invoices\/\d+)"/g)].map(([, url]) => url!)
  const file = await shop.world.http.inject(first!)
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="invoice-CR-41.pdf"',
  })
  expect(textsOfPdf(file.rawPayload).flat()).toContain('Invoice CR-41')
  const ofBob = `${await bob.link()}/invoices/${/\d+$/.exec(newest!)![0]}`
  expect((await shop.world.http.inject(ofBob)).statusCode).toBe(404)
})

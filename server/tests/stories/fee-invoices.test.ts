import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { creditInvoice, findInvoiceByNumber, makeDueInvoices, makeInvoicesByHand } from '#acquiring/fee-invoices'
import { openCommandLine } from '../recordings/command-line.ts'
import { sellerSettings, setBillingDetails } from '../world/fee-invoices.ts'
import { operator } from '../world/merchant-payouts.ts'
import { fixtureOf, openPaymentsFixture } from '../world/payments-fixture.ts'
import { textsOfPdf } from '../world/read-pdf.ts'
import { openPeople } from '../world/staff.ts'

type Row = Record<string, string>

test('the fees of a month are invoiced as they were booked, numbered without gaps, and credited when one is wrong', async () => {
  const fixture = await openPaymentsFixture({}, { environment: sellerSettings })
  const { world, site, pays, reverses, acquirerProxy, record } = fixture
  const { merchantId } = site
  const { app } = world
  const { site: otherSite } = await world.merchant()
  const other = fixtureOf(world, acquirerProxy, record, otherSite)
  const { person } = await openPeople(world)
  const owner = await person('owner', { kind: 'merchant', id: String(merchantId) })
  const finance = await person('finance')

  // In May: 100.00 of which half is refunded a day later, and 8.00 that is cancelled; in June: 10.00.
  const first = await pays({ amount: '100.00' })
  await reverses(await pays({ amount: '8.00' }))
  await other.pays({ amount: '50.00' })
  await world.pass({ hours: 24 })
  await reverses(first, '50.00')
  const empty = await owner.call('GET', '/fee-invoices')
  expect(empty.body).toMatchObject({ data: [], total: 0 })
  expect((await owner.call('GET', `/merchants/${merchantId}/billing-details`)).body).toMatchObject({
    code: 404,
    reason: 'billing_details_none',
  })

  // The second merchant has no billing details, and so no invoice.
  const details = `/merchants/${merchantId}/billing-details`
  const set = (body: object) => finance.call('PATCH', details, { body: { reason: 'contract of May', ...body } })
  const crumb = { legalName: 'Crumb SRL', address: 'Strada Academiei 7\nBucharest', country: 'RO' }
  for (const [body, field, reason] of [
    [{ legalName: 'Crumb SRL' }, 'address', 'billing_details_missing'],
    [{ ...crumb, vatBasisPoints: 0 }, 'note', 'billing_vat'],
    [{ ...crumb, vatBasisPoints: 1_900, address: ' \n ' }, 'address', 'billing_text'],
    [{ ...crumb, vatBasisPoints: 5_001 }, 'vatBasisPoints', 'invalid_field'],
    [{ ...crumb, country: 'Romania' }, 'country', 'invalid_field'],
  ] as const)
    expect((await set(body)).body).toMatchObject({ code: 400, field, reason })
  expect((await set({ ...crumb, vatId: 'RO98765432', vatBasisPoints: 1_900 })).body).toMatchObject({
    vatId: 'RO98765432',
  })
  // Where the seller is, June has begun, and what was begun in May may still be booked for minutes.
  world.clock.set(Temporal.Instant.from('2026-05-31T21:03:00Z'))
  await pays({ amount: '10.00' })
  await makeDueInvoices(app)
  expect((await owner.call('GET', '/fee-invoices')).body).toMatchObject({ total: 0 })
  await world.pass({ minutes: 2 })
  await Promise.allSettled([makeDueInvoices(app), makeDueInvoices(app)])
  await makeDueInvoices(app)

  const { data } = (await owner.call('GET', '/fee-invoices')).body as { data: Row[] }
  expect(data).toMatchObject([
    { number: 'F-2026-000001', kind: 'invoice', month: '2026-05', total: '0.95', vat: '0.15', net: '0.80' },
  ])
  const invoice = (await owner.call('GET', `/fee-invoices/${data[0]!.id}`)).body
  expect(invoice).toMatchObject({
    seller: { name: 'Florin Payments SRL', address: 'Strada Lipscani 1\n030031 Bucharest', vatId: 'RO12345674' },
    buyer: { name: 'Crumb SRL', country: 'RO', vatId: 'RO98765432' },
    lines: [
      { siteId: String(site.id), kind: 'percentage', basisPoints: 140, payments: 2, base: '108.00', amount: '1.51' },
      { siteId: String(site.id), kind: 'fixed', payments: 2, amount: '0.50' },
      { siteId: String(site.id), kind: 'returned', payments: 2, amount: '-1.06' },
    ],
  })

  // Wrong: it is credited as a whole, once; and the month is invoiced again, with the other merchant's that was missing.
  await setBillingDetails(world, otherSite.merchantId, { vatBasisPoints: 0, note: 'Reverse charge' })
  await set({ legalName: 'Crumb & Co. SRL' })
  const credit = () => finance.call('POST', `/fee-invoices/${data[0]!.id}/credit`, { body: { reason: 'wrong name' } })
  expect((await credit()).body).toMatchObject({
    number: 'F-2026-000002',
    kind: 'creditNote',
    total: '-0.95',
    vat: '-0.15',
  })
  expect((await credit()).body).toMatchObject({ code: 409, reason: 'fee_invoice_credited' })
  const make = (month: string) => finance.call('POST', '/fee-invoices', { body: { reason: 'wrong name', month } })
  const both = await Promise.all([make('2026-05'), make('2026-05')])
  expect(both.flatMap(({ body }) => body.numbers as string[]).toSorted()).toEqual(['F-2026-000003', 'F-2026-000004'])
  expect((await make('2026-06')).body).toMatchObject({ code: 400, reason: 'fee_invoice_month', field: 'month' })
  expect((await make('2026-13')).body).toMatchObject({ code: 400, reason: 'fee_invoice_month', field: 'month' })
  const again = (await finance.call('GET', '/fee-invoices?month=2026-05')).body.data as Row[]
  expect(again.map(({ number }) => number)).toEqual([4, 3, 2, 1].map((place) => `F-2026-00000${place}`))
  const note = (await findInvoiceByNumber(app.db, 'F-2026-000002'))!
  await expect(creditInvoice(app, { by: operator, id: note.id })).rejects.toMatchObject({
    code: 'fee_invoice_is_credit_note',
  })

  // Everybody sees their own, as PDF too; and the command line has the same.
  const others = await person('owner', { kind: 'merchant', id: String(otherSite.merchantId) })
  expect(
    ((await others.call('GET', '/fee-invoices')).body.data as Row[]).map(({ total, vat }) => [total, vat]),
  ).toEqual([['0.95', '0.00']])
  expect((await others.call('GET', `/fee-invoices/${note.id}`)).body).toMatchObject({ reason: 'fee_invoice_not_found' })
  const pdf = await world.http.inject({
    method: 'GET',
    url: `/staff/v1/fee-invoices/${note.id}/pdf`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(textsOfPdf(pdf.rawPayload).flat()).toEqual(
    expect.arrayContaining([
      'Credit note F-2026-000002',
      'Credits invoice F-2026-000001 as a whole',
      'Crumb SRL',
      'VAT 19%',
      '-0.95',
    ]),
  )
  const { prints } = openCommandLine(world)
  expect(await prints('fee-invoice list --month 2026-05')).toContain('F-2026-000002  credit note  ')
  expect(await prints('fee-invoice show F-2026-000001')).toContain('Credited by  F-2026-000002')
  expect(await prints('fee-invoice show F-2026-000009')).toContain('There is no invoice F-2026-000009')
  const folder = mkdtempSync(join(tmpdir(), 'invoices-'))
  const file = join(folder, 'note.pdf')
  expect(await prints(`fee-invoice show F-2026-000002 --pdf ${file}`)).toBe(`The invoice is in ${file}.`)
  expect(readFileSync(file)).toEqual(pdf.rawPayload)
  rmSync(folder, { recursive: true })
  expect(existsSync(file)).toBe(false)
  expect(await prints(`merchant billing-details ${merchantId}`)).toContain('Name     Crumb & Co. SRL')
  await expect(setBillingDetails(world, merchantId, { country: 'XX' })).rejects.toMatchObject({
    code: 'billing_country',
    field: 'country',
  })
  await makeDueInvoices({ ...app, seller: undefined })
  await expect(
    makeInvoicesByHand({ ...app, seller: undefined }, { by: operator, month: '2026-05' }),
  ).rejects.toMatchObject({
    code: 'fee_invoice_seller_missing',
  })

  // Without a name of their own the papers follow the data of the merchant, and need them.
  const directory = app.directory
  const toMerchant = { legalName: null, address: null, country: null, vatId: null }
  await expect(setBillingDetails(world, merchantId, toMerchant)).rejects.toMatchObject({
    code: 'billing_details_missing',
    field: 'legalName',
  })
  const legal = { legalName: 'Crumb Bakeries SA', address: 'Calea Victoriei 1', country: 'RO', taxNumber: 'RO 555' }
  await directory.changeMerchant({ by: operator, merchantId, changes: legal })
  await setBillingDetails(world, merchantId, toMerchant)

  // The next month has the payment of the last hours of May in UTC, for the seller is further east.
  world.clock.set(Temporal.Instant.from('2026-07-01T06:00:00Z'))
  await makeDueInvoices(app)
  const june = (await owner.call('GET', '/fee-invoices?month=2026-06')).body.data as Row[]
  expect(june).toMatchObject([{ number: 'F-2026-000005', total: '0.39' }])
  expect((await owner.call('GET', `/fee-invoices/${june[0]!.id}`)).body.buyer).toEqual({
    ...{ name: 'Crumb Bakeries SA', address: 'Calea Victoriei 1', country: 'RO', vatId: 'RO 555' },
  })
  await directory.changeMerchant({ by: operator, merchantId, changes: { legalName: null } })
  world.clock.set(Temporal.Instant.from('2026-08-01T06:00:00Z'))
  expect((await owner.call('GET', `/merchants/${merchantId}/billing-details`)).body).toMatchObject({
    reason: 'billing_details_none',
  })
})

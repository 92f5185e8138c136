import { expect, test } from 'vitest'
import { applyIncomingResult } from '../../src/app/incoming-result.ts'
import { banksOf } from '../world/disputes.ts'
import { breadAndKnife, documentsIn, invoicing } from '../world/invoices.ts'
import { euros, openPaymentsFixture } from '../world/payments-fixture.ts'
import { openPeople } from '../world/staff.ts'

test('every capture has an invoice, and what goes back a credit note, each numbered in its series', async () => {
  const fixture = await openPaymentsFixture({ invoicing })
  const { world, pays, order, tries, reverses, captures } = fixture
  const itemized = await tries(await order({ amount: euros('14.08'), items: breadAndKnife }))
  const plain = await pays({ amount: '10.00' })
  const reserved = await pays({ kind: 'auth', amount: '14.08' })
  await world.runUntilIdle()
  expect(await documentsIn(world)).toEqual(['CR-41 14.08 (2.08)', 'CR-42 10.00 (1.60)'])

  // Of a reserved amount, what is captured is invoiced.
  await captures(reserved, '3.00')
  await reverses(reserved)
  await world.pass({ hours: 24 })
  expect((await documentsIn(world)).slice(2)).toEqual(['CR-43 3.00 (0.48)', 'CRC-41 3.00 (0.48) of CR-43'])
  for (const amount of ['5.00', '0.01', '9.07']) await reverses(itemized, amount)
  await world.runUntilIdle()
  expect((await documentsIn(world)).slice(4)).toEqual([
    'CRC-42 5.00 (0.74) of CR-41',
    'CRC-43 0.01 (0.00) of CR-41',
    'CRC-44 9.07 (1.34) of CR-41',
  ])

  // A chargeback is credited when it is lost, and one that is won after that has an invoice again.
  const banks = banksOf(fixture)
  const dispute = await banks.disputes(plain)
  expect(await documentsIn(world)).toHaveLength(7)
  await banks.decides(plain, dispute, 'lost')
  expect((await documentsIn(world)).at(-1)).toBe('CRC-45 10.00 (1.60) of CR-42')
  await banks.sends({ dispute, authorization: plain.key, kind: 'won', amount: euros('10.00') })
  expect((await documentsIn(world)).at(-1)).toBe('CR-44 10.00 (1.60)')

  // Of a capture that failed after all, what is left of the invoice is credited.
  const fails = await pays({ amount: '10.00' })
  await reverses(fails, '4.00')
  const failure = { outcome: 'failed', request: 'capture', authorization: fails.key, reference: 'r-1' } as const
  for (const _ of [1, 2]) await applyIncomingResult(world.app, fails.connector, { key: fails.key, result: failure })
  await world.runUntilIdle()
  expect((await documentsIn(world)).slice(9)).toEqual([
    'CR-45 10.00 (1.60)',
    'CRC-46 4.00 (0.64) of CR-45',
    'CRC-47 6.00 (0.96) of CR-45',
  ])
})

test('many payments at once have numbers without gaps, whichever workers give them', async () => {
  const { world, pays } = await openPaymentsFixture({ invoicing })
  await Promise.all(Array.from({ length: 12 }, () => pays()))
  await Promise.all([world.runUntilIdle(), world.runUntilIdle(), world.runUntilIdle()])
  const numbers = (await documentsIn(world)).map((text) => Number(/CR-(\d+)/.exec(text)![1]))
  expect(numbers.toSorted()).toEqual(Array.from({ length: 12 }, (_, index) => 41 + index))
})

test('staff set how a site makes invoices, and see them; others see nothing of it', async () => {
  const { world, site, pays, reverses } = await openPaymentsFixture()
  const people = await openPeople(world)
  const [ours, finance] = [await people.person(), await people.person('finance', merchant(site.merchantId))]
  const foreign = await people.person('owner', merchant(999))
  const path = `/sites/${site.id}/invoicing`
  const reason = 'The shop begins with invoices.'
  const changes = (body: object, who = finance) => who.call('PATCH', path, { body: { reason, ...body } })

  await pays()
  expect((await finance.call('GET', path)).body).toEqual({ siteId: String(site.id), active: false, parked: 0 })
  const refused = async (body: object) => {
    const { status, body: reply } = await changes(body)
    return [status, reply.reason, reply.field ?? (reply.problems as { field: string }[])[0]!.field]
  }
  const seller = { sellerName: 'Crumb & Co. SRL', sellerAddress: 'Strada Pâinii 7\nBucurești' }
  expect(await refused({ sellerName: 'Crumb' })).toEqual([400, 'invalid_invoicing_text', 'sellerAddress'])
  expect(await refused({ ...seller, prefix: 'F1' })).toEqual([400, 'invalid_invoice_prefix', 'prefix'])
  expect(await refused({ ...seller, prefix: 'C-' })).toEqual([400, 'invoice_prefixes_alike', 'creditPrefix'])
  expect(await refused({ ...seller, vatPercent: '100' })).toEqual([400, 'invalid_vat_percent', 'vatPercent'])
  expect(await refused({ ...seller, firstNumber: 0 })).toMatchObject([400, expect.anything(), 'firstNumber'])
  expect((await changes({ ...seller, vatPercent: '19.00', firstNumber: 7, vatId: 'RO1' })).body).toMatchObject({
    active: true,
    vatPercent: '19',
    vatId: 'RO1',
    nextInvoice: 'F-7',
    nextCreditNote: 'C-7',
  })
  await expect(
    world.app.directory.changeSite({ by, siteId: site.id, changes: { invoicing: { firstNumber: 0 } } }),
  ).rejects.toMatchObject({ code: 'invalid_first_number' })
  expect((await foreign.call('GET', path)).status).toBe(404)

  const paid = await pays()
  await world.runUntilIdle()
  expect((await changes({ vatId: null, note: 'Thank you' })).body).toMatchObject({
    note: 'Thank you',
    nextInvoice: 'F-8',
  })
  expect(await refused({ firstNumber: 100 })).toEqual([409, 'invoice_series_begun', 'firstNumber'])
  // A new invoice F-8, and later a credit note with the same number, would be two documents of one name.
  await changes({ prefix: 'N-', creditPrefix: 'M-' })
  expect(await refused({ creditPrefix: 'F-' })).toEqual([409, 'invoice_prefix_used', 'creditPrefix'])
  await changes({ prefix: 'F-', creditPrefix: 'C-' })
  // Without new invoices, those that were made are credited all the same.
  await changes({ active: false })
  await pays()
  await reverses(paid)
  await world.runUntilIdle()
  expect(await documentsIn(world)).toEqual(['F-7 10.00 (1.60)', 'C-7 10.00 (1.60) of F-7'])

  const list = await finance.call('GET', `/invoices?siteId=${site.id}`)
  expect(list.body).toMatchObject({
    total: 2,
    data: [
      { kind: 'creditNote', number: 'C-7', amount: '10.00' },
      { kind: 'invoice', number: 'F-7' },
    ],
  })
  expect((await foreign.call('GET', '/invoices')).body).toMatchObject({ total: 0 })
  const [{ id }] = list.body.data as [{ id: string }]
  expect((await ours.call('GET', `/invoices/${id}`)).body).toMatchObject({
    credits: 'F-7',
    seller: { name: 'Crumb & Co. SRL', vatId: 'RO1' },
    lines: [{ name: 'A cake', units: '1', unitPrice: '10.00', vatPercent: '19', amount: '10.00', vat: '1.60' }],
    rates: [{ vatPercent: '19', net: '8.40', vat: '1.60', gross: '10.00' }],
  })
  expect((await foreign.call('GET', `/invoices/${id}`)).body).toMatchObject({ reason: 'invoice_not_found' })
  const file = await ours.call('GET', '/exports/invoices')
  expect(file.headers['content-disposition']).toContain('invoices')
})

const merchant = (id: number) => ({ kind: 'merchant', id: String(id) }) as const
const by = { actor: 'test', fromWhere: 'test' }

import { expect, test } from 'vitest'
import { breadAndKnife, documentsIn, invoicing } from '../world/invoices.ts'
import { euros, openPaymentsFixture } from '../world/payments-fixture.ts'
import { openPeople } from '../world/staff.ts'

const reason = 'The item has a rate again.'

test('an invoice that cannot be made is parked with what waits for it, and the numbers of the others go on without a gap', async () => {
  const { world, site, pays, order, tries, reverses } = await openPaymentsFixture({ invoicing })
  const people = await openPeople(world)
  const ours = await people.person()
  const foreign = await people.person('owner', { kind: 'merchant', id: '999' })
  const itemized = await order({ amount: euros('14.08'), items: breadAndKnife })
  const bad = await tries(itemized)
  const rate = (vatPercent: string) =>
    world.query(
      `update orders.orders set items = jsonb_set(items, '{0,vatPercent}', '"${vatPercent}"') where id = ${itemized.orderId}`,
    )
  await rate('nine')
  await pays()
  await world.runUntilIdle()
  expect(await documentsIn(world), 'the payment after it has the first number').toEqual(['CR-41 10.00 (1.60)'])

  await world.pass({ hours: 24 })
  await reverses(bad, '5.00')
  await pays({ amount: '11.90' })
  for (const _ of [1, 2, 3, 4]) await world.pass({ hours: 1 })
  expect(await documentsIn(world)).toEqual(['CR-41 10.00 (1.60)', 'CR-42 11.90 (1.90)'])
  const parked = await ours.call('GET', `/invoices/parked?siteId=${site.id}`)
  const [invoice, credit] = parked.body.data as [{ id: string }, { id: string }]
  expect([invoice, credit]).toMatchObject([
    { kind: 'invoice', paymentId: String(bad.id), status: 'parked', problem: expect.stringContaining('nine') },
    { kind: 'creditNote', status: 'parked', problem: `it waits for request ${invoice.id} of the same payment` },
  ])
  expect((await ours.call('GET', `/sites/${site.id}/invoicing`)).body).toMatchObject({ parked: 2 })
  expect((await world.verify()).differences).toEqual([])

  const retry = (who = ours, id = invoice.id) => who.call('POST', `/invoices/parked/${id}/retry`, { body: { reason } })
  expect((await foreign.call('GET', '/invoices/parked')).body).toMatchObject({ total: 0 })
  expect((await retry(foreign)).body.reason).toBe('invoice_request_not_found')
  expect((await retry()).body, 'it fails again').toMatchObject({ status: 'waiting', id: invoice.id })
  for (const _ of [1, 2, 3, 4]) await world.pass({ hours: 1 })
  await rate('9')
  expect((await retry(ours, credit.id)).body, 'those before it are made as well').toMatchObject({ status: 'done' })
  expect((await documentsIn(world)).slice(2)).toEqual(['CR-43 14.08 (2.08)', 'CRC-41 5.00 (0.74) of CR-43'])
  expect((await retry()).body.reason).toBe('invoice_request_not_parked')
  expect((await ours.call('GET', '/invoices/parked')).body).toMatchObject({ total: 0 })
})

test('where a site names no seller, its merchant sells by its legal name, and nobody takes that away', async () => {
  const { world, site, pays, reverses } = await openPaymentsFixture()
  const people = await openPeople(world)
  const ours = await people.person()
  const setsInvoicing = (body: object) =>
    ours.call('PATCH', `/sites/${site.id}/invoicing`, { body: { reason, ...body } })
  const setsMerchant = (body: object) =>
    ours.call('PATCH', `/merchants/${site.merchantId}`, { body: { reason, ...body } })

  const refused = await setsInvoicing({ vatPercent: '19' })
  expect(refused).toMatchObject({ status: 409, body: { reason: 'invoice_seller_missing', field: 'sellerName' } })
  expect(JSON.stringify(refused.body)).toContain(`the legal name and the address of merchant ${site.merchantId}`)
  await setsMerchant({
    legalName: 'Crumb SRL',
    taxNumber: 'RO 12',
    address: 'Strada Pâinii 7\nBucurești',
    country: 'RO',
  })
  const late = await setsMerchant({ legalName: 'Crumb SA', seen: { legalName: '' } })
  expect(late).toMatchObject({ status: 409, body: { reason: 'setting_changed_meanwhile', field: 'legalName' } })
  const seller = { name: 'Crumb SRL', address: 'Strada Pâinii 7\nBucurești\nRomania', vatId: 'RO 12' }
  expect((await setsInvoicing({ vatPercent: '19' })).body).toMatchObject({ active: true, seller, parked: 0 })
  const paid = await pays()
  await world.runUntilIdle()
  const sellers = async () =>
    (await world.query(`select content -> 'seller' as seller from invoices.documents order by id`)).map(
      (row) => row.seller,
    )
  expect(await sellers()).toEqual([seller])

  for (const changes of [{ legalName: '' }, { address: '' }])
    expect((await setsMerchant(changes)).body).toMatchObject({
      reason: 'merchant_sells',
      field: Object.keys(changes)[0],
    })
  // What changes is in later invoices, and a credit note has the seller of its invoice.
  await setsMerchant({ address: 'Piața Unirii 1' })
  await world.pass({ minutes: 1 })
  await pays()
  await reverses(paid)
  await world.runUntilIdle()
  const moved = { ...seller, address: 'Piața Unirii 1\nRomania' }
  expect(await sellers()).toEqual([seller, moved, seller])

  // Numbers of the merchant do not stand beside another seller.
  const other = { sellerName: 'Dospit SRL', sellerAddress: 'Strada Grâului 1' }
  expect((await setsInvoicing(other)).body.seller).toEqual({ name: 'Dospit SRL', address: 'Strada Grâului 1' })
  expect((await setsMerchant({ legalName: '' })).status).toBe(200)
  expect((await setsInvoicing({ sellerName: '', sellerAddress: '' })).body.reason).toBe('invoice_seller_missing')
  expect((await setsInvoicing({ active: false, sellerName: '', sellerAddress: '' })).status).toBe(200)
})

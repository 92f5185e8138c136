import { expect, test } from 'vitest'
import { creditInvoiceByHand } from '#acquiring/fee-invoices'
import { sellerSettings, setBillingDetails } from '../world/fee-invoices.ts'
import { fixtureOf, openPaymentsFixture } from '../world/payments-fixture.ts'
import { exportAs, openPeople, type Person } from '../world/staff.ts'

const reason = 'The wrong company was invoiced.'

test('the VAT of a merchant is set, and a large invoice for fees made and credited, by two people', async () => {
  const FLORIN_APPROVALS = 'settlements:change,fee-invoices:create>5.00EUR,fee-invoices:credit>5.00EUR'
  const fixture = await openPaymentsFixture({}, { environment: { ...sellerSettings, FLORIN_APPROVALS } })
  const { world, site, acquirerProxy, record } = fixture
  const { site: small } = await world.merchant()
  await fixture.pays({ amount: '900.00' })
  await fixtureOf(world, acquirerProxy, record, small).pays({ amount: '10.00' })
  await world.pass({ hours: 24 * 35 })
  const people = await openPeople(world)
  const [ana, bob] = [await people.person('finance'), await people.person('owner')]
  const owner = await people.person('owner', { kind: 'merchant', id: String(site.merchantId) })
  type Invoice = { id: string; merchantId: string; total: string }
  const invoices = async () => (await ana.call('GET', '/fee-invoices')).body.data as Invoice[]
  type Asked = Awaited<ReturnType<Person['call']>>
  const idOf = ({ body }: Asked) => (body.approval as { id: string }).id
  const approves = (by: Person, id: string) =>
    by.call('POST', `/approvals/${id}/approve`, { body: { reason: 'Seen too.' } })
  const carriesOut = (id: string) =>
    ana.call('POST', `/approvals/${id}/carry-out`, { body: { reason }, changesNothing: true })
  // Two presses at once do it once.
  const carriesOutTwice = async (id: string) => {
    const held = await world.holdRow('access.approvals', BigInt(id))
    const presses = [carriesOut(id), carriesOut(id)]
    await world.untilWaiting(2)
    await held.release()
    expect((await Promise.all(presses)).map(({ status }) => status).toSorted()).toEqual([200, 409])
  }

  await setBillingDetails(world, small.merchantId, { vatBasisPoints: 1900 })
  // Small fees are invoiced by one; as soon as a large invoice is among them, the month waits.
  const makes = () => ana.call('POST', '/fee-invoices', { body: { reason, month: '2026-05' } })
  expect((await makes()).body).toMatchObject({ numbers: ['F-2026-000001'], withoutDetails: [String(site.merchantId)] })
  const path = `/merchants/${site.merchantId}/billing-details`
  const company = { legalName: 'Crumb & Co. SRL', address: 'Strada Academiei 7', country: 'RO', vatId: null }
  const detailed = await ana.call('PATCH', path, { body: { reason, ...company, vatBasisPoints: 1900 } })
  expect(detailed).toMatchObject({
    status: 202,
    body: { approval: { action: 'settlements:change', subject: { type: 'billingDetails' } } },
  })
  expect((await ana.call('GET', path)).status).toBe(404)
  await approves(bob, idOf(detailed))
  await carriesOutTwice(idOf(detailed))
  expect((await ana.call('GET', path)).body).toMatchObject({ ...company, vatBasisPoints: 1900 })
  const month = await makes()
  expect(month).toMatchObject({
    status: 202,
    body: { approval: { request: { invoices: 1, largest: [`12.85 EUR of merchant ${site.merchantId}`] } } },
  })
  await approves(bob, idOf(month))
  await carriesOutTwice(idOf(month))
  expect((await makes()).body).toMatchObject({ numbers: [] })

  const invoiceOf = async (merchantId: number) =>
    (await invoices()).find((one) => one.merchantId === String(merchantId))!.id
  const credits = (by: Person, id: string) => by.call('POST', `/fee-invoices/${id}/credit`, { body: { reason } })

  expect(await credits(ana, await invoiceOf(small.merchantId))).toMatchObject({ status: 201 })
  const large = await invoiceOf(site.merchantId)
  const asked = await credits(ana, large)
  expect(asked).toMatchObject({
    status: 202,
    body: { approval: { action: 'fee-invoices:credit', status: 'requested' } },
  })
  expect(await invoices()).toHaveLength(3)

  const id = idOf(asked)
  expect((await approves(ana, id)).body).toMatchObject({ reason: 'approval_by_same_person' })
  expect((await approves(owner, id)).body).toMatchObject({ reason: 'approval_of_operator' })
  expect(await approves(bob, id)).toMatchObject({ status: 200, body: { carryOut: true } })
  await carriesOutTwice(id)
  expect(await invoices()).toHaveLength(4)

  // The list is read on from each of them; their merchant sees its own.
  const page = async (by: Person, query: string) => (await by.call('GET', `/fee-invoices?${query}`)).body
  const first = await page(ana, 'size=3')
  const [oldest] = (await page(ana, `size=3&after=${first.next}`)).data as { number: string; month: string }[]
  expect([first, oldest]).toMatchObject([{ total: 4, totalIsExact: true }, { number: expect.stringMatching(/1$/) }])
  for (const [query, total] of [
    [`kind=invoice&month=${oldest!.month}&currency=EUR`, 2],
    [`text=${oldest!.number.toLowerCase()}`, 1],
    [`merchantId=${site.merchantId}&created=this-month`, 2],
    ['month=2020-01', 0],
  ] as const)
    expect([query, await page(ana, query)]).toMatchObject([query, { total }])
  expect((await page(ana, 'kind=creditNote')).data).toMatchObject([{ kind: 'creditNote' }, { kind: 'creditNote' }])
  expect(await page(owner, `month=${oldest!.month}`)).toMatchObject({ total: 2 })
  expect((await exportAs(world, owner, 'fee-invoices?kind=invoice')).lines).toHaveLength(2)

  // At the command line an operator without a name cannot be one of two.
  const again = creditInvoiceByHand(world.app, {
    by: { actor: 'operator', fromWhere: 'test', reason },
    id: BigInt(large) as never,
  })
  await expect(again).rejects.toMatchObject({ code: 'fee_invoice_credited' })
})

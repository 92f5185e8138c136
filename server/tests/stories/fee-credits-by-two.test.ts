import { expect, test } from 'vitest'
import { creditInvoiceByHand, makeDueInvoices } from '#acquiring/fee-invoices'
import { sellerSettings, setBillingDetails } from '../world/fee-invoices.ts'
import { fixtureOf, openPaymentsFixture } from '../world/payments-fixture.ts'
import { openPeople, type Person } from '../world/staff.ts'

const reason = 'The wrong company was invoiced.'

test('a large invoice for fees is credited by two people, and a small one by one', async () => {
  const FLORIN_APPROVALS = 'fee-invoices:credit>5.00EUR'
  const fixture = await openPaymentsFixture({}, { environment: { ...sellerSettings, FLORIN_APPROVALS } })
  const { world, site, acquirerProxy, record } = fixture
  const { site: small } = await world.merchant()
  await fixture.pays({ amount: '900.00' })
  await fixtureOf(world, acquirerProxy, record, small).pays({ amount: '10.00' })
  for (const { merchantId } of [site, small]) await setBillingDetails(world, merchantId, { vatBasisPoints: 1900 })
  await world.pass({ hours: 24 * 35 })
  await makeDueInvoices(world.app)
  const people = await openPeople(world)
  const [ana, bob] = [await people.person('finance'), await people.person('owner')]
  const owner = await people.person('owner', { kind: 'merchant', id: String(site.merchantId) })
  type Invoice = { id: string; merchantId: string; total: string }
  const invoices = async () => (await ana.call('GET', '/fee-invoices')).body.data as Invoice[]
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

  const { id } = asked.body.approval as { id: string }
  const approves = (by: Person) => by.call('POST', `/approvals/${id}/approve`, { body: { reason: 'Seen too.' } })
  expect((await approves(ana)).body).toMatchObject({ reason: 'approval_by_same_person' })
  expect((await approves(owner)).body).toMatchObject({ reason: 'approval_of_operator' })
  expect(await approves(bob)).toMatchObject({ status: 200, body: { carryOut: true } })
  // Two presses at once are one credit note.
  const presses = await Promise.all(
    [1, 2].map(() => ana.call('POST', `/approvals/${id}/carry-out`, { body: { reason }, changesNothing: true })),
  )
  expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await invoices()).toHaveLength(4)

  // At the command line an operator without a name cannot be one of two.
  const again = creditInvoiceByHand(world.app, {
    by: { actor: 'operator', fromWhere: 'test', reason },
    id: BigInt(large) as never,
  })
  await expect(again).rejects.toMatchObject({ code: 'fee_invoice_credited' })
})

import { addEvidenceFile, changeEvidence } from '#acquiring/disputes'
import { makeInvoicesByHand } from '#acquiring/fee-invoices'
import type { PaymentId } from '#acquiring/ids'
import { listBreaks, type SampleFault, writeOffBreak } from '#acquiring/reconciliation'
import { operator, reportsOf } from './acquirer-reports.ts'
import { by } from './author.ts'
import { banksOf } from './disputes.ts'
import { sellerSettings, setBillingDetails } from './fee-invoices.ts'
import { invoicing } from './invoices.ts'
import { pdf } from './media.ts'
import { openPaidMerchant } from './merchant-payouts.ts'
import { makePaymentsFixture } from './payments-fixture.ts'
import { openPeople } from './staff.ts'
import type { World } from './world.ts'

/**
 * A month of a merchant and its acquirer: reports that agree, differ, and know of a payment that we do not; invoices of
 * payments and of our fees, and a dispute with evidence.
 */
export async function acquirerHistory(): Promise<World> {
  const fixture = await makePaymentsFixture({ invoicing }, { environment: sellerSettings })
  const { world, site, pays, reverses } = fixture
  const { app } = world
  const { importsToday } = reportsOf(fixture)
  await setBillingDetails(world, site.merchantId)
  await openPaidMerchant(world, site.merchantId)
  await app.bins.load({ by, file: ['bin,bank\n411111,One\n'] })
  const ana = await (await openPeople(world)).person()
  const view = { list: 'topups', name: 'Failed', search: 'status=failed', shared: false, reason: 'Each morning.' }
  await ana.call('POST', '/saved-views', { body: view })
  const reports = async (fault?: SampleFault) => {
    await pays({ amount: '100.00' })
    await pays({ amount: '50.00' })
    await world.pass({ hours: 24 })
    await importsToday(fault)
    return (await listBreaks(app.db, { status: 'open' }, { page: 1, size: 1 })).data[0]
  }
  await reports()
  await writeOffBreak(app, { by: operator, id: (await reports('amount'))!.id })
  await reports('unknown')
  const payment = await pays({ amount: '30.00' })
  await banksOf(fixture).disputes(payment)
  const dispute = { id: (await fixture.followersOf(payment))[0]!.id as PaymentId }
  const author = { ...by, reason: 'The bread was sent.' }
  await changeEvidence(app, { by: author, dispute, changes: { explanation: 'It was sent.' } })
  await addEvidenceFile(app, { by: author, dispute, kind: 'receipt', content: pdf() })
  await reverses(await pays({ amount: '40.00' }), '5.00')
  world.clock.set(Temporal.Instant.from('2026-06-01T06:00:00Z'))
  await makeInvoicesByHand(app, { by: operator, month: '2026-05' })
  await world.runUntilIdle()
  return world
}

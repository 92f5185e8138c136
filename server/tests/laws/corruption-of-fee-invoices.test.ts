import { creditInvoice, findInvoiceByNumber, makeInvoicesByHand } from '#acquiring/fee-invoices'
import { sealAll } from '../../src/audit/seal.ts'
import { corruptionLaw } from '../world/corruption-law.ts'
import { feeInvoiceCorruptions } from '../world/corruptions-of-fee-invoices.ts'
import { sellerSettings, setBillingDetails } from '../world/fee-invoices.ts'
import { operator } from '../world/merchant-payouts.ts'
import { makePaymentsFixture } from '../world/payments-fixture.ts'

/** A merchant whose May was invoiced, credited, and invoiced again. */
async function historyOfInvoices() {
  const { world, site, pays, reverses } = await makePaymentsFixture({}, { environment: sellerSettings })
  const { app } = world
  await setBillingDetails(world, site.merchantId)
  const payment = await pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  await reverses(payment, '50.00')
  world.clock.set(Temporal.Instant.from('2026-06-01T06:00:00Z'))
  const make = () => makeInvoicesByHand(app, { by: operator, month: '2026-05' })
  await make()
  await creditInvoice(app, { by: operator, id: (await findInvoiceByNumber(app.db, 'F-2026-000001'))!.id })
  await make()
  await world.runUntilIdle()
  await sealAll(app)
  return world
}

/** What verify should say, and what is done. */
const impossible = {
  'its number is not the next one of its year':
    'delete from fee_invoices.lines where invoice_id = 1002; delete from fee_invoices.invoices where id = 1002',
  'the last number is not that of the last invoice of the year': 'update fee_invoices.series set last_number = 4',
  'its total is not the sum of its lines': 'update fee_invoices.invoices set minor = minor + 1 where id = 1003',
  'its VAT is not the part of the total that its rate says':
    'update fee_invoices.invoices set vat_minor = vat_minor + 1 where id = 1003',
  'its lines are not the fees that were booked in its month': `update fee_invoices.lines set minor = minor + 1 where invoice_id = 1003`,
  'a line is not what its rate and its payments come to': `update fee_invoices.lines set base_minor = 1 where kind = 'percentage'`,
  'it is not the reverse of what it credits': `update fee_invoices.invoices set month = '2026-04' where id = 1002`,
  'its month was invoiced before, and that was not credited':
    'update fee_invoices.invoices set attempt = 3 where id = 1003',
}

corruptionLaw('invoices for fees', {
  history: historyOfInvoices,
  corruptions: feeInvoiceCorruptions,
  oneOf: 5,
  impossible,
})

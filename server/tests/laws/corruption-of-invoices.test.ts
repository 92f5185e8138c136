import { sealAll } from '../../src/audit/seal.ts'
import { corruptionLaw } from '../world/corruption-law.ts'
import { invoiceCorruptions } from '../world/corruptions-of-invoices.ts'
import { breadAndKnife, invoicing } from '../world/invoices.ts'
import { euros, makePaymentsFixture } from '../world/payments-fixture.ts'

/** Invoices of some payments, one of which went back in two parts. */
async function historyOfInvoices() {
  const { world, pays, order, tries, reverses } = await makePaymentsFixture({ invoicing })
  const paid = await tries(await order({ amount: euros('14.08'), items: breadAndKnife }))
  await pays()
  await world.pass({ hours: 24 })
  for (const amount of ['5.00', '9.08']) await reverses(paid, amount)
  await reverses(await pays())
  await world.runUntilIdle()
  await sealAll(world.app)
  return world
}

/** What verify should say, and what is done. */
const impossible = {
  'its lines do not add up to it': `update invoices.documents set vat_minor = vat_minor + 1 where kind = 'invoice'`,
  'its VAT is not what the rate says': `update invoices.documents set vat_minor = vat_minor + 5,
    content = jsonb_set(content, '{lines,0,vatMinor}', to_jsonb(((content #>> '{lines,0,vatMinor}')::bigint + 5)::text)) where kind = 'invoice'`,
  'it is not of what moved': "update invoices.documents set currency = 'GBP'",
  'it is not what was requested, or for another customer':
    'update invoices.documents set shopper_id = shopper_id + 1000',
  'it does not fit the invoice that it credits': `update invoices.documents set content = jsonb_set(content, '{credits,number}', '"CR-1"') where nth = 2`,
  'numbers are missing in its series': 'delete from invoices.documents where nth = 2',
  'more is credited than it has': `update invoices.documents set minor = minor + 1 where nth = 2`,
  'it has no document, or is due and has one, or is due at another time':
    'update invoices.requests set due_at = made_at',
  'it has gone back, and its invoice is not credited': `alter table invoices.documents drop constraint documents_request_id_fkey;
    delete from invoices.requests where kind = 'creditNote'`,
}

corruptionLaw('invoices of sites', {
  history: historyOfInvoices,
  corruptions: invoiceCorruptions,
  oneOf: 4,
  impossible,
})

import { expect, test } from 'vitest'
import { makeDueInvoices } from '#acquiring/fee-invoices'
import { sellerSettings, setBillingDetails } from '../world/fee-invoices.ts'
import { fixtureOf, openPaymentsFixture } from '../world/payments-fixture.ts'

test('a merchant whose month fails waits with its later months, and keeps back those of no other', async () => {
  const fixture = await openPaymentsFixture({}, { environment: sellerSettings })
  const { world, site, acquirerProxy, record } = fixture
  const { site: otherSite } = await world.merchant()
  const other = fixtureOf(world, acquirerProxy, record, otherSite)
  const at = (moment: string) => world.clock.set(Temporal.Instant.from(moment))
  for (const { merchantId } of [site, otherSite]) await setBillingDetails(world, merchantId)
  const payBoth = () => Promise.all([fixture, other].map(({ pays }) => pays({ amount: '100.00' })))
  const invoices = async () =>
    (await world.query('select merchant_id as merchant, month from fee_invoices.invoices order by id')).map(
      ({ merchant, month }) => `${merchant === otherSite.merchantId ? 'other' : 'bad'} ${month}`,
    )
  const months = async () =>
    (await world.query('select month from fee_invoices.months order by id')).map((row) => row.month)

  await payBoth()
  at('2026-06-01T12:00:00Z')
  await makeDueInvoices(world.app)
  await payBoth()
  const isBroken = `merchant_id <> ${site.merchantId} or month <> '2026-06'`
  await world.query(`alter table fee_invoices.invoices add constraint planted check (${isBroken}) not valid`)
  at('2026-07-01T12:00:00Z')
  await expect(makeDueInvoices(world.app)).rejects.toThrow('planted')
  await payBoth()
  at('2026-08-01T12:00:00Z')
  await expect(makeDueInvoices(world.app)).rejects.toThrow('planted')
  const ofOthers = ['bad 2026-05', 'other 2026-05', 'other 2026-06', 'other 2026-07']
  expect([await invoices(), await months()]).toEqual([ofOthers, ['2026-05']])

  await world.query('alter table fee_invoices.invoices drop constraint planted')
  await makeDueInvoices(world.app)
  expect([await invoices(), await months()]).toEqual([
    [...ofOthers, 'bad 2026-06', 'bad 2026-07'],
    ['2026-05', '2026-06', '2026-07'],
  ])
  expect((await world.verify()).differences).toEqual([])
})

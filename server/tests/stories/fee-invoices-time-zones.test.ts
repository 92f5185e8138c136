import { expect, test } from 'vitest'
import { makeDueInvoices, makeInvoicesByHand } from '#acquiring/fee-invoices'
import { sellerSettings, setBillingDetails } from '../world/fee-invoices.ts'
import { operator } from '../world/merchant-payouts.ts'
import { fixtureOf, openPaymentsFixture } from '../world/payments-fixture.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

test.for([
  ['UTC', 'Europe/Bucharest'],
  ['Europe/Bucharest', 'UTC'],
] as const)('each fee is in one invoice when the seller goes from %s to %s', async ([before, after]) => {
  const fixture = await openPaymentsFixture({}, { environment: sellerSettings })
  const { world, site, pays, acquirerProxy, record } = fixture
  const { site: lateSite } = await world.merchant()
  const late = fixtureOf(world, acquirerProxy, record, lateSite)
  const at = (moment: string) => world.clock.set(Temporal.Instant.from(moment))
  const zoned = (timeZone: string) => ({ ...world.app, seller: { ...world.app.seller!, timeZone } })
  const invoices = () =>
    world.query(
      `select month, minor::integer as minor, period_from::text as "from", period_until::text as until
       from fee_invoices.invoices where merchant_id = ${site.merchantId} order by id`,
    )
  await setBillingDetails(world, site.merchantId)
  // The one merchant is paid in the hours that are of May in one zone, and of June in the other; the other one, too.
  at('2026-05-31T22:30:00Z')
  await pays({ amount: '1000.00' })
  await late.pays({ amount: '500.00' })
  at('2026-06-01T12:00:00Z')
  await makeDueInvoices(zoned(before))
  await pays({ amount: '10.00' })
  at('2026-07-01T12:00:00Z')
  await makeDueInvoices(zoned(after))
  const [fees] = await world.query(
    `select -sum(l.minor)::integer as minor from ledger.lines l join ledger.entries e on e.id = l.entry_id
     join payments.payments p on 'payment ' || p.id = e.reference
     where l.account = 'income:fees' and p.merchant_id = ${site.merchantId}`,
  )
  const made = (await invoices()) as { month: string; minor: number; from: string; until: string }[]
  expect(made.reduce((sum, { minor }) => sum + minor, 0)).toBe(fees!.minor)
  for (const [nth, one] of made.slice(1).entries()) expect(one.from).toBe(made[nth]!.until)

  // Details that come late: what was not invoiced meanwhile is in the first invoice.
  await setBillingDetails(world, lateSite.merchantId)
  await late.pays({ amount: '10.00' })
  at('2026-08-01T12:00:00Z')
  await makeDueInvoices(zoned(before))
  const [first] = await world.query(
    `select minor::integer as minor from fee_invoices.invoices where merchant_id = ${lateSite.merchantId}`,
  )
  expect(first).toEqual({ minor: 725 + 39 })
  await makeInvoicesByHand(zoned(before) as never, { by: operator, month: '2026-05' })
  expect(await world.query('select count(*)::integer as n from fee_invoices.invoices')).toEqual([
    { n: made.length + 1 },
  ])
  if (made.length < 2) return
  const hand = await connectAsSuperuser(world.databaseUrl, { unruled: true })
  const moves = (hours: number) =>
    hand.query(
      `update fee_invoices.invoices set period_from = period_from + interval '${hours} hours' where month = '2026-06'`,
    )
  await moves(-1)
  expect((await world.verify()).differences.map(({ wrong }) => wrong)).toContain(
    'its period does not begin where the one before it ended',
  )
  await moves(1)
})

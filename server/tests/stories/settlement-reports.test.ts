import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { openCommandLine } from '../recordings/command-line.ts'
import { losesDispute } from '../world/disputes.ts'
import { openPaidMerchant } from '../world/merchant-payouts.ts'
import { euros, openPaymentsFixture } from '../world/payments-fixture.ts'
import { textsOfPdf } from '../world/read-pdf.ts'
import { openPeople } from '../world/staff.ts'

type Row = Record<string, string>
type Report = { transactions: Row[]; totals: (Row & { count: number })[] }

test('a settlement report has each transaction with fee, net, batch and payout, and its net is that of the statement', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site, pays, reverses } = fixture
  const { merchantId } = site
  const { site: hotel } = await world.merchant({ acceptsSplitsFrom: [site.id] })
  await openPaidMerchant(world, merchantId)
  const { person } = await openPeople(world)
  const owner = await person('owner', { kind: 'merchant', id: String(merchantId) })
  const share = { toSite: hotel.id, amount: euros('40.00'), description: undefined, splits: [] }
  const split = await pays({ amount: '100.00', option: { splits: [share], subMerchantId: undefined } })
  await reverses(await pays({ amount: '8.00' }))
  await world.pass({ hours: 24 })
  const refund = await reverses(split, '50.00')
  await pays({ amount: '60.00', pan: losesDispute })
  for (const days of [1, 5, 1]) await world.pass({ hours: 24 * days })
  const last = await pays({ amount: '5.00' })

  const path = `/merchants/${merchantId}/settlement-report`
  const days = 'from=2026-05-01&to=2026-05-12'
  const { body } = await owner.call('GET', `${path}?${days}`)
  const { transactions, totals } = body as Report
  expect(transactions.map(({ type, gross, shares, fee, net }) => [type, gross, shares, fee, net])).toEqual([
    ['deposit', '100.00', '-40.00', '-1.65', '58.35'],
    ['refund', '-50.00', '20.00', '0.70', '-29.30'],
    ['deposit', '60.00', '0.00', '-1.09', '58.91'],
    ['chargeback', '-60.00', '0.00', '0.00', '-60.00'],
    ['deposit', '5.00', '0.00', '-0.32', '4.68'],
  ])
  expect(totals).toEqual([{ currency: 'EUR', count: 5, gross: '55.00', shares: '-20.00', fee: '-2.36', net: '32.64' }])
  // What is cancelled is in the statement twice, and in no settlement.
  const statement = (await owner.call('GET', `/merchants/${merchantId}/statement?${days}`)).body as { totals: Row[] }
  const ofPayments = statement.totals.filter(({ kind }) => !kind!.startsWith('payout'))
  expect(ofPayments.reduce((sum, { net }) => sum + Math.round(Number(net) * 100), 0)).toBe(32_64)

  // Money that came in names its batch, and the payout of that as soon as there is one.
  const [first, ...rest] = transactions
  expect(first).toMatchObject({
    batchId: expect.any(String),
    merchantPayoutId: expect.any(String),
    siteId: String(site.id),
  })
  expect(rest.map(({ batchId, merchantPayoutId }) => [batchId !== undefined, merchantPayoutId !== undefined])).toEqual([
    [true, false],
    [true, true],
    [true, false],
    [false, false],
  ])
  const payout = (await owner.call('GET', `/merchant-payouts/${first!.merchantPayoutId}`)).body as { items: Row[] }
  expect(payout.items).toMatchObject([{ kind: 'batch', batchId: first!.batchId }])

  // The record of each transaction says the same.
  const { batchId, merchantPayoutId } = first!
  expect((await owner.call('GET', `/payments/${split.id}`)).body).toMatchObject({
    net: '58.35',
    batchId,
    merchantPayoutId,
  })
  expect((await owner.call('GET', `/payments/${refund.id}`)).body).toMatchObject({ net: '-29.30', fee: '0.70' })
  expect((await owner.call('GET', `/payments/${last.id}`)).body).not.toHaveProperty('batchId')
  const { prints } = openCommandLine(world)
  expect(await prints(`payment show ${split.id}`)).toMatch(
    new RegExp(`Net +58.35 EUR\n.*Batch +${batchId}\n.*Paid out by +merchant payout ${merchantPayoutId}\n`, 's'),
  )

  // The other forms, and one site alone.
  const raw = async (query: string, { token } = owner) =>
    world.http.inject({
      method: 'GET',
      url: `/staff/v1${path}?${days}&${query}`,
      headers: { authorization: `Bearer ${token}` },
    })
  const csv = await raw(`format=csv&siteId=${site.id}`)
  expect(csv.headers['content-disposition']).toContain(
    `settlement-${merchantId}-site-${site.id}-2026-05-01-2026-05-12.csv`,
  )
  const rows: Row[] = parse(csv.body, { columns: true })
  expect(rows.map(({ id, net, batchId: batch }) => [id, net, batch])).toEqual(
    transactions.map(({ id, net, batchId: batch = '' }) => [id, net, batch]),
  )
  const texts = textsOfPdf((await raw('format=pdf')).rawPayload).flat()
  expect(texts.slice(texts.indexOf(`${batchId} EUR`)).slice(0, 7)).toEqual([
    `${batchId} EUR`,
    '1',
    '100.00',
    '-40.00',
    '-1.65',
    '58.35',
    merchantPayoutId,
  ])
  expect(texts.slice(texts.lastIndexOf('EUR')).slice(0, 6)).toEqual(['EUR', '5', '55.00', '-20.00', '-2.36', '32.64'])
  const folder = mkdtempSync(join(tmpdir(), 'reports-'))
  const file = join(folder, 'may.csv')
  const command = `merchant settlement-report ${merchantId} --from 2026-05-01 --to 2026-05-12 --site ${site.id} --format csv`
  expect(await prints(`${command} --file ${file}`)).toBe(`The report is in ${file}.`)
  expect(readFileSync(file)).toEqual(csv.rawPayload)
  rmSync(folder, { recursive: true })

  expect((await raw(`siteId=${hotel.id}`)).json()).toMatchObject({
    code: 404,
    field: 'siteId',
    reason: 'report_site_unknown',
  })
  expect((await raw('format=json&currency=RON')).json()).toMatchObject({ currency: 'RON', transactions: [], totals: [] })
  expect(((await raw('currency=EUR')).json() as Report).totals).toEqual(totals)
  expect((await raw('siteId=x')).json()).toMatchObject({ code: 404, field: 'siteId', reason: 'report_site_unknown' })
  const stranger = await person('owner', { kind: 'merchant', id: String(hotel.merchantId) })
  expect((await raw('', stranger)).statusCode).toBe(404)
})

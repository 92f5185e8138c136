import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { balancesOf, changeTerms, listPayouts } from '#acquiring/merchant-payouts'
import { openStatement } from '#acquiring/statements'
import { formatMoney } from '#kernel/base/money.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { losesDispute, winsDispute } from '../world/disputes.ts'
import { openPaidMerchant, operator } from '../world/merchant-payouts.ts'
import { euros, openPaymentsFixture } from '../world/payments-fixture.ts'
import { textsOfPdf } from '../world/read-pdf.ts'
import { openPeople } from '../world/staff.ts'

type Row = Record<string, string>
type Body = Row & { final: boolean; movements: Row[]; totals: (Row & { count: number })[] }

test('a statement has every movement of the balance, and agrees with the books and the payouts to the cent', async () => {
  const fixture = await openPaymentsFixture({ payoutsAllowed: true })
  const { world, site, pays, reverses } = fixture
  const { merchantId } = site
  const { person } = await openPeople(world)
  const owner = await person('owner', { kind: 'merchant', id: String(merchantId) })
  const path = `/merchants/${merchantId}/statement`
  const statement = async (query: string) => (await owner.call('GET', `${path}?${query}`)).body as Body
  expect(await statement('from=2026-05-04&to=2026-05-04')).toMatchObject({
    code: 400,
    reason: 'statement_currency_missing',
    field: 'currency',
  })

  // Half of the first payment is refunded; its batch is reserved in part; the payout of its rest comes back.
  await openPaidMerchant(world, merchantId, { ending: '0003', reserveBasisPoints: 1_000, reserveDays: 3 })
  const first = await pays({ amount: '100.00' })
  const second = await pays({ amount: '8.00' })
  await reverses(second)
  await world.pass({ hours: 24 })
  await reverses(first, '50.00')
  await pays({ amount: '20.00', pan: losesDispute })
  await pays({ amount: '30.00', pan: winsDispute })
  // With a reserve, payouts to cards wait for the batch too.
  const reserves = (reserveBasisPoints: number, reserveDays: number) =>
    changeTerms(world.app, { by: operator, merchantId, changes: { reserveBasisPoints, reserveDays } })
  await reserves(0, 0)
  await fixture.paysOut('1.00')
  await reserves(1_000, 3)
  for (const days of [1, 5, 5, 10, 5]) await world.pass({ hours: 24 * days })

  const may = await statement('from=2026-05-01&to=2026-05-31&timeZone=Europe/Bucharest')
  const [balance] = await balancesOf(world.app, merchantId)
  expect(may).toMatchObject({
    merchantId: String(merchantId),
    currency: 'EUR',
    final: false,
    openingBalance: '0.00',
    closingBalance: formatMoney(balance!.payable),
    disputed: formatMoney(balance!.disputed),
    reserve: formatMoney(balance!.reserve),
    onItsWay: formatMoney(balance!.onItsWay),
  })
  expect(
    may.movements.slice(0, 4).map(({ kind, gross, fee, net, balance }) => [kind, gross, fee, net, balance]),
  ).toEqual([
    ['capture', '100.00', '-1.65', '98.35', '98.35'],
    ['capture', '8.00', '-0.36', '7.64', '105.99'],
    ['cancellation', '-8.00', '0.36', '-7.64', '98.35'],
    ['reserveHeld', '-10.00', '0.00', '-10.00', '88.35'],
  ])
  expect(may.movements[0]).toMatchObject({
    description: 'Payment',
    reference: `payment ${first.id}`,
    siteId: String(site.id),
  })
  expect(may.totals.map(({ kind, count, net }) => [kind, count, net])).toEqual([
    ['capture', 5, '164.40'],
    ['cancellation', 1, '-7.64'],
    ['refund', 1, '-49.30'],
    ['chargeback', 2, '-50.00'],
    ['representment', 1, '30.00'],
    ['cardPayout', 1, '-1.00'],
    ['reserveHeld', 2, '-16.00'],
    ['reserveReleased', 2, '16.00'],
    ['payout', expect.any(Number), expect.any(String)],
    ['payoutReturned', expect.any(Number), expect.any(String)],
  ])
  expect(may.totals.find(({ kind }) => kind === 'refund')).toMatchObject({ gross: '-50.00', fee: '0.70' })

  // Each payout is a movement, also the other way when it came back.
  const { data: payouts } = await listPayouts(
    world.app.db,
    { merchantIds: [merchantId], status: undefined },
    { page: 1, size: 100 },
  )
  const movementOf = (kind: string) =>
    may.movements.filter((one) => one.kind === kind).map(({ reference, net }) => [reference, net!.replace('-', '')])
  const asMovement = (list: typeof payouts) =>
    list.map(({ id, amount }) => [`merchant payout ${id}`, formatMoney(amount)])
  expect(movementOf('payout')).toEqual(asMovement(payouts.toReversed()))
  expect(movementOf('payoutReturned').length).toBeGreaterThan(0)
  // Two that come back on one day do so in any order.
  expect(movementOf('payoutReturned').toSorted()).toEqual(
    asMovement(payouts.toReversed().filter(({ status }) => status === 'returned')),
  )

  // Days follow one another without a gap, and a day that is over is final.
  let closing = '0.00'
  for (const day of ['2026-05-04', '2026-05-05', '2026-05-06']) {
    const one = await statement(`from=${day}&to=${day}`)
    expect([one.openingBalance, one.final]).toEqual([closing, true])
    closing = one.closingBalance!
  }
  expect(closing).toBe((await statement('from=2026-05-07&to=2026-05-07')).openingBalance)

  // The same in the other forms, and by command.
  const week = 'from=2026-05-04&to=2026-05-10'
  const raw = async (format: string) =>
    (
      await world.http.inject({
        method: 'GET',
        url: `/staff/v1${path}?${week}&format=${format}`,
        headers: { authorization: `Bearer ${owner.token}` },
      })
    ).rawPayload
  const { movements, totals, ...ends } = await statement(week)
  const rows: Row[] = parse(await raw('csv'), { columns: true })
  expect(rows.map(({ kind, net, balance }) => [kind, net, balance])).toEqual([
    ['opening', '', ends.openingBalance],
    ...movements.map(({ kind, net, balance }) => [kind, net, balance]),
    ['closing', '', ends.closingBalance],
  ])
  const texts = textsOfPdf(await raw('pdf')).flat()
  expect(texts.slice(0, 2)).toEqual(['Statement', `Crumb & Co., merchant ${merchantId}`])
  expect(texts).toContain(`Payment: payment ${first.id}, site ${site.id}`)
  expect(texts.slice(texts.indexOf('Closing balance')).slice(0, 2)).toEqual(['Closing balance', ends.closingBalance])
  expect(texts.slice(texts.indexOf('Refunds')).slice(0, 5)).toEqual(['Refunds', '1', '-50.00', '0.70', '-49.30'])
  expect(totals).toHaveLength(6)
  const { prints } = openCommandLine(world)
  const folder = mkdtempSync(join(tmpdir(), 'statements-'))
  const command = `merchant statement ${merchantId} --from 2026-05-04 --to 2026-05-10`
  for (const format of ['json', 'csv', 'pdf']) {
    const file = join(folder, `may.${format}`)
    expect(await prints(`${command} --format ${format} --file ${file}`)).toBe(`The statement is in ${file}.`)
    expect(readFileSync(file)).toEqual(await raw(format))
  }
  rmSync(folder, { recursive: true })
  expect(await prints(`${command} --format pdf`)).toContain('Name a file')
  expect(await prints('merchant statement 7777 --from 2026-05-04 --to 2026-05-10')).toContain(
    'There is no merchant 7777',
  )

  // What is refused names its field, and another merchant sees nothing.
  const refused = [
    ['from=2026-05-07&to=2026-05-06', 'from', 'statement_days_reversed'],
    ['from=2025-05-01&to=2026-05-06', 'from', 'statement_days_too_many'],
    ['from=2026-05-01&to=2026-07-01', 'to', 'statement_days_in_future'],
    ['from=2026-05-01&to=2026-05-06&currency=XXX', 'currency', 'invalid_field'],
  ]
  for (const [query, field, reason] of refused)
    expect(await statement(query!)).toMatchObject({ code: 400, field, reason })
  const days = {
    from: Temporal.PlainDate.from('2026-05-04'),
    to: Temporal.PlainDate.from('2026-05-04'),
    timeZone: 'UTC',
  }
  await expect(
    openStatement(world.app, { merchantId, currency: 'EUR', period: days }, { movementsMax: 2 }),
  ).rejects.toMatchObject({ code: 'statement_movements_too_many', field: 'to' })
  const { site: others } = await world.merchant()
  const stranger = await person('owner', { kind: 'merchant', id: String(others.merchantId) })
  expect(await stranger.call('GET', `${path}?${week}`)).toMatchObject({ status: 404 })
})

test('a share of a payment of another shop is a movement without its fee, and so is its return', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site, pays, reverses } = fixture
  const { site: hotel } = await world.merchant({ acceptsSplitsFrom: [site.id] })
  const share = { toSite: hotel.id, amount: euros('40.00'), description: undefined, splits: [] }
  const payment = await pays({ amount: '100.00', option: { splits: [share], subMerchantId: undefined } })
  await world.pass({ hours: 24 })
  await reverses(payment, '50.00')
  const { calling, person } = await openPeople(world)
  const operator = calling((await person()).token)
  const of = async (merchantId: number) => {
    const { body } = await operator('GET', `/merchants/${merchantId}/statement?from=2026-05-04&to=2026-05-05`)
    return (body as Body).movements.map(({ kind, gross, fee, net, siteId }) => [kind, gross, fee, net, siteId])
  }
  expect(await of(site.merchantId)).toEqual([
    ['capture', '60.00', '-1.65', '58.35', String(site.id)],
    ['refund', '-30.00', '0.70', '-29.30', String(site.id)],
  ])
  expect(await of(hotel.merchantId)).toEqual([
    ['share', '40.00', '0.00', '40.00', undefined],
    ['shareReturned', '-20.00', '0.00', '-20.00', undefined],
  ])
})

test('the limit of a statement counts its movements, not what becomes available of them', async () => {
  const { world, site, pays, reverses } = await openPaymentsFixture()
  const { merchantId } = site
  await openPaidMerchant(world, merchantId, { schedule: 'manual', delayDays: 2 })
  for (let n = 0; n < 3; n++) await reverses(await pays({ amount: '10.00' }))
  await pays({ amount: '10.00' })
  for (let days = 0; days < 3; days++) await world.pass({ hours: 24 })
  const period = {
    ...{ from: Temporal.PlainDate.from('2026-05-04'), to: Temporal.PlainDate.from('2026-05-07'), timeZone: 'UTC' },
  }
  const statement = (movementsMax: number) =>
    openStatement(world.app, { merchantId, currency: 'EUR', period }, { movementsMax })
  const parts = await Array.fromAsync((await statement(7)).movements())
  expect(parts.flat()).toHaveLength(7)
  await expect(statement(6)).rejects.toThrow('These days have 7 movements; a statement has at most 6')
})

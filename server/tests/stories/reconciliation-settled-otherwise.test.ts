import { expect, test } from 'vitest'
import { acceptBreak, listBreaks, matchBreak, writeOffBreak } from '#acquiring/reconciliation'
import { operator, reportsOf } from '../world/acquirer-reports.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'
import { openPeople } from '../world/staff.ts'

const head = 'connector,entry,batch,type,key,reference,currency,gross,fees,net,bookedOn,valueOn'

/** A payment of 100.00 and reports of rows about it, each with the transfer of its money. */
async function openPaid(environment: Record<string, string> = {}) {
  const fixture = await openPaymentsFixture({}, { environment })
  const { world } = fixture
  const { imports } = reportsOf(fixture)
  const paid = await fixture.pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  const row = (entry: string, gross: string, fees: string, net: string) =>
    `sandbox,${entry},${entry},capture,${paid.key},,EUR,${gross},${fees},${net},2026-05-05,2026-05-05`
  const transfer = (entry: string, net: string) =>
    `sandbox,${entry}t,${entry},transfer,,,EUR,-${net},0.00,-${net},2026-05-05,2026-05-05`
  const rows = (entry: string, gross: string, fees = '0.00', net = gross) => [
    ...[row(entry, gross, fees, net), transfer(entry, net)],
  ]
  const reports = (...parts: string[][]) => imports([head, ...parts.flat()], `${parts.flat().length}.csv`)
  const openBreaks = async () =>
    (await listBreaks(world.app.db, { status: 'open' }, { page: 1, size: 20 })).data.map((found) => ({
      ...{ id: found.id, kind: found.kind, reported: found.reported?.minor, expected: found.expected?.minor },
    }))
  const bank = async () => (await fixture.books())['bank:operating']
  return { ...fixture, paid, rows, reports, openBreaks, bank }
}

test('a row with a wrong amount is one too many once the right row has come, and is written off as a gain', async () => {
  const { world, paid, rows, reports, openBreaks, bank } = await openPaid()
  await reports(rows('x1', '90.00'))
  expect(await openBreaks()).toMatchObject([{ kind: 'amount', expected: 10_000n }])
  await reports(rows('x2', '100.00'))
  const [found] = await openBreaks()
  expect(found).toMatchObject({ kind: 'twice', reported: 9000n, expected: undefined })
  const by = { by: operator, id: found!.id }
  await expect(matchBreak(world.app, { ...by, transactionId: paid.id })).rejects.toThrow('it is settled already')
  await expect(acceptBreak(world.app, by)).rejects.toThrow('is about twice')
  await writeOffBreak(world.app, by)
  expect([await openBreaks(), await bank()]).toEqual([[], 19_000n])
  expect((await world.verify()).differences).toEqual([])
})

test('of two rows of one report about a payment, the one that agrees settles it, whichever comes first', async () => {
  const { rows, reports, openBreaks, bank } = await openPaid()
  await reports(rows('x1', '90.00'), rows('x2', '100.00'))
  expect(await openBreaks()).toMatchObject([{ kind: 'twice', reported: 9000n }])
  expect(await bank()).toBe(10_000n)
})

test('of two rows that differ, what is written off settles the payment, and the other is one too many', async () => {
  const { world, rows, reports, openBreaks, bank } = await openPaid()
  await reports(rows('x1', '90.00'))
  await reports(rows('x2', '95.00'))
  const [later, earlier] = await openBreaks()
  await writeOffBreak(world.app, { by: operator, id: earlier!.id })
  expect(await openBreaks()).toMatchObject([{ id: later!.id, kind: 'twice', reported: 9500n, expected: undefined }])
  await writeOffBreak(world.app, { by: operator, id: later!.id })
  expect([await openBreaks(), await bank()]).toEqual([[], 18_500n])
  expect((await world.verify()).differences).toEqual([])
})

test('a fee that was above what was agreed is a second row once another has settled the payment', async () => {
  const { world, rows, reports, openBreaks, bank } = await openPaid({ FLORIN_ACQUIRER_FEES: 'sandbox=1%' })
  await reports(rows('x1', '100.00', '7.00', '93.00'))
  expect(await openBreaks()).toMatchObject([{ kind: 'fee', reported: 700n, expected: 100n }])
  await reports(rows('x2', '100.00', '1.00', '99.00'))
  const [found] = await openBreaks()
  expect(found).toMatchObject({ kind: 'twice', reported: 10_000n, expected: undefined })
  await expect(acceptBreak(world.app, { by: operator, id: found!.id })).rejects.toThrow('is about twice')
  await writeOffBreak(world.app, { by: operator, id: found!.id })
  expect([await openBreaks(), await bank()]).toEqual([[], 19_200n])
  expect((await world.verify()).differences).toEqual([])
})

test('a break of a moment at which its transaction was settled otherwise shows what can be done, and is compared again', async () => {
  const { world, rows, reports, openBreaks, bank } = await openPaid()
  await reports(rows('x1', '90.00'))
  await reports(rows('x2', '100.00'))
  // As two reports leave it that are imported at the same moment: neither sees the other.
  const asOpened = () =>
    world.query(
      `update reconciliation.breaks set kind = 'amount', expected_minor = 10000, expected_currency = 'EUR',
         due_at = opened_at + interval '24 hours', version = version + 1`,
    )
  await asOpened()
  const { person } = await openPeople(world)
  const finance = await person('finance')
  const [found] = await openBreaks()
  const shown = await finance.call('GET', `/acquirer-breaks/${found!.id}`)
  expect(shown.body).toMatchObject({ kind: 'twice', reported: '90.00 EUR', actions: { writeOff: { allowed: true } } })
  await world.pass({ hours: 24 })
  expect(await openBreaks()).toMatchObject([{ kind: 'twice', reported: 9000n }])

  await asOpened()
  await writeOffBreak(world.app, { by: operator, id: found!.id })
  expect([await openBreaks(), await bank()]).toEqual([[], 19_000n])
  expect((await world.verify()).differences).toEqual([])
})

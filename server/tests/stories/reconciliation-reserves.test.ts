import { expect, test } from 'vitest'
import {
  acceptBreak,
  importReport,
  listBreaks,
  reconciliationJobs,
  unreportedBatches,
  writeOffBreak,
} from '#acquiring/reconciliation'
import { operator, reportsOf } from '../world/acquirer-reports.ts'
import { longTest } from '../world/length.ts'
import { openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'

const day = { hours: 24 }
const breaksOf = async ({ world }: PaymentsFixture, filter = {}) =>
  (await listBreaks(world.app.db, filter, { page: 1, size: 50 })).data
const books = async (fixture: PaymentsFixture) => {
  const {
    'acquirer:reserve': reserve = 0n,
    'expense:acquirer-differences': differences = 0n,
    ...all
  } = await fixture.books()
  return { reserve, differences, settling: all['acquirer:settling'] ?? 0n, bank: all['bank:operating'] ?? 0n }
}

/** A report with rows of the reserve alone: below zero it is held back. */
const reserveReport = (name: string, ...amounts: readonly string[]): string[] => {
  const row = (entry: string, type: string, amount: string) =>
    `sandbox,${entry},${name},${type},,,EUR,${amount},0.00,${amount},2026-05-05,2026-05-05`
  const sum = amounts.reduce((total, amount) => total + Number(amount), 0)
  return [
    'connector,entry,batch,type,key,reference,currency,gross,fees,net,bookedOn,valueOn',
    ...amounts.map((amount, index) => row(`${name}-${index}`, 'reserve', amount)),
    row(`${name}-transfer`, 'transfer', (-sum).toFixed(2)),
  ]
}

test('an acquirer releases what it has held back, and what is above that is a break', async () => {
  const fixture = await openPaymentsFixture()
  const { app } = fixture.world
  const { imports } = reportsOf(fixture)
  await imports(reserveReport('may', '-20.00', '5.00'))
  expect(await breaksOf(fixture)).toEqual([])
  expect(await books(fixture)).toMatchObject({ reserve: 1500n, bank: -1500n })

  // What it holds is counted by two imports one after the other, though both begin at once.
  await Promise.all(['june', 'july'].map((name) => imports(reserveReport(name, '10.00'))))
  const [found, ...others] = await breaksOf(fixture)
  expect(others).toEqual([])
  expect(found).toMatchObject({
    kind: 'reserve',
    status: 'open',
    reported: { minor: 1000n },
    expected: { minor: 500n },
  })
  expect(await books(fixture)).toMatchObject({ reserve: 500n, bank: -500n })
  await expect(acceptBreak(app, { by: operator, id: found!.id })).rejects.toThrow('only a fee is accepted')

  // The report in which more was held back came late.
  await imports(reserveReport('april', '-7.00'))
  await fixture.world.pass(day)
  expect(await breaksOf(fixture)).toMatchObject([{ id: found!.id, status: 'resolved' }])
  expect(await books(fixture)).toMatchObject({ reserve: 200n, bank: -200n })

  // What was held back before there were reports is a gain of ours, and what we know to be held stays.
  await imports(reserveReport('august', '50.00'))
  const [old] = await breaksOf(fixture, { status: 'open' })
  expect(old).toMatchObject({ kind: 'reserve', reported: { minor: 5000n }, expected: { minor: 200n } })
  await writeOffBreak(app, { by: operator, id: old!.id })
  expect(await books(fixture)).toEqual({ reserve: 200n, differences: -5000n, bank: 4800n, settling: 0n })
  await imports(reserveReport('september', '2.00'))
  expect(await breaksOf(fixture, { status: 'open' })).toEqual([])
  expect(await books(fixture)).toMatchObject({ reserve: 0n, bank: 5000n })
})

test('a report that comes while its payment is found missing settles it, and it is not written off as well', async () => {
  const fixture = await openPaymentsFixture({}, { environment: { FLORIN_REPORTS_WITHIN: 'P2D' } })
  const { app } = fixture.world
  const { imports, importsToday, lines } = reportsOf(fixture)
  await fixture.pays({ amount: '10.00' })
  await fixture.world.pass(day)
  await importsToday()
  await fixture.pays({ amount: '70.00' })
  await fixture.world.pass(day)
  const late = await lines()
  const [batch] = await fixture.world.query('select max(id) as id from settlement.batches')

  // The worker has read that no report has it, and before it writes that down, the report is imported.
  const { batches: _, ...db } = app.db
  const run: typeof app.db.run = async (text, values) => {
    if (/insert into "?reconciliation"?\."?breaks/.test(text)) await imports(late)
    return app.db.run(text, values)
  }
  const [finder] = reconciliationJobs({ ...app, db: { ...db, run } }, async () => false)
  fixture.world.clock.pass({ hours: 24 * 2 })
  await finder!.run(batch!.id as bigint)
  const [found] = await breaksOf(fixture)
  expect(found).toMatchObject({ kind: 'notReported', status: 'open' })
  const before = await books(fixture)
  expect(before).toMatchObject({ settling: 0n, differences: 0n })
  await expect(writeOffBreak(app, { by: operator, id: found!.id })).rejects.toThrow('is in a report by now')
  expect(await books(fixture)).toEqual(before)
  await fixture.world.pass(day)
  expect(await breaksOf(fixture)).toMatchObject([{ status: 'resolved' }])
})

// In small: a report that comes while its payment is found missing settles it, and it is not written off as well
longTest('a refund that is in no report is a break when its time has come, which a later report resolves', async () => {
  const fixture = await openPaymentsFixture({}, { environment: { FLORIN_REPORTS_WITHIN: 'P2D' } })
  const { imports, importsToday, lines } = reportsOf(fixture)
  const paid = await fixture.pays({ amount: '10.00' })
  await fixture.world.pass(day)
  await importsToday()
  await fixture.reverses(paid, '4.00')
  await fixture.world.pass(day)
  const forgotten = await lines()
  expect(forgotten.some((line) => line.includes(',refund,'))).toBe(true)
  expect(await breaksOf(fixture)).toEqual([])

  await fixture.world.pass(day)
  await fixture.world.pass(day)
  expect(await breaksOf(fixture)).toMatchObject([{ kind: 'notReported', status: 'open' }])
  await imports(forgotten)
  expect(await breaksOf(fixture)).toMatchObject([{ status: 'resolved' }])
})

test('a batch from before the first report of its connector is listed until a report covers it', async () => {
  const fixture = await openPaymentsFixture({}, { environment: { FLORIN_REPORTS_WITHIN: 'P2D' } })
  const { app } = fixture.world
  const { imports, lines } = reportsOf(fixture)
  const unreported = async () => (await unreportedBatches(app, { page: 1, size: 20 })).data
  const early = await fixture.pays({ amount: '70.00' })
  await fixture.pays({ amount: '30.00' })
  await fixture.world.pass(day)
  const first = await lines()
  await fixture.pays({ amount: '10.00' })
  await fixture.world.pass(day)
  const second = await lines()
  expect(await unreported()).toEqual([])
  await fixture.world.pass({ hours: 48 })
  expect(await unreported()).toMatchObject([
    { siteId: early.siteId, connector: 'sandbox', payments: 1, net: { minor: 1000n } },
    { connector: 'sandbox', payments: 2, net: { minor: 10000n } },
  ])
  expect(await breaksOf(fixture)).toEqual([])

  // Reports of old days are imported when there are any, and what is missing then is a break as always.
  await imports(second)
  expect(await unreported()).toMatchObject([{ payments: 2 }])
  await imports(first)
  expect(await unreported()).toEqual([])
  await fixture.world.pass({ hours: 1 })
  expect((await unreportedBatches(app, { page: 1, size: 20 })).total).toBe(0)
  await fixture.pays({ amount: '5.00' })
  await fixture.world.pass(day)
  await fixture.world.pass({ hours: 48 })
  expect(await breaksOf(fixture)).toMatchObject([{ kind: 'notReported', status: 'open' }])
  expect(await unreported()).toEqual([])
})

test('a connector that settles with us in our own books has no reports', async () => {
  const fixture = await openPaymentsFixture()
  const { app } = fixture.world
  const connectors = {
    ids: app.connectors.ids,
    find: (id: string) => {
      const found = app.connectors.find(id === 'on-us' ? 'sandbox' : id)
      const settledBy = id === 'on-us' ? ('entry' as const) : ('transfer' as const)
      return (
        found && {
          id: found.id,
          acquirer: { ...found.acquirer, capabilities: { ...found.acquirer.capabilities, settledBy } },
        }
      )
    },
  }
  const columns = {
    ...{ connector: 'on-us', entry: 'e1', batch: 'b1', type: 'fee', currency: 'EUR', gross: '0.00', fees: '0.00' },
    ...{ net: '0.00', bookedOn: '2026-05-05', valueOn: '2026-05-05' },
  }
  const imported = importReport(
    { ...app, connectors },
    { by: operator, name: 'on-us.csv', rows: () => [{ line: 2, columns }], digest: () => new Uint8Array([1]) },
  )
  await expect(imported).rejects.toThrow(/line 2, connector: on-us has no reports: .* Reports are of sandbox/)
})

import { expect, test } from 'vitest'
import { inquireNow } from '#acquiring/payments'
import { listBreaks, writeOffBreak } from '#acquiring/reconciliation'
import { operator, reportsOf } from '../world/acquirer-reports.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'

const day = { hours: 24 }

test('a capture that failed and its failure agree with a report that has both, and are no break of one that has neither', async () => {
  const fixture = await openPaymentsFixture()
  const { imports, lines } = reportsOf(fixture)
  const { app } = fixture.world
  await fixture.pays({ amount: '100.00' })
  await fixture.world.pass(day)
  await imports(await lines())

  const fails = async () => {
    const { siteId, id: paymentId } = await fixture.pays({ amount: '0.11' })
    fixture.world.clock.pass({ hours: 1 })
    expect(await inquireNow(app, { by: operator, siteId, paymentId })).toMatchObject({ status: 'captureFailed' })
  }
  await fails()
  await fixture.world.pass(day)
  const report = await lines()
  expect(report.map((line) => line.split(',')[3])).toEqual(expect.arrayContaining(['capture', 'captureFailure']))
  await imports(report)
  await fails()
  for (const days of [1, 5, 5]) await fixture.world.pass({ hours: 24 * days })
  const { data } = await listBreaks(app.db, { status: 'open' }, { page: 1, size: 50 })
  expect(data).toEqual([])
})

test('of a capture and its failure one is reported late and the other never: a break, after the time of their connector', async () => {
  const fixture = await openPaymentsFixture({}, { environment: { FLORIN_REPORTS_WITHIN: 'P30D,sandbox=P3D' } })
  const { imports, lines } = reportsOf(fixture)
  const { app } = fixture.world
  const open = async () => (await listBreaks(app.db, { status: 'open' }, { page: 1, size: 50 })).data
  await fixture.pays({ amount: '100.00' })
  await fixture.world.pass(day)
  await imports(await lines())
  const [one, other] = [await fixture.pays({ amount: '0.11' }), await fixture.pays({ amount: '0.11' })]
  await fixture.world.pass(day)
  for (const { siteId, id: paymentId } of [one, other])
    expect(await inquireNow(app, { by: operator, siteId, paymentId })).toMatchObject({ status: 'captureFailed' })
  for (const days of [1, 4]) await fixture.world.pass({ hours: 24 * days })
  // All were looked for, and none was reported: they are nothing.
  expect(await open()).toEqual([])
  await imports([
    'connector,entry,batch,type,key,reference,currency,gross,fees,net,bookedOn,valueOn',
    `sandbox,late1,late,capture,${one.key},,EUR,0.11,0.00,0.11,2026-05-14,2026-05-14`,
    `sandbox,late2,late,captureFailure,${other.key},,EUR,-0.11,0.00,-0.11,2026-05-14,2026-05-14`,
  ])
  await fixture.world.pass({ hours: 24 * 2 })
  expect(await open()).toEqual([])
  await fixture.world.pass(day)
  const missing = { kind: 'notReported', row: undefined }
  expect(await open()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...missing, transactionId: other.id, expected: { minor: 11n, currency: 'EUR' } }),
      expect.objectContaining({ ...missing, expected: { minor: -11n, currency: 'EUR' } }),
    ]),
  )
})

test('the capture of a payment that was cancelled has failed: a break that says so, and comes to nothing with the reversal that never comes', async () => {
  const fixture = await openPaymentsFixture({}, { environment: { FLORIN_REPORTS_WITHIN: 'P30D,sandbox=P2D' } })
  const { imports } = reportsOf(fixture)
  const { app } = fixture.world
  const cancelled = await fixture.pays({ amount: '30.00' })
  await fixture.reverses(cancelled)
  await fixture.world.pass(day)
  await imports([
    'connector,entry,batch,type,key,reference,currency,gross,fees,net,bookedOn,valueOn',
    `sandbox,c1,monday,capture,${cancelled.key},,EUR,30.00,0.30,29.70,2026-05-05,2026-05-05`,
    `sandbox,c2,monday,captureFailure,${cancelled.key},,EUR,-30.00,-0.30,-29.70,2026-05-05,2026-05-05`,
  ])
  for (const _ of [1, 2, 3]) await fixture.world.pass(day)
  const { data } = await listBreaks(app.db, { status: 'open' }, { page: 1, size: 50 })
  expect(data.map(({ kind, transactionId }) => [kind, transactionId]).toSorted()).toEqual([
    ['cancelled', cancelled.id],
    ['notReversed', cancelled.id],
  ])
  for (const { id } of data) await writeOffBreak(app, { by: operator, id })
  const { 'acquirer:settling': settling = 0n, 'expense:acquirer-differences': differences = 0n } = await fixture.books()
  expect([settling, differences]).toEqual([0n, 0n])
})

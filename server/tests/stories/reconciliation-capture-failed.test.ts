import { expect, test } from 'vitest'
import { inquireNow } from '#acquiring/payments'
import { listBreaks } from '#acquiring/reconciliation'
import { operator, reportsOf } from '../world/acquirer-reports.ts'
import { openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'

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
  const environment = { FLORIN_REPORTS_WITHIN: 'P30D,sandbox=P3D' }
  for (const missing of ['captureFailure', 'capture']) {
    const fixture = await openPaymentsFixture({}, { environment })
    const { imports, lines } = reportsOf(fixture)
    const { app } = fixture.world
    const open = async () => (await listBreaks(app.db, { status: 'open' }, { page: 1, size: 50 })).data
    await fixture.pays({ amount: '100.00' })
    await fixture.world.pass(day)
    await imports(await lines())
    const { siteId, id: paymentId } = await fixture.pays({ amount: '0.11' })
    await fixture.world.pass(day)
    expect(await inquireNow(app, { by: operator, siteId, paymentId })).toMatchObject({ status: 'captureFailed' })
    for (const _ of [1, 2, 3, 4, 5, 6]) await fixture.world.pass(day)
    // Both were looked for, and neither was reported: they are nothing.
    expect(await open()).toEqual([])
    const [, key] = await keysOf(fixture)
    const gross = missing === 'capture' ? '-0.11' : '0.11'
    const type = missing === 'capture' ? 'captureFailure' : 'capture'
    await imports([
      'connector,entry,batch,type,key,reference,currency,gross,fees,net,bookedOn,valueOn',
      `sandbox,late,late,${type},${key},,EUR,${gross},0.00,${gross},2026-05-14,2026-05-14`,
      `sandbox,t,late,transfer,,,EUR,${-Number(gross)},0.00,${-Number(gross)},2026-05-14,2026-05-14`,
    ])
    await fixture.world.pass({ hours: 24 * 2 })
    expect(await open()).toEqual([])
    await fixture.world.pass({ hours: 24 * 2 })
    expect(await open()).toMatchObject([
      { kind: 'notReported', expected: { minor: missing === 'capture' ? 11n : -11n }, row: undefined },
    ])
    expect((await fixture.books())['acquirer:settling']).toBe(missing === 'capture' ? 11n : -11n)
  }
})

async function keysOf({ world }: Pick<PaymentsFixture, 'world'>): Promise<string[]> {
  const rows = await world.app.db.run(`select key from payments.payments where type = 'deposit' order by id`, [])
  return rows.map(({ key }) => String(key))
}

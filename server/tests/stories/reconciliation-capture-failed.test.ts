import { expect, test } from 'vitest'
import { inquireNow } from '#acquiring/payments'
import { listBreaks } from '#acquiring/reconciliation'
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

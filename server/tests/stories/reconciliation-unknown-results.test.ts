import { expect, test } from 'vitest'
import { listBreaks } from '#acquiring/reconciliation'
import { NoResponse } from '#connectors/acquirer/port.ts'
import { reportsOf } from '../world/acquirer-reports.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'

/** What an acquirer has settled was done, also when neither it nor its inquiries have said so. */

const silent = () => Promise.reject(new NoResponse('nothing came back'))
const day = { hours: 24 }

/** A refund that was carried out, of which no reply and no inquiry ever says anything. */
async function refundsInSilence(amount: string) {
  const fixture = await openPaymentsFixture({})
  const payment = await fixture.pays({ amount: '100.00' })
  await fixture.world.pass(day)
  fixture.acquirerProxy.next('refund', 'response lost')
  fixture.acquirerProxy.next('inquire', ...Array.from({ length: 400 }, () => silent))
  const refund = await fixture.reverses(payment, amount)
  const { lines, imports } = reportsOf(fixture)
  await fixture.world.pass(day)
  expect(await fixture.now(refund)).toMatchObject({ status: 'refunding' })
  return {
    fixture,
    refund,
    lines,
    imports,
    breaks: async () => (await listBreaks(fixture.world.app.db, {}, { page: 1, size: 50 })).data,
  }
}

test('a refund without a result is done when a row of a report names it', async () => {
  const { fixture, refund, lines, imports, breaks } = await refundsInSilence('30.00')

  await imports(await lines())
  expect(await breaks()).toMatchObject([{ kind: 'unbooked', status: 'open', transactionId: refund.id }])
  await fixture.world.pass(day)

  expect(await fixture.now(refund)).toMatchObject({ status: 'refunded' })
  await fixture.world.pass(day)
  expect(await breaks()).toMatchObject([{ status: 'resolved' }])
})

test('a row of another amount ends nothing: a person looks at it', async () => {
  const { fixture, refund, lines, imports, breaks } = await refundsInSilence('30.00')

  await imports((await lines()).map((line) => line.replaceAll('30.00', '20.00')))
  for (const _ of [1, 2]) await fixture.world.pass(day)

  expect(await fixture.now(refund)).toMatchObject({ status: 'refunding' })
  expect(await breaks()).toMatchObject([{ kind: 'unbooked', status: 'open', transactionId: refund.id }])
})

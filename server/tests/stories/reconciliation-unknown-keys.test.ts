import { expect, test } from 'vitest'
import { listBreaks } from '#acquiring/reconciliation'
import { reportsOf } from '../world/acquirer-reports.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'

const head = 'connector,entry,batch,type,key,reference,currency,gross,fees,net,bookedOn,valueOn'
const unknownKey = '11111111-2222-4333-8444-555555555555'

/** A payment of 100.00 of which 10.00 were refunded, and rows of refunds, each in a report of its own. */
async function openRefunded() {
  const fixture = await openPaymentsFixture()
  const { world } = fixture
  const { imports } = reportsOf(fixture)
  const paid = await fixture.pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  const ours = await fixture.reverses(paid, '10.00')
  const { reference } = await fixture.now(paid)
  const refunded = (entry: string, { key, amount }: { key: string; amount: string }) => {
    const name = key === unknownKey ? reference : ''
    const row = `sandbox,${entry},${entry},refund,${key},${name},EUR,-${amount},0.00,-${amount},2026-05-05,2026-05-05`
    const transfer = `sandbox,${entry}t,${entry},transfer,,,EUR,${amount},0.00,${amount},2026-05-05,2026-05-05`
    return imports([head, row, transfer], `${entry}.csv`)
  }
  const openBreaks = async () =>
    (await listBreaks(world.app.db, { status: 'open' }, { page: 1, size: 20 })).data.map(({ kind, transactionId }) => ({
      kind,
      transactionId,
    }))
  const settled = async () =>
    (await world.query(`select transaction_id, report_id from reconciliation.bookings where type = 'refund'`)).map(
      ({ transaction_id }) => transaction_id,
    )
  return { ...fixture, ours, refunded, openBreaks, settled }
}

for (const amount of ['10.00', '25.00'])
  test(`a refund of ${amount} under a key that is none of ours settles no refund of ours, which its own row settles`, async () => {
    const { world, ours, refunded, openBreaks, settled } = await openRefunded()
    await refunded('x1', { key: unknownKey, amount })
    const unknown = [{ kind: 'unknown', transactionId: undefined }]
    expect([await settled(), await openBreaks()]).toEqual([[], unknown])
    await refunded('x2', { key: ours.key, amount: '10.00' })
    expect([await settled(), await openBreaks()]).toEqual([[ours.id], unknown])
    expect((await world.verify()).differences).toEqual([])
  })

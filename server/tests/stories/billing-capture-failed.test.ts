import { expect, test } from 'vitest'
import type { OrderId } from '#acquiring/ids'
import { paymentsOf } from '#acquiring/payments'
import { applyIncomingResult } from '../../src/app/incoming-result.ts'
import { type Biller, openBiller } from '../world/biller.ts'
import { longTest } from '../world/length.ts'

/** The acquirer says that the capture of the billing of a period has failed. */
async function billFails({ world }: Biller, id: OrderId, period = 1): Promise<void> {
  const payments = await paymentsOf(world.app.db, id)
  const { connector, key } = payments.find((one) => one.period === period && one.status === 'captured')!
  const result = { outcome: 'failed', request: 'capture', authorization: key, reference: 'r-failed' } as const
  expect(await applyIncomingResult(world.app, connector, { key, result })).toBe(true)
}

test('a bill whose capture failed is owed again, is retried as after a decline, and the calendar stays', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ amount: '15.00' })
  await shop.goesTo('2026-06-04T10:00:00Z')
  const before = await shop.orderOf(id)
  expect(before).toMatchObject({ status: 'in-progress', nextPeriod: 2 })
  await billFails(shop, id)
  expect(await shop.orderOf(id)).toMatchObject({
    status: 'retrying',
    nextPeriod: 1,
    dueAt: shop.world.clock.now().add({ hours: 24 }),
  })
  expect(await shop.charges(id)).toMatchObject([{ period: 1, status: 'open', failures: 1, paid: { minor: 0n } }])
  await shop.passes({ hours: 24 })
  expect(await shop.orderOf(id)).toMatchObject({ status: 'in-progress', nextPeriod: 2, dueAt: before.dueAt })
  expect(await shop.charges(id)).toMatchObject([{ period: 1, status: 'paid', paid: { minor: 1500n } }])
})

// In small: a bill whose capture failed is owed again, is retried as after a decline, and the calendar stays
longTest('where the next bill is owed already, or the order has ended, the bill that failed stays a debt', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ amount: '15.00' })
  await shop.goesTo('2026-06-04T10:00:00Z')
  await shop.cancels(id)
  await billFails(shop, id)
  expect(await shop.orderOf(id)).toMatchObject({ status: 'complete-ok' })
  expect(await shop.charges(id)).toMatchObject([{ period: 1, status: 'uncollectible', paid: { minor: 0n } }])
  await shop.passes({ months: 2 })
  expect(await shop.billings(id)).toHaveLength(1)

  const other = await shop.subscribes({ amount: '15.00' })
  await shop.passes({ months: 1 })
  await shop.passes({ months: 1 })
  const [first] = await shop.charges(other.id)
  expect(first).toMatchObject({ status: 'paid' })
  await billFails(shop, other.id)
  expect(await shop.orderOf(other.id)).toMatchObject({ status: 'in-progress' })
  expect((await shop.charges(other.id)).map(({ status }) => status)).toEqual(['uncollectible', 'paid'])
})

import { expect, test } from 'vitest'
import { billingJobs } from '#acquiring/billing'
import { by } from '../world/author.ts'
import { openBiller } from '../world/biller.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

/** A bank that has no more than ten euros. */
const poorAboveTen = '4000030000002005'

/** A renewal of 30.00 was declined for want of money, and its small part waits for a connector that is paused. */
async function openWaiting() {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: poorAboveTen })
  const { app } = shop.world
  shop.world.clock.set(Temporal.Instant.from('2026-06-04T10:00:00Z'))
  await billingJobs(app)[0]!.run(id)
  await app.routing.pause({ by: { ...by, reason: 'trouble' }, connector: 'sandbox' as never } as never)
  await shop.passes({ seconds: 1 })
  expect(await shop.charges(id)).toMatchObject([{ micro: 'due', failures: 1 }])
  const resumes = () => app.routing.resume({ by: { ...by, reason: 'over' }, connector: 'sandbox' as never } as never)
  const billed = async () =>
    (await shop.world.query(
      `select minor::integer as minor, source, status from payments.payments where order_id = ${id} and period is not null order by id`,
    )) as { minor: number; source: string; status: string }[]
  return { shop, id, resumes, billed }
}

test('a period that begins anew is charged whole: its small part ended with the old date, and the order goes on', async () => {
  const { shop, id, resumes, billed } = await openWaiting()
  await shop.changes(id, { nextDueAt: Temporal.Instant.from('2026-06-20T10:00:00Z') })
  await resumes()
  await shop.goesTo('2026-06-20T10:00:00Z')
  expect((await billed()).map(({ minor, source }) => [minor, source])).toEqual([
    [3000, 're-bill'],
    [3000, 're-bill'],
    [300, 're-bill-micro'],
  ])
  expect(await shop.orderOf(id)).toMatchObject({ status: 'retrying', endReason: undefined })
  // The end that it came to before is named by verify.
  const hand = await connectAsSuperuser(shop.world.databaseUrl, { unruled: true })
  await hand.query(`update billing.periods set failures = 0 where order_id = ${id}`)
  await hand.query(`update orders.orders set end_reason = 'retries_exhausted' where id = ${id}`)
  expect((await shop.world.verify()).differences.map(({ wrong }) => wrong)).toContain(
    'its retries are said to be used up, and its period was never declined',
  )
  await hand.query(`update billing.periods set failures = 1 where order_id = ${id}`)
  await hand.query(`update orders.orders set end_reason = null where id = ${id}`)
})

test('a card that replaces one whose small part waits is charged all that is owed, at once', async () => {
  const { shop, id, resumes, billed } = await openWaiting()
  await resumes()
  const { debt } = await shop.updatesCard(id, '4111111111111111')
  expect(debt).toMatchObject({ source: 're-bill', amount: { minor: 3000n } })
  expect((await billed()).at(-1)).toEqual({ minor: 3000, source: 're-bill', status: 'captured' })
  expect(await shop.charges(id)).toMatchObject([{ status: 'paid', paid: { minor: 3000n } }])
})

import { expect, test } from 'vitest'
import { paymentJobs } from '#acquiring/payments'
import { longTest } from '../world/length.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'

const minute = { minutes: 1 }

test('after two months of asking in vain a person is called, and nothing is asked any more', async () => {
  const fixture = await openPaymentsFixture()
  const authorized = await fixture.pays({ kind: 'auth' })
  fixture.acquirerProxy.cut()
  await fixture.captures(authorized)
  await fixture.world.app.db.run('update payments.payments set due_tries = 1500 where id = $1', [authorized.id])
  await fixture.world.pass(minute)
  expect(await fixture.now(authorized)).toMatchObject({ status: 'capturing', dueAt: undefined })
  expect(fixture.world.logged.join()).toContain('an operator must ask')
})

test('a payment with nothing more to come that is due all the same is left alone from then on', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  await fixture.world.app.db.run('update payments.payments set due_at = $2 where id = $1', [
    payment.id,
    payment.createdAt,
  ])
  await fixture.world.runUntilIdle()
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured', dueAt: undefined })
  expect(fixture.acquirerProxy.requests).toHaveLength(1)
})

// In small: the resolver and the late answer of the acquirer race, and the payment is recorded once
longTest('two workers who resolve one payment at once do it once', async () => {
  const fixture = await openPaymentsFixture()
  fixture.acquirerProxy.next('authorize', 'response lost')
  const uncertain = await fixture.pays()
  fixture.world.clock.pass(minute)
  const [resolving] = paymentJobs(fixture.world.app)
  const row = await fixture.world.holdRow('payments.payments', uncertain.id)
  const both = [resolving!.run(uncertain.id), resolving!.run(uncertain.id)]
  await fixture.world.untilWaiting(2)
  await row.release()
  await Promise.all(both)
  expect(await fixture.now(uncertain)).toMatchObject({ status: 'captured', version: 3 })
})

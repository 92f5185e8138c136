import { expect, test } from 'vitest'
import { type Payment, paymentJobs, type Refund, reversePayment } from '#acquiring/payments'
import type { Db } from '#kernel/db/db.ts'
import { delay } from '../world/acquirer-fault-proxy.ts'
import { by } from '../world/author.ts'
import { longTest } from '../world/length.ts'
import {
  challengedCard,
  euros,
  openPaymentsFixture,
  type PaymentsFixture,
  rightCode,
} from '../world/payments-fixture.ts'

test('ten clicks at once on one order: one pays, nine are refused since a payment is in progress', async () => {
  const fixture = await openPaymentsFixture()
  const ordered = await fixture.order()
  const slow = delay()
  fixture.acquirerProxy.next('authorize', slow.mishap)
  const clicks = Array.from({ length: 10 }, () => fixture.tries(ordered, { save: true }))
  const refusals = clicks.map((click) =>
    click.then(
      () => 'paid',
      (error: { code?: string }) => error.code ?? error,
    ),
  )
  await slow.reached
  slow.goOn()
  expect((await Promise.all(refusals)).sort()).toEqual(['paid', ...Array(9).fill('payment_in_progress')])
  expect((await fixture.record.everything()).filter(({ kind }) => kind === 'sale')).toHaveLength(1)
  const { keys } = await fixture.world.app.vault.status()
  expect(keys.map(({ cards }) => cards)).toEqual([1])
})

test('capture, void and capture of a part at once: one is done, and both sides of the table agree which', async () => {
  const fixture = await openPaymentsFixture()
  const authorized = await fixture.pays({ kind: 'auth' })
  const [done] = await race(fixture, authorized.id, [
    () => fixture.captures(authorized),
    () => fixture.reverses(authorized),
    () => fixture.captures(authorized, '4.00'),
  ])
  const { status, captured } = await fixture.now(authorized)
  const captures = (await fixture.record.story(authorized.key)).filter(({ kind }) => kind === 'capture')
  const state = await fixture.state(authorized)
  // A refund of what has just been captured cancels the capture.
  if (status === 'captured') expect(state).toMatchObject({ is: 'captured', amount: captured })
  else expect([state.is, status]).toEqual(['reversed', captures.length === 1 ? 'cancelled' : 'voided'])
  expect(done).toHaveLength(status === 'cancelled' ? 2 : 1)
  expect(captures.length).toBeLessThanOrEqual(1)
})

// In small: capture, void and capture of a part at once: one is done, and both sides of the table agree which
longTest('ten captures at once: one is done, and it is booked once', async () => {
  const fixture = await openPaymentsFixture()
  const authorized = await fixture.pays({ kind: 'auth' })
  const [done, refused] = await race(
    fixture,
    authorized.id,
    Array(10).fill(() => fixture.captures(authorized)),
  )
  expect([done.length, refused.length]).toEqual([1, 9])
  expect((await fixture.books())['acquirer:captured']).toBe(1000n)
})

// In small: ${refunds} partial refunds at the same moment give as many orderly answers, and refund what there is
longTest('ten refunds at once of a payment that has room for three: three are done', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  const [done, refused] = await race(
    fixture,
    payment.id,
    Array(10).fill(() => fixture.reverses(payment, '3.00')),
  )
  expect(done.map(({ status }) => status)).toEqual(['refunded', 'refunded', 'refunded'])
  expect(refused).toEqual(Array(7).fill('refund_too_large'))
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured', refunded: { minor: 900n } })
})

// In small: ${refunds} partial refunds at the same moment give as many orderly answers, and refund what there is
longTest('a refund of the whole and ten of a part at once never refund more than was captured', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  await fixture.world.pass({ hours: 24 })
  const wholeAndParts = [() => fixture.reverses(payment), ...Array(10).fill(() => fixture.reverses(payment, '1.00'))]
  await race(fixture, payment.id, wholeAndParts)
  const given = (await fixture.followersOf(payment)).reduce((sum, { captured }) => sum + captured.minor, 0n)
  expect(given).toBe(1000n)
  expect(await fixture.now(payment)).toMatchObject({ status: 'refunded', refunded: { minor: 1000n } })
  expect(await fixture.state(payment)).toMatchObject({ is: 'captured', refunded: { minor: 1000n } })
})

// In small: a refund that ends while another looks at the payment and its refunds is not overlooked
longTest('two refunds that end at the same moment leave the payment refunded', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  await fixture.world.pass({ hours: 24 })
  const waits = [delay(), delay()]
  fixture.acquirerProxy.next('refund', ...waits.map(({ mishap }) => mishap))
  const refunds = [fixture.reverses(payment, '4.00'), fixture.reverses(payment, '6.00')]
  await Promise.all(waits.map(({ reached }) => reached))
  const row = await fixture.world.holdRow('payments.payments', payment.id)
  for (const { goOn } of waits) goOn()
  await fixture.world.untilWaiting(2)
  await row.release()
  expect((await Promise.all(refunds)).map(({ status }) => status)).toEqual(['refunded', 'refunded'])
  expect(await fixture.now(payment)).toMatchObject({ status: 'refunded' })
})

test('a refund that ends while another looks at the payment and its refunds is not overlooked', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  const { app } = fixture.world
  const [wait, answered] = [delay(), Promise.withResolvers<void>()]
  fixture.acquirerProxy.next('refund', wait.mishap, async (deliver) => {
    const answer = await deliver()
    answered.resolve()
    return answer
  })
  const early = fixture.reverses(payment, '6.00')
  await wait.reached
  // The second thing this one reads, once it has its answer, reaches it only when the other refund has ended.
  const slow = slowRecipient(app.db, { from: answered.promise, nth: 2 })
  const input = { by, siteId: fixture.site.id, paymentId: payment.id, amount: euros('4.00') }
  const late = reversePayment({ ...app, db: slow.db }, input)
  await slow.reached
  wait.goOn()
  expect((await early).status).toBe('refunded')
  slow.goOn()
  expect((await late).status).toBe('refunded')
  expect(await fixture.now(payment)).toMatchObject({ status: 'refunded' })
})

// In small: capture, void and capture of a part at once: one is done, and both sides of the table agree which
longTest('a cancellation and a refund of a part at once: one of them wins', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  const [done, refused] = await race(fixture, payment.id, [
    () => fixture.reverses(payment),
    () => fixture.reverses(payment, '4.00'),
  ])
  const after = await fixture.now(payment)
  // A refund of the whole after a part was refunded is one of the rest.
  if (after.status === 'cancelled') expect(refused).toEqual(['unexpected_payment_status'])
  else expect(done.map(({ amount }) => amount.minor).toSorted()).toEqual([400n, 600n])
})

// In small: a shopper who comes back at the very moment their time is up has paid or has not, and knows it
longTest('a capture at the very moment the authorization lapses: either it is captured or it is voided', async () => {
  const fixture = await openPaymentsFixture()
  const authorized = await fixture.pays({ kind: 'auth' })
  fixture.world.clock.pass({ hours: 7 * 24 })
  await race(fixture, authorized.id, [() => fixture.captures(authorized), () => resolve(fixture, authorized)])
  expect(['captured', 'voided']).toContain((await fixture.now(authorized)).status)
})

test('a shopper who comes back at the very moment their time is up has paid or has not, and knows it', async () => {
  const fixture = await openPaymentsFixture()
  const challenged = await fixture.pays({ pan: challengedCard, atBrowser: true })
  fixture.world.clock.pass({ minutes: 15 })
  const [done, refused] = await race(fixture, challenged.id, [
    () => fixture.returnsFromBank(challenged, rightCode),
    () => resolve(fixture, challenged),
  ])
  const after = await fixture.now(challenged)
  expect(done[0]).toEqual(after)
  expect(refused).toEqual([])
  expect(['captured', 'failed']).toContain(after.status)
})

// In small: two payments that store the same card at once store it once, and both know it
longTest(
  'the same card stored by two payments that are approved at once is stored once, and both are paid',
  async () => {
    const fixture = await openPaymentsFixture()
    const waits = [delay(), delay()]
    fixture.acquirerProxy.next('authorize', ...waits.map(({ mishap }) => mishap))
    const payments = [fixture.pays({ save: true }), fixture.pays({ save: true })]
    await Promise.all(waits.map(({ reached }) => reached))
    for (const { goOn } of waits) goOn()
    const [a, b] = await Promise.all(payments)
    expect([a!.status, b!.status]).toEqual(['captured', 'captured'])
    expect(a!.cardId).toBe(b!.cardId)
    const { keys } = await fixture.world.app.vault.status()
    expect(keys.map(({ cards }) => cards)).toEqual([1])
  },
)

async function resolve({ world, now }: PaymentsFixture, payment: Payment): Promise<Payment | Refund> {
  const [resolving] = paymentJobs(world.app)
  await resolving!.run(payment.id)
  return now(payment)
}

/**
 * Everybody stands at the row of the payment before anybody may go on. Gives what was done, and how the others were
 * refused.
 */
async function race(
  { world }: PaymentsFixture,
  id: bigint,
  runners: readonly (() => Promise<Payment | Refund>)[],
): Promise<[(Payment | Refund)[], unknown[]]> {
  const row = await world.holdRow('payments.payments', id)
  const running = Promise.allSettled(runners.map((run) => run()))
  await world.untilWaiting(runners.length)
  await row.release()
  const results = await running
  return [
    results.filter((result) => result.status === 'fulfilled').map(({ value }) => value),
    results.filter((result) => result.status === 'rejected').map(({ reason }) => reason.code ?? reason),
  ]
}

/** A database whose nth answer from a moment on is held up: what is read was true when it was read. */
function slowRecipient(db: Db, { from, nth }: { from: Promise<void>; nth: number }) {
  const { mishap, reached, goOn } = delay()
  let reads = Number.NEGATIVE_INFINITY
  from.then(() => {
    reads = 0
  })
  const read = db.read.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (++reads === nth) await mishap(async () => ({ outcome: 'not_found' }))
      return result
    },
  })
  return { db: { ...db, read }, reached, goOn }
}

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { acknowledgeDisputeEvent, disputeEventsForReview, disputeJobs, retryDisputeEvent } from '#acquiring/disputes'
import type { Payment } from '#acquiring/payments'
import { openDispute } from '#connectors/acquirer/sandbox/index.ts'
import { delay } from '../world/acquirer-fault-proxy.ts'
import { banksOf, soon } from '../world/disputes.ts'
import { longTest, sampled } from '../world/length.ts'
import { euros, openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'

// In small: a program of the merchant receives from the API what is recorded
longTest('an event reported twice, or again under another id, changes nothing', async () => {
  const fixture = await openPaymentsFixture()
  const { sends, followers } = banksOf(fixture)
  const payment = await fixture.pays()
  const notified = { authorization: payment.key, dispute: 'd-1', id: 'n-1' }
  await sends(notified, notified)
  expect(await followers(payment)).toEqual(['chargeback opened 1000'])
  await sends(notified, { ...notified, id: 'n-2' })
  expect(await followers(payment)).toEqual(['chargeback opened 1000'])
  const won = { ...notified, id: 'n-3', kind: 'won' } as const
  await sends(won)
  await sends(won, { ...won, id: 'n-4' })
  expect(await followers(payment)).toEqual(['chargeback won 1000', 'representment represented 1000'])
  expect(await troubles(fixture)).toEqual([])
})

test('a dispute that was opened, lost and won before the list was read is applied in its order', async () => {
  const fixture = await openPaymentsFixture()
  const { sends, followers } = banksOf(fixture)
  const payment = await fixture.pays()
  const notified = { authorization: payment.key, dispute: 'd-1' }
  await sends({ ...notified, kind: 'opened' }, { ...notified, kind: 'lost' }, { ...notified, kind: 'won' })
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured' })
  expect(await followers(payment)).toEqual(['chargeback won 1000', 'representment represented 1000'])
})

test.for(
  sampled([
    ['of an unknown payment', { authorization: randomUUID() }, 'No payment here has this key.'],
    ['of a payment with no proper key', { authorization: "'; --" }, 'No payment here has this key.'],
    ['in another currency', { amount: { minor: 1000n, currency: 'RON' } }, 'The payment is in another currency.'],
    ['of the end of what never began', { kind: 'won' }, 'The opening of this dispute was not reported.'],
  ]),
)('an event %s waits for an operator, and the events after it are applied', async ([, strange, trouble]) => {
  const fixture = await openPaymentsFixture()
  const { sends, followers } = banksOf(fixture)
  const [payment, other] = [await fixture.pays(), await fixture.pays()]
  await sends({ authorization: payment.key, ...strange }, { authorization: other.key })
  expect(await followers(payment)).toEqual([])
  expect(await followers(other)).toEqual(['chargeback opened 1000'])
  expect(await disputeEventsForReview(fixture.world.app.db)).toMatchObject([
    { trouble, doneAt: undefined, dueAt: undefined },
  ])
  expect(fixture.world.logged.filter((line) => line.includes('an operator must review'))).toHaveLength(1)
})

// In small: a dispute that was opened, lost and won before the list was read is applied in its order
longTest('the end of a dispute with another amount, and a loss of what was won, are kept for a person', async () => {
  const fixture = await openPaymentsFixture()
  const { sends } = banksOf(fixture)
  const payment = await fixture.pays()
  const notified = { authorization: payment.key, dispute: 'd-1' }
  await sends(notified, { ...notified, kind: 'won', amount: euros('9.00') })
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed' })
  await sends({ ...notified, kind: 'won' }, { ...notified, kind: 'lost' })
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured' })
  expect(await troubles(fixture)).toEqual([
    'The dispute was opened with another amount.',
    expect.stringContaining('It was won before'),
  ])
})

test.for(['request lost', 'response lost'] as const)(
  'when the %s, the list is requested again, and nothing is missed',
  async (mishap) => {
    const fixture = await openPaymentsFixture()
    const payment = await fixture.pays()
    await opens(fixture, payment)
    fixture.acquirerProxy.next('disputesSince', mishap)
    await fixture.world.pass(soon)
    expect(await fixture.now(payment)).toMatchObject({ status: 'captured' })
    await fixture.world.pass(soon)
    expect(await fixture.now(payment)).toMatchObject({ status: 'disputed' })
  },
)

test('a page that cannot be read is no response, and the cursor stays', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  await opens(fixture, payment)
  const nonsense = { disputeEvent: [{ id: 'n-1', kind: 'maybe' }], place: '999' }
  fixture.acquirerProxy.next('disputesSince', nonsense as never)
  await fixture.world.pass(soon)
  await fixture.world.pass(soon)
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed' })
})

// In small: a dispute that was opened, lost and won before the list was read is applied in its order
longTest('more than a page is read to its end', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  for (let cents = 1; cents <= 103; cents++) await opens(fixture, payment, '0.01')
  await fixture.world.pass(soon)
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed', chargedBack: { minor: 103n } })
})

// In small: a worker that dies between intent and request leaves a period that is charged once, later
longTest('a worker that dies after it has read the list leaves the events to another', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  await opens(fixture, payment)
  fixture.world.clock.pass(soon)
  await job(fixture, 'read disputes').run(1n)
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured' })
  await fixture.world.runUntilIdle()
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed' })
})

// In small: two workers that apply the same event at once book one charge-back
longTest('two workers that read the list at once store its events once', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  await opens(fixture, payment)
  const waits = [delay(), delay()]
  fixture.acquirerProxy.next('disputesSince', ...waits.map(({ mishap }) => mishap))
  const reading = [1, 2].map(() => job(fixture, 'read disputes').run(1n))
  await Promise.all(waits.map(({ reached }) => reached))
  for (const { goOn } of waits) goOn()
  await Promise.all(reading)
  await fixture.world.runUntilIdle()
  expect(await fixture.world.app.db.run('select event_id from disputes.events', [])).toHaveLength(1)
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed' })
})

test('two workers that apply the same event at once book one charge-back', async () => {
  const fixture = await openPaymentsFixture()
  const { followers } = banksOf(fixture)
  const payment = await fixture.pays()
  await opens(fixture, payment)
  fixture.world.clock.pass(soon)
  await job(fixture, 'read disputes').run(1n)
  const row = await fixture.world.holdRow('payments.payments', payment.id)
  const applying = [1, 2].map(() => job(fixture, 'apply dispute events').run(1n))
  await fixture.world.untilWaiting(2)
  await row.release()
  await Promise.all(applying)
  expect(await followers(payment)).toEqual(['chargeback opened 1000'])
})

test.for(
  sampled([
    ['refund of a part', 'dispute', '4.00', 'payment_charged_back', undefined],
    ['refund of the rest', 'dispute', undefined, 'refunded', '2.00'],
    ['refund of a part', 'refund', '4.00', 'failed', '4.00'],
    ['refund of the whole', 'refund', undefined, 'failed', '10.00'],
  ]),
)('a %s and a dispute of 8.00 at one moment, the %s first', async ([, first, amount, comesTo, refunded]) => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  await fixture.world.pass({ hours: 24 })
  await opens(fixture, payment, '8.00')
  fixture.world.clock.pass(soon)
  await job(fixture, 'read disputes').run(1n)
  const row = await fixture.world.holdRow('payments.payments', payment.id)
  const received = Promise.withResolvers<void>()
  const refunding = () => fixture.reverses(payment, amount).then(({ status }) => status, codeOf)
  const applying = () => job(fixture, 'apply dispute events').run(1n).finally(received.resolve)
  // The first intent has the last response.
  const wait = delay()
  if (first === 'refund') fixture.acquirerProxy.next('refund', wait.mishap)
  // Who comes first to a row that is held gets it first.
  const ones = [(first === 'dispute' ? applying : refunding)()]
  await fixture.world.untilWaiting(1)
  ones.push((first === 'dispute' ? refunding : applying)())
  await fixture.world.untilWaiting(2)
  await row.release()
  await received.promise
  wait.goOn()
  expect(await Promise.all(ones)).toContain(comesTo)
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed', chargedBack: { minor: 800n } })
  const refunds = (await fixture.followersOf(payment)).filter(({ type }) => type === 'refund')
  expect(refunds.map((refund) => refund.amount)).toEqual(refunded ? [euros(refunded)] : [])
  // A refund that was recorded before cannot be stopped; an operator reviews that the money may be returned twice.
  expect(await troubles(fixture)).toHaveLength(first === 'dispute' ? 0 : 1)
})
const codeOf = ({ code }: { code: string }): string => code

test('an event that cannot be applied can be retried later, or acknowledged when it never can', async () => {
  const fixture = await openPaymentsFixture()
  const { sends, followers } = banksOf(fixture)
  const payment = await fixture.pays()
  const notified = { authorization: payment.key, dispute: 'd-1' }
  await sends({ ...notified, kind: 'lost' }, { kind: 'opened', dispute: 'd-2' })
  const [early, stranger] = await disputeEventsForReview(fixture.world.app.db)
  expect(await retryDisputeEvent(fixture.world.app, { by, id: early!.id })).toMatchObject({ doneAt: undefined })
  await sends(notified)
  expect(await retryDisputeEvent(fixture.world.app, { by, id: early!.id })).toMatchObject({ trouble: undefined })
  expect(await followers(payment)).toEqual(['chargeback lost 1000'])
  await expect(retryDisputeEvent(fixture.world.app, { by, id: early!.id })).rejects.toMatchObject({
    code: 'dispute_event_already_applied',
  })
  await acknowledgeDisputeEvent(fixture.world.app, { by, id: stranger!.id })
  expect(await disputeEventsForReview(fixture.world.app.db)).toEqual([])
  const audited = await fixture.world.app.db.run(
    `select action from directory.audit where subject_type = 'disputeEvent'`,
    [],
  )
  expect(audited.map(({ action }) => action)).toEqual([
    'disputeEventRetried',
    'disputeEventRetried',
    'disputeEventReviewed',
  ])
})
const by = { actor: 'staff 7', fromWhere: 'test' }

const job = (fixture: PaymentsFixture, name: string) =>
  disputeJobs(fixture.world.app).find((work) => work.name === name)!

const troubles = async (fixture: PaymentsFixture) =>
  (await disputeEventsForReview(fixture.world.app.db)).map(({ trouble }) => trouble)

/** A dispute that has not been read yet. */
const opens = ({ record, world }: PaymentsFixture, { key }: Payment, amount?: string) =>
  openDispute(
    { record, clock: world.clock },
    { authorization: key, amount: amount === undefined ? undefined : euros(amount), reason: 'not_received' },
  )

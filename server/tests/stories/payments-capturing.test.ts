import { expect, test } from 'vitest'
import { capturePayment, findTransaction } from '#acquiring/payments'
import type { Declined } from '#connectors/acquirer/port.ts'
import { by } from '../world/author.ts'
import { longTest, sampled } from '../world/length.ts'
import { euros, openPaymentsFixture } from '../world/payments-fixture.ts'

const refused: Declined = { outcome: 'declined', reason: 'rejected_by_processor', reference: 'r-1', checks: undefined }

test('a capture captures what was authorized; the fee is of the captured amount', async () => {
  const fixture = await openPaymentsFixture()
  const authorized = await fixture.pays({ kind: 'auth' })
  const captured = await fixture.captures(authorized)
  expect(captured).toMatchObject({
    status: 'captured',
    captured: { minor: 1000n },
    fee: { minor: 39n },
    dueAt: undefined,
  })
  expect(await fixture.orderNow(captured)).toMatchObject({ status: 'complete-ok' })
  expect(await fixture.books()).toMatchObject({ 'acquirer:captured': 1000n, 'income:fees': -39n })
})

test('a capture of a part lets the rest go, and cannot be followed by another', async () => {
  const fixture = await openPaymentsFixture()
  const authorized = await fixture.pays({ kind: 'auth' })
  const captured = await fixture.captures(authorized, '6.00')
  expect(captured).toMatchObject({ status: 'captured', captured: { minor: 600n }, fee: { minor: 33n } })
  expect(await holdOf(fixture, captured)).toMatchObject({ status: 'posted', minor: 1000n, posted_minor: 600n })
  await expect(fixture.captures(authorized, '4.00')).rejects.toMatchObject({ code: 'unexpected_payment_status' })
})

test.for([
  ['more than was reserved', '10.01', 'capture_too_large'],
  ['nothing', '0', 'amount_not_positive'],
] as const)('a capture of %s is refused', async ([, amount, code]) => {
  const fixture = await openPaymentsFixture()
  const authorized = await fixture.pays({ kind: 'auth' })
  await expect(fixture.captures(authorized, amount)).rejects.toMatchObject({ code })
  expect(await fixture.now(authorized)).toEqual(authorized)
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a capture in another currency is refused', async () => {
  const fixture = await openPaymentsFixture()
  const { id: paymentId } = await fixture.pays({ kind: 'auth' })
  const amount = { minor: 100n, currency: 'RON' } as const
  const capture = capturePayment(fixture.world.app, { by, siteId: fixture.site.id, paymentId, amount })
  await expect(capture).rejects.toMatchObject({ code: 'capture_too_large' })
})

test('another site cannot see, capture or refund the payment', async () => {
  const fixture = await openPaymentsFixture()
  const { id: paymentId } = await fixture.pays({ kind: 'auth' })
  const { site: stranger } = await fixture.world.merchant()
  expect(await findTransaction(fixture.world.app.db, stranger.id, paymentId)).toBeUndefined()
  const capture = capturePayment(fixture.world.app, { by, siteId: stranger.id, paymentId, amount: euros('1.00') })
  await expect(capture).rejects.toMatchObject({ code: 'payment_not_found' })
})

test('a capture that the acquirer refuses leaves the authorization as it was, with the time it had', async () => {
  const fixture = await openPaymentsFixture()
  const authorized = await fixture.pays({ kind: 'auth' })
  fixture.acquirerProxy.next('capture', refused)
  const still = await fixture.captures(authorized)
  expect(still).toMatchObject({
    status: 'authorized',
    dueAt: authorized.dueAt,
    request: undefined,
    captured: { minor: 0n },
  })
  expect(await fixture.captures(authorized)).toMatchObject({ status: 'captured' })
})

test('an authorization is voided whole: its hold is released and the order fails', async () => {
  const fixture = await openPaymentsFixture()
  const authorized = await fixture.pays({ kind: 'auth' })
  const voided = await fixture.reverses(authorized)
  expect(voided).toMatchObject({ id: authorized.id, status: 'voided', dueAt: undefined, request: undefined })
  expect(await holdOf(fixture, voided)).toMatchObject({ status: 'voided', posted_minor: 0n })
  expect(await fixture.orderNow(voided)).toMatchObject({ status: 'complete-failed', endReason: 'authorization_voided' })
  expect(await fixture.books()).toEqual({})
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a part of an authorization cannot be voided', async () => {
  const fixture = await openPaymentsFixture()
  const authorized = await fixture.pays({ kind: 'auth' })
  await expect(fixture.reverses(authorized, '4.00')).rejects.toMatchObject({ code: 'void_not_partial' })
  expect(await fixture.reverses(authorized, '10.00')).toMatchObject({ status: 'voided' })
})

// In small: a capture that the acquirer refuses leaves the authorization as it was, with the time it had
longTest('a void that the acquirer refuses leaves the authorization as it was', async () => {
  const fixture = await openPaymentsFixture()
  const authorized = await fixture.pays({ kind: 'auth' })
  fixture.acquirerProxy.next('reverse', refused)
  expect(await fixture.reverses(authorized)).toMatchObject({ status: 'authorized', dueAt: authorized.dueAt })
})

test('an authorization that is not captured is voided after seven days, and not a moment sooner', async () => {
  const fixture = await openPaymentsFixture()
  const authorized = await fixture.pays({ kind: 'auth' })
  await fixture.world.pass({ hours: 7 * 24 - 1, minutes: 59, seconds: 59, milliseconds: 999 })
  expect(await fixture.now(authorized)).toMatchObject({ status: 'authorized' })
  await fixture.world.pass({ milliseconds: 1 })
  expect(await fixture.now(authorized)).toMatchObject({ status: 'voided', dueAt: undefined })
})

// In small: after two months of asking in vain a person is called, and nothing is asked any more
longTest(
  'a void that the acquirer declines is requested once a day for a month, then an operator must ask',
  async () => {
    const fixture = await openPaymentsFixture()
    const authorized = await fixture.pays({ kind: 'auth' })
    fixture.acquirerProxy.next('reverse', ...Array<Declined>(100).fill(refused))
    await fixture.world.pass({ hours: 7 * 24 })
    expect(await fixture.now(authorized)).toMatchObject({ status: 'authorized' })
    expect(fixture.acquirerProxy.requests.filter(({ kind }) => kind === 'reverse')).toHaveLength(1)
    for (let day = 0; day < 40; day++) await fixture.world.pass({ hours: 24 })
    expect(fixture.acquirerProxy.requests.filter(({ kind }) => kind === 'reverse')).toHaveLength(31)
    expect(await fixture.now(authorized)).toMatchObject({ status: 'authorized', dueAt: undefined })
    expect(fixture.world.logged.join()).toContain('an operator must ask')
  },
)

test.for(sampled(['captured', 'voided', 'failed', 'verified']))('what is %s cannot be captured', async (status) => {
  const fixture = await openPaymentsFixture()
  const made = {
    captured: () => fixture.pays(),
    voided: async () => fixture.reverses(await fixture.pays({ kind: 'auth' })),
    failed: () => fixture.pays({ amount: '0.05' }),
    verified: () => fixture.pays({ kind: 'verify', amount: '0', save: true }),
  }
  const payment = await made[status]()
  expect(payment.status).toBe(status)
  await expect(fixture.captures(payment)).rejects.toMatchObject({
    code: 'unexpected_payment_status',
    message: `The transaction is ${status}; to capture it, it must be authorized.`,
  })
})

async function holdOf({ world }: Awaited<ReturnType<typeof openPaymentsFixture>>, { id }: { id: bigint }) {
  return world.app.db.read
    .selectFrom('ledger.holds')
    .selectAll()
    .where('reference', '=', `payment ${id}`)
    .executeTakeFirstOrThrow()
}

import { expect, test } from 'vitest'
import type { Declined } from '#connectors/acquirer/acquirer.ts'
import { capturePayment, findPayment } from '#payments'
import { euros, openTill } from '../world/till.ts'

const refused: Declined = { outcome: 'declined', reason: 'rejected_by_processor', reference: 'r-1', checks: undefined }

test('a capture takes what was reserved; the fee is of what is taken', async () => {
  const till = await openTill()
  const authorized = await till.pays({ kind: 'auth' })
  const captured = await till.captures(authorized)
  expect(captured).toMatchObject({
    status: 'captured',
    captured: { minor: 1000n },
    fee: { minor: 39n },
    dueAt: undefined,
  })
  expect(await till.orderNow(captured)).toMatchObject({ status: 'complete-ok' })
  expect(await till.books()).toMatchObject({ 'acquirer:captured': 1000n, 'income:fees': -39n })
})

test('a capture of a part lets the rest go, and cannot be followed by another', async () => {
  const till = await openTill()
  const authorized = await till.pays({ kind: 'auth' })
  const captured = await till.captures(authorized, '6.00')
  expect(captured).toMatchObject({ status: 'captured', captured: { minor: 600n }, fee: { minor: 33n } })
  expect(await holdOf(till, captured)).toMatchObject({ status: 'posted', minor: 1000n, posted_minor: 600n })
  await expect(till.captures(authorized, '4.00')).rejects.toMatchObject({ code: 'payment_status_forbids' })
})

test.for([
  ['more than was reserved', '10.01', 'capture_too_large'],
  ['nothing', '0', 'amount_not_positive'],
] as const)('a capture of %s is refused', async ([, amount, code]) => {
  const till = await openTill()
  const authorized = await till.pays({ kind: 'auth' })
  await expect(till.captures(authorized, amount)).rejects.toMatchObject({ code })
  expect(await till.now(authorized)).toEqual(authorized)
})

test('a capture in another currency is refused', async () => {
  const till = await openTill()
  const { id: paymentId } = await till.pays({ kind: 'auth' })
  const amount = { minor: 100n, currency: 'RON' } as const
  const capture = capturePayment(till.world.app, { siteId: till.site.id, paymentId, amount })
  await expect(capture).rejects.toMatchObject({ code: 'capture_too_large' })
})

test('another site cannot see, capture or take back the payment', async () => {
  const till = await openTill()
  const { id: paymentId } = await till.pays({ kind: 'auth' })
  const { site: stranger } = await till.world.merchant()
  expect(await findPayment(till.world.app.db, stranger.id, paymentId)).toBeUndefined()
  const capture = capturePayment(till.world.app, { siteId: stranger.id, paymentId, amount: euros('1.00') })
  await expect(capture).rejects.toMatchObject({ code: 'payment_not_found' })
})

test('a capture that the acquirer refuses leaves the authorization as it was, with the time it had', async () => {
  const till = await openTill()
  const authorized = await till.pays({ kind: 'auth' })
  till.line.next('capture', refused)
  const still = await till.captures(authorized)
  expect(still).toMatchObject({
    status: 'authorized',
    dueAt: authorized.dueAt,
    ask: undefined,
    captured: { minor: 0n },
  })
  expect(await till.captures(authorized)).toMatchObject({ status: 'captured' })
})

test('an authorization is voided whole: the note is let go of and the order fails', async () => {
  const till = await openTill()
  const authorized = await till.pays({ kind: 'auth' })
  const voided = await till.undoes(authorized)
  expect(voided).toMatchObject({ id: authorized.id, status: 'voided', dueAt: undefined, ask: undefined })
  expect(await holdOf(till, voided)).toMatchObject({ status: 'voided', posted_minor: 0n })
  expect(await till.orderNow(voided)).toMatchObject({ status: 'complete-failed', endReason: 'authorization_voided' })
  expect(await till.books()).toEqual({})
})

test('a part of an authorization cannot be voided', async () => {
  const till = await openTill()
  const authorized = await till.pays({ kind: 'auth' })
  await expect(till.undoes(authorized, '4.00')).rejects.toMatchObject({ code: 'void_not_partial' })
  expect(await till.undoes(authorized, '10.00')).toMatchObject({ status: 'voided' })
})

test('a void that the acquirer refuses leaves the authorization as it was', async () => {
  const till = await openTill()
  const authorized = await till.pays({ kind: 'auth' })
  till.line.next('reverse', refused)
  expect(await till.undoes(authorized)).toMatchObject({ status: 'authorized', dueAt: authorized.dueAt })
})

test('an authorization that nobody captures is voided after seven days, and not a moment sooner', async () => {
  const till = await openTill()
  const authorized = await till.pays({ kind: 'auth' })
  await till.world.pass({ hours: 7 * 24 - 1, minutes: 59, seconds: 59, milliseconds: 999 })
  expect(await till.now(authorized)).toMatchObject({ status: 'authorized' })
  await till.world.pass({ milliseconds: 1 })
  expect(await till.now(authorized)).toMatchObject({ status: 'voided', dueAt: undefined })
})

test('an acquirer that does not let go is asked once a day for a month, then a person is called', async () => {
  const till = await openTill()
  const authorized = await till.pays({ kind: 'auth' })
  till.line.next('reverse', ...Array<Declined>(100).fill(refused))
  await till.world.pass({ hours: 7 * 24 })
  expect(await till.now(authorized)).toMatchObject({ status: 'authorized' })
  expect(till.line.asked.filter(({ kind }) => kind === 'reverse')).toHaveLength(1)
  for (let day = 0; day < 40; day++) await till.world.pass({ hours: 24 })
  expect(till.line.asked.filter(({ kind }) => kind === 'reverse')).toHaveLength(31)
  expect(await till.now(authorized)).toMatchObject({ status: 'authorized', dueAt: undefined })
  expect(till.world.logged.join()).toContain('a person must ask')
})

test.for(['captured', 'voided', 'failed', 'verified'] as const)('what is %s cannot be captured', async (status) => {
  const till = await openTill()
  const made = {
    captured: () => till.pays(),
    voided: async () => till.undoes(await till.pays({ kind: 'auth' })),
    failed: () => till.pays({ amount: '0.05' }),
    verified: () => till.pays({ kind: 'verify', amount: '0', save: true }),
  }
  const payment = await made[status]()
  expect(payment.status).toBe(status)
  await expect(till.captures(payment)).rejects.toMatchObject({
    code: 'payment_status_forbids',
    message: `The transaction is ${status}; to capture it, it would have to be authorized.`,
  })
})

async function holdOf({ world }: Awaited<ReturnType<typeof openTill>>, { id }: { id: bigint }) {
  return world.app.db.read
    .selectFrom('ledger.holds')
    .selectAll()
    .where('reference', '=', `payment ${id}`)
    .executeTakeFirstOrThrow()
}

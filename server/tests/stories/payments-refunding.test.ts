import { expect, test } from 'vitest'
import type { Declined } from '#connectors/acquirer/acquirer.ts'
import { openTill, type Till } from '../world/till.ts'

const refused: Declined = { outcome: 'declined', reason: 'insufficient_funds', reference: 'r-1', checks: undefined }
/** Past the next cut-off, at midnight in Bucharest. */
const overnight = { hours: 24 }

test('a payment taken back whole before it is settled is cancelled, and the books are as if it had not been', async () => {
  const till = await openTill()
  const payment = await till.pays()
  const cancelled = await till.undoes(payment)
  expect(cancelled).toMatchObject({ id: payment.id, status: 'cancelled', ask: undefined, dueAt: undefined })
  expect(await till.refundsOf(payment)).toEqual([])
  expect(await till.books()).toEqual({})
})

test('a capture of a part is cancelled whole too', async () => {
  const till = await openTill()
  const captured = await till.captures(await till.pays({ kind: 'auth' }), '6.00')
  expect(await till.undoes(captured, '6.00')).toMatchObject({ status: 'cancelled' })
  expect(await till.books()).toEqual({})
})

test('a payment that is settled is refunded: a transaction of its own, and the fixed part of the fee stays ours', async () => {
  const till = await openTill()
  const payment = await till.pays()
  await till.world.pass(overnight)
  const refund = await till.undoes(payment)
  expect(refund).toMatchObject({ type: 'refund', status: 'refunded', parentId: payment.id, captured: { minor: 1000n } })
  expect(refund).toMatchObject({ fee: { minor: 14n }, ask: undefined, dueAt: undefined })
  expect(refund).toEqual(await till.now(refund))
  expect(await till.now(payment)).toMatchObject({ status: 'refunded', refunded: { minor: 1000n } })
  expect(await till.books()).toEqual({
    'acquirer:captured': -1000n,
    'acquirer:settling': 1000n,
    [`merchant:${till.site.merchantId}:payable`]: 25n,
    'income:fees': -25n,
  })
})

test('a part taken back is a refund even before the settlement; what is left can only be refunded from then on', async () => {
  const till = await openTill()
  const payment = await till.pays()
  const part = await till.undoes(payment, '4.00')
  expect(part).toMatchObject({ type: 'refund', status: 'refunded' })
  expect(await till.now(payment)).toMatchObject({ status: 'captured', refunded: { minor: 400n } })
  expect(await till.undoes(payment)).toMatchObject({ type: 'refund', status: 'refunded', amount: { minor: 600n } })
  expect(await till.now(payment)).toMatchObject({ status: 'refunded', refunded: { minor: 1000n } })
})

test('many small refunds give back as much of the fee as one', async () => {
  const till = await openTill({ pricing: { basisPoints: 290, fixedMinor: 30n } })
  const payment = await till.pays({ amount: '1.00' })
  expect(payment.fee.minor).toBe(32n)
  const backs: bigint[] = []
  for (const amount of ['0.33', '0.33', '0.33', '0.01']) backs.push((await till.undoes(payment, amount)).fee.minor)
  expect(backs).toEqual([0n, 1n, 1n, 0n])
  expect(await till.now(payment)).toMatchObject({ status: 'refunded' })
  expect((await till.books())['income:fees']).toBe(-30n)
})

test('the fee goes back at the price it was charged at, not at the price of today', async () => {
  const till = await openTill({ pricing: { basisPoints: 100, fixedMinor: 0n } })
  const payment = await till.pays({ amount: '20.00' })
  const by = { actor: 'staff 7', fromWhere: 'test' }
  await till.world.app.directory.changeSite({
    by,
    siteId: till.site.id,
    changes: { pricing: { basisPoints: 500, fixedMinor: 10n } },
  })
  expect(await till.undoes(payment, '10.00')).toMatchObject({ fee: { minor: 10n } })
  await till.undoes(payment)
  expect((await till.books())['income:fees']).toBeUndefined()
})

test('a refund that the acquirer refuses says why and gives its promise back', async () => {
  const till = await openTill()
  const payment = await till.pays()
  till.line.next('refund', refused)
  const failed = await till.undoes(payment, '4.00')
  expect(failed).toMatchObject({ status: 'failed', declineReason: 'insufficient_funds', captured: { minor: 0n } })
  expect(failed).toMatchObject({ ask: undefined, dueAt: undefined })
  expect(await till.now(payment)).toMatchObject({ status: 'captured', refunded: { minor: 0n } })
  expect(await till.undoes(payment)).toMatchObject({ id: payment.id, status: 'cancelled' })
})

test('a cancellation that the acquirer refuses leaves the payment captured, and it can be refunded in parts', async () => {
  const till = await openTill()
  const payment = await till.pays()
  till.line.next('reverse', refused)
  expect(await till.undoes(payment)).toMatchObject({ status: 'captured', ask: undefined, dueAt: undefined })
  expect(await till.orderNow(payment)).toMatchObject({ status: 'complete-ok' })
  expect(await till.undoes(payment, '9.99')).toMatchObject({ type: 'refund', status: 'refunded' })
})

test('the whole is refunded only when the last part is', async () => {
  const till = await openTill()
  const payment = await till.pays()
  till.line.next('refund', 'ask lost')
  const lost = await till.undoes(payment, '4.00')
  const done = await till.undoes(payment, '6.00')
  expect([lost.status, done.status]).toEqual(['refunding', 'refunded'])
  expect(await till.now(payment)).toMatchObject({ status: 'captured', refunded: { minor: 1000n } })
  await till.world.pass({ minutes: 1 })
  expect(await till.now(lost)).toMatchObject({ status: 'refunded' })
  expect(await till.now(payment)).toMatchObject({ status: 'refunded' })
})

test('when the last part is refused, what it promised is there again', async () => {
  const till = await openTill()
  const payment = await till.pays()
  till.line.next('refund', { outcome: 'pending', reference: 'p-1' })
  const late = await till.undoes(payment, '4.00')
  await till.undoes(payment, '6.00')
  till.line.next('whatBecameOf', refused)
  await till.world.pass({ minutes: 1 })
  expect(await till.now(late)).toMatchObject({ status: 'failed' })
  expect(await till.now(payment)).toMatchObject({ status: 'captured', refunded: { minor: 600n } })
  expect(await till.undoes(payment)).toMatchObject({ status: 'refunded', amount: { minor: 400n } })
})

test.for([
  ['more than was taken', '10.01', 'refund_too_large'],
  ['nothing', '0', 'amount_not_positive'],
] as const)('a refund of %s is refused', async ([, amount, code]) => {
  const till = await openTill()
  const payment = await till.pays()
  await expect(till.undoes(payment, amount)).rejects.toMatchObject({ code })
  expect(await till.now(payment)).toEqual(payment)
})

test('what is promised to be given back cannot be given back again', async () => {
  const till = await openTill()
  const payment = await till.pays()
  till.line.next('refund', 'answer lost')
  await till.undoes(payment, '9.00')
  await expect(till.undoes(payment, '1.01')).rejects.toMatchObject({ code: 'refund_too_large' })
  await till.undoes(payment, '1.00')
  await expect(till.undoes(payment)).rejects.toMatchObject({ code: 'nothing_left_to_refund' })
  await till.world.pass({ minutes: 1 })
  await expect(till.undoes(payment)).rejects.toMatchObject({ code: 'payment_status_forbids' })
})

test.for(['failed', 'voided', 'verified', 'cancelled', 'refunded', 'challenging', 'capturing'] as const)(
  'what is %s cannot be taken back',
  async (status) => {
    const till = await openTill()
    const payment = await made(till, status)
    expect((await till.now(payment)).status).toBe(status)
    await expect(till.undoes(payment)).rejects.toMatchObject({ kind: 'conflict' })
    expect(await till.refundsOf(payment)).toHaveLength(status === 'refunded' ? 1 : 0)
  },
)

test('a refund cannot itself be refunded', async () => {
  const till = await openTill()
  const refund = await till.undoes(await till.pays(), '4.00')
  await expect(till.undoes(refund)).rejects.toMatchObject({ code: 'payment_status_forbids' })
  await expect(till.captures(refund)).rejects.toMatchObject({ code: 'payment_status_forbids' })
})

async function made(till: Till, status: string) {
  switch (status) {
    case 'failed':
      return till.pays({ amount: '0.05' })
    case 'voided':
      return till.undoes(await till.pays({ kind: 'auth' }))
    case 'verified':
      return till.pays({ kind: 'verify', amount: '0', save: true })
    case 'cancelled':
      return till.undoes(await till.pays())
    case 'refunded': {
      const payment = await till.pays()
      await till.world.pass(overnight)
      await till.undoes(payment)
      return payment
    }
    case 'challenging':
      return till.pays({ pan: '5555555555555599', atBrowser: true })
    default: {
      till.line.next('capture', 'ask lost')
      return till.captures(await till.pays({ kind: 'auth' }))
    }
  }
}

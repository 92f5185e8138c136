import { expect, test } from 'vitest'
import type { PaymentId } from '#acquiring/ids'
import { resolvePayoutManually } from '#acquiring/payouts'
import { delay } from '../world/acquirer-fault-proxy.ts'
import { byLength, longTest } from '../world/length.ts'
import { notifiedPayouts, openPayer, reversals, sent } from '../world/payouts.ts'

/** Hour by hour as Florin asks in the long run, else at a few moments of that time. */
async function hoursPass({ world }: Awaited<ReturnType<typeof openPayer>>, hours: number): Promise<void> {
  const steps = byLength({ short: 4, long: hours })
  for (let step = 0; step < steps; step++) await world.pass({ minutes: (hours * 60) / steps })
}

test('a payout whose answer was lost is uncertain, and found to be done; it is sent once', async () => {
  const shop = await openPayer()
  shop.acquirerProxy.next('payOut', 'response lost')

  const answer = await shop.paysOut()
  expect(answer).toMatchObject({ status: 200, data: { orderStatus: 'start', transactionStatus: 'uncertain' } })
  await shop.world.pass({ minutes: 1 })

  expect(await shop.order(answer)).toMatchObject({ orderStatus: 'complete-ok' })
  expect(sent(shop)).toHaveLength(1)
})

// In small: a payout whose answer was lost is uncertain, and found to be done; it is sent once
longTest('a payout that never arrived is sent again under its own key, and is one payout', async () => {
  const shop = await openPayer()
  const slow = delay()
  shop.acquirerProxy.next('payOut', 'request lost', slow.mishap)
  const answer = await shop.paysOut()
  const minute = shop.world.pass({ minutes: 1 })
  await slow.reached
  slow.goOn()
  await minute

  expect(await shop.order(answer)).toMatchObject({ orderStatus: 'complete-ok' })
  const keys = sent(shop)
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await shop.count(`sandbox_acquirer.requests where kind = 'credit'`)).toBe(1)
})

// In small: a worker that dies between intent and request leaves a period that is charged once, later
longTest('a payout whose process dies between intent and request is sent by another process', async () => {
  const shop = await openPayer()
  const dead = delay()
  shop.acquirerProxy.next('payOut', dead.mishap)
  const answer = shop.paysOut()
  await dead.reached
  await shop.world.pass({ minutes: 1 })
  expect(await shop.rows(`select status from payments.payments where type = 'credit'`)).toEqual([
    { status: 'credited' },
  ])
  dead.goOn()
  expect(await answer).toMatchObject({ status: 200, data: { transactionStatus: 'complete-ok' } })
  expect(await shop.count(`sandbox_acquirer.requests where kind = 'credit'`)).toBe(1)
})

test('a payout whose result stays unknown is never reversed and never failed: its money stays a pending outflow', async () => {
  const shop = await openPayer()
  shop.acquirerProxy.next('payOut', 'response lost')
  const answer = await shop.paysOut({ amount: '15.00' })
  shop.acquirerProxy.cut()
  await hoursPass(shop, 48)

  expect(await shop.order(answer)).toMatchObject({ orderStatus: 'start' })
  expect(await shop.transaction(answer)).toMatchObject({ transactionStatus: 'uncertain' })
  expect(reversals(shop)).toEqual([])
  shop.acquirerProxy.restore()
  expect(await shop.paysOut({ amount: '15.00' })).toMatchObject({ status: 409, body: { error: [{ field: 'amount' }] } })
  await shop.world.pass({ hours: 1 })
  expect(await shop.order(answer)).toMatchObject({ orderStatus: 'complete-ok' })
  expect(sent(shop)).toHaveLength(1)
})

// In small: a payout whose result stays unknown is never reversed and never failed: its money stays a pending outflow
longTest('a payout that the acquirer has not found for a day is not sent any more: an operator must ask', async () => {
  const shop = await openPayer()
  shop.mayLogErrors()
  shop.acquirerProxy.next('payOut', 'request lost')
  const answer = await shop.paysOut()
  shop.acquirerProxy.cut()
  await hoursPass(shop, 25)
  shop.acquirerProxy.restore()
  await shop.world.pass({ hours: 1 })
  await shop.world.pass({ hours: 24 })

  expect(await shop.transaction(answer)).toMatchObject({ transactionStatus: 'uncertain' })
  expect(sent(shop)).toHaveLength(1)
  expect(shop.world.logged.filter((line) => line.includes('an operator must ask'))).toHaveLength(1)
})

test('a payout whose card is deleted before it was sent is not sent, and waits for an operator', async () => {
  const shop = await openPayer()
  shop.mayLogErrors()
  shop.acquirerProxy.next('payOut', 'request lost')
  const answer = await shop.paysOut()
  await shop.client.send('DELETE', `/card/${shop.cardId}`, { form: { customerId: String(shop.customerId) } })
  await hoursPass(shop, 26)

  expect(await shop.transaction(answer)).toMatchObject({ transactionStatus: 'uncertain', cardStatus: 'deleted' })
  expect(sent(shop)).toHaveLength(1)
  expect(shop.world.logged.filter((line) => line.includes('an operator must ask'))).toHaveLength(1)
})

test.each([
  [
    'never left: its order has failed, and the money can be paid out again',
    { isPaid: false } as const,
    'complete-failed',
    1947n,
  ],
  ['was made: it is booked', { isPaid: true, reference: 'by-phone' } as const, 'complete-ok', 1447n],
])('an operator who has asked the acquirer records that the payout %s', async (_what, result, status, owed) => {
  const shop = await openPayer()
  shop.mayLogErrors()
  shop.acquirerProxy.next('payOut', 'request lost')
  const answer = await shop.paysOut()
  const paymentId = BigInt(Number(answer.data.transactionId)) as PaymentId
  const by = { actor: 'operator', fromWhere: 'command line' }
  const resolves = () => resolvePayoutManually(shop.world.app, { by, paymentId, result })
  // While Florin still inquires by itself, an operator cannot decide.
  await expect(resolves()).rejects.toMatchObject({ code: 'payout_not_in_review' })
  shop.acquirerProxy.next('payOut', ...Array.from({ length: 60 }, () => 'request lost' as const))
  await hoursPass(shop, 26)

  await resolves()
  await shop.world.runUntilIdle()

  expect(await shop.order(answer)).toMatchObject({ orderStatus: status })
  expect(await shop.owed()).toBe(owed)
  expect(notifiedPayouts(shop)).toMatchObject([{ transactionStatus: status }])
  expect(await shop.count(`directory.audit where action = 'payoutResolvedManually' and actor = 'operator'`)).toBe(1)
  await expect(resolves()).rejects.toMatchObject({ code: 'payout_not_in_review' })
})

// In small: what is answered later is asked about until it is known
longTest('a payout that the bank thinks about is in progress until it has decided', async () => {
  const shop = await openPayer()
  const answer = await shop.paysOut({ amount: '0.04' })
  expect(answer).toMatchObject({ status: 200, data: { transactionStatus: 'in-progress' } })
  for (let minutes = 0; minutes < 120; minutes += 10) await shop.world.pass({ minutes: 10 })
  expect(await shop.order(answer)).toMatchObject({ orderStatus: 'complete-ok' })
  expect(sent(shop)).toHaveLength(1)
})

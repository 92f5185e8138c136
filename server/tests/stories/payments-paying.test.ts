import { expect, test } from 'vitest'
import { cardsOf } from '#acquiring/shoppers'
import { StaleWrite, update } from '#kernel/db/commit/commit.ts'
import { longTest } from '../world/length.ts'
import { challengedCard, goodCard, openPaymentsFixture, rightCode } from '../world/payments-fixture.ts'

const poorCard = '4000010000001008'

test('a sale takes the money at once: the order is paid and the merchant is owed it, less the fee', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays({ amount: '10.00' })
  expect(payment).toMatchObject({
    status: 'captured',
    captured: { minor: 1000n },
    fee: { minor: 39n },
    dueAt: undefined,
  })
  expect(payment).toEqual(await fixture.now(payment))
  expect(await fixture.orderNow(payment)).toMatchObject({ status: 'complete-ok' })
  expect(await fixture.books()).toEqual({
    'acquirer:captured': 1000n,
    [`merchant:${fixture.site.merchantId}:pending`]: -961n,
    'income:fees': -39n,
  })
})

test('an authorization only reserves: a note is held, and the books stay empty', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays({ kind: 'auth' })
  expect(payment).toMatchObject({ status: 'authorized', captured: { minor: 0n }, request: undefined })
  expect(payment.dueAt).toEqual(fixture.world.clock.now().add({ hours: 168 }))
  expect(await fixture.orderNow(payment)).toMatchObject({ status: 'in-progress' })
  expect(await fixture.books()).toEqual({})
})

test('a verification moves no money and stores the card', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays({ kind: 'verify', amount: '0', save: true })
  expect(payment).toMatchObject({ type: 'verify-card', status: 'verified' })
  expect(await cardsOf(fixture.world.app.db, payment.shopperId)).toMatchObject([{ id: payment.cardId, last4: '1111' }])
  expect(await fixture.orderNow(payment)).toMatchObject({ status: 'complete-ok', cardId: payment.cardId })
  expect(await fixture.books()).toEqual({})
})

// In small: a sale takes the money at once: the order is paid and the merchant is owed it, less the fee
longTest('a fee that is more than the payment is owed by the merchant', async () => {
  const fixture = await openPaymentsFixture()
  await fixture.pays({ amount: '0.11' })
  expect(await fixture.books()).toEqual({
    'acquirer:captured': 11n,
    [`merchant:${fixture.site.merchantId}:payable`]: 14n,
    'income:fees': -25n,
  })
})

test('a declined payment says why, books nothing and stores no card; the order can be paid again', async () => {
  const fixture = await openPaymentsFixture()
  const ordered = await fixture.order()
  const declined = await fixture.tries(ordered, { pan: poorCard, save: true })
  expect(declined).toMatchObject({ status: 'failed', declineReason: 'rejected_by_processor', cardId: undefined })
  expect(declined).toMatchObject({ storesToken: undefined, dueAt: undefined, request: undefined })
  expect(await cardsOf(fixture.world.app.db, ordered.shopperId)).toEqual([])
  expect(await cardsInVault(fixture)).toBe(0)
  expect(await fixture.orderNow(declined)).toMatchObject({ status: 'start', attempts: 1 })
  expect(await fixture.tries(ordered)).toMatchObject({ status: 'captured' })
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('after so many declined attempts as the site allows the order has failed', async () => {
  const fixture = await openPaymentsFixture({ attemptsMax: 2 })
  const ordered = await fixture.order()
  await fixture.tries(ordered, { pan: poorCard })
  const last = await fixture.tries(ordered, { pan: poorCard })
  expect(last.status).toBe('failed')
  expect(await fixture.orderNow(last)).toMatchObject({ status: 'complete-failed', attempts: 2 })
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('a shopper whose bank wants to see them goes there, comes back, and has paid', async () => {
  const fixture = await openPaymentsFixture()
  const challenged = await fixture.pays({ pan: challengedCard, atBrowser: true })
  expect(challenged).toMatchObject({ status: 'challenging', request: undefined })
  expect(challenged.dueAt).toEqual(fixture.world.clock.now().add({ minutes: 15 }))
  expect(challenged.challenge?.method).toBe('POST')
  const paid = await fixture.returnsFromBank(challenged, rightCode)
  expect(paid).toMatchObject({ status: 'captured', challenge: undefined, threeDSecure: 'challenged', dueAt: undefined })
})

test('a shopper who comes back twice has paid once', async () => {
  const fixture = await openPaymentsFixture()
  const challenged = await fixture.pays({ pan: challengedCard, atBrowser: true })
  const paid = await fixture.returnsFromBank(challenged, rightCode)
  expect(await fixture.returnsFromBank(challenged, rightCode)).toEqual(paid)
  expect(fixture.acquirerProxy.requests.filter(({ kind }) => kind === 'completeChallenge')).toHaveLength(1)
})

test('a shopper who does not come back from their bank in time has not paid, and neither have they later', async () => {
  const fixture = await openPaymentsFixture()
  const challenged = await fixture.pays({ pan: challengedCard, atBrowser: true, save: true })
  await fixture.world.pass({ minutes: 14 })
  expect(await fixture.now(challenged)).toMatchObject({ status: 'challenging' })
  await fixture.world.pass({ minutes: 1 })
  const abandoned = await fixture.now(challenged)
  expect(abandoned).toMatchObject({ status: 'failed', declineReason: 'authentication_failed', challenge: undefined })
  expect(abandoned).toMatchObject({ storesToken: undefined, cardId: undefined, dueAt: undefined })
  expect(await cardsInVault(fixture)).toBe(0)
  expect(await fixture.returnsFromBank(challenged, rightCode)).toEqual(abandoned)
})

test('a card is stored once, however often its shopper ticks the box, and the newest of their payments vouches for it', async () => {
  const fixture = await openPaymentsFixture()
  const first = await fixture.pays({ save: true })
  const second = await fixture.pays({ save: true })
  expect(second.cardId).toBe(first.cardId)
  expect(await cardsOf(fixture.world.app.db, first.shopperId)).toMatchObject([
    { id: first.cardId, networkTransactionId: second.networkTransactionId },
  ])
  expect(await cardsInVault(fixture)).toBe(1)
})

test('two payments that store the same card at once store it once, and both know it', async () => {
  const fixture = await openPaymentsFixture()
  const challenges = [
    await fixture.pays({ pan: challengedCard, atBrowser: true, save: true }),
    await fixture.pays({ pan: challengedCard, atBrowser: true, save: true }),
  ]
  const paid = []
  for (const challenged of challenges) paid.push(await fixture.returnsFromBank(challenged, rightCode))
  expect(paid.map(({ status }) => status)).toEqual(['captured', 'captured'])
  expect(paid[0]!.cardId).toBe(paid[1]!.cardId)
  expect(await cardsInVault(fixture)).toBe(1)
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('a stored card pays without its number being typed', async () => {
  const fixture = await openPaymentsFixture()
  const first = await fixture.pays({ save: true })
  const [card] = await cardsOf(fixture.world.app.db, first.shopperId)
  const again = await fixture.pays({ card: { from: 'stored', card: card! } })
  expect(again).toMatchObject({ status: 'captured', cardId: card!.id, card: { first6: '411111', last4: '1111' } })
})

test('a declined stored card is still the card that was tried', async () => {
  const fixture = await openPaymentsFixture()
  const first = await fixture.pays({ save: true })
  const [card] = await cardsOf(fixture.world.app.db, first.shopperId)
  const declined = await fixture.pays({ amount: '0.05', card: { from: 'stored', card: card! } })
  expect(declined).toMatchObject({ status: 'failed', cardId: card!.id })
  fixture.acquirerProxy.next('authorize', 'request lost')
  const lost = await fixture.pays({ card: { from: 'stored', card: card! } })
  await fixture.world.pass({ minutes: 1 })
  expect(await fixture.now(lost)).toMatchObject({ status: 'failed', cardId: card!.id })
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('a second click on an order that is paid already pays nothing, and keeps no card number', async () => {
  const fixture = await openPaymentsFixture()
  const ordered = await fixture.order()
  await fixture.tries(ordered)
  const again = fixture.tries(ordered, { pan: challengedCard, save: true })
  await expect(again).rejects.toMatchObject({ code: 'payment_in_progress' })
  expect(fixture.acquirerProxy.requests.filter(({ kind }) => kind === 'authorize')).toHaveLength(1)
  expect(await cardsInVault(fixture)).toBe(0)
})

// In small: ten clicks at once on one order: one pays, nine are refused since a payment is in progress
longTest('a second click while the first is under way pays nothing', async () => {
  const fixture = await openPaymentsFixture()
  const ordered = await fixture.order()
  await fixture.tries(ordered, { pan: challengedCard, atBrowser: true })
  await expect(fixture.tries(ordered)).rejects.toMatchObject({ code: 'payment_in_progress' })
})

// In small: a managed order is billed when its merchant asks, for the amount of that time
longTest('an order can be billed again after its first payment', async () => {
  const fixture = await openPaymentsFixture()
  const ordered = await fixture.order({ type: 'managed' })
  const first = await fixture.tries(ordered, { save: true })
  const initiator = { type: 'mit', reason: 'unscheduled', networkTransactionId: first.networkTransactionId! } as const
  expect(await fixture.tries(ordered, { source: 're-bill', initiator })).toMatchObject({ status: 'captured' })
})

test('a payment whose order has ended meanwhile is not asked for', async () => {
  const fixture = await openPaymentsFixture()
  const ordered = await fixture.order()
  const { version } = await fixture.orderNow(ordered)
  const alongside = () => [
    update('orders.orders', { set: { version: version + 1 }, where: { id: ordered.orderId, version: version - 1 } }),
  ]
  await expect(fixture.tries(ordered, { alongside, pan: goodCard, save: true })).rejects.toBeInstanceOf(StaleWrite)
  expect(fixture.acquirerProxy.requests).toEqual([])
  expect(await cardsInVault(fixture)).toBe(0)
})

async function cardsInVault({ world }: Awaited<ReturnType<typeof openPaymentsFixture>>): Promise<number> {
  const { keys } = await world.app.vault.status()
  return keys.reduce((sum, { cards }) => sum + cards, 0)
}

import { expect, test } from 'vitest'
import { StaleWrite, update } from '#kernel/commit.ts'
import { cardsOf } from '#shoppers'
import { challengedCard, goodCard, openTill, rightCode } from '../world/till.ts'

const poorCard = '4000010000001008'

test('a sale takes the money at once: the order is paid and the merchant is owed it, less the fee', async () => {
  const till = await openTill()
  const payment = await till.pays({ amount: '10.00' })
  expect(payment).toMatchObject({
    status: 'captured',
    captured: { minor: 1000n },
    fee: { minor: 39n },
    dueAt: undefined,
  })
  expect(payment).toEqual(await till.now(payment))
  expect(await till.orderNow(payment)).toMatchObject({ status: 'complete-ok' })
  expect(await till.books()).toEqual({
    'acquirer:captured': 1000n,
    [`merchant:${till.site.merchantId}:payable`]: -961n,
    'income:fees': -39n,
  })
})

test('an authorization only reserves: a note is held, and the books stay empty', async () => {
  const till = await openTill()
  const payment = await till.pays({ kind: 'auth' })
  expect(payment).toMatchObject({ status: 'authorized', captured: { minor: 0n }, ask: undefined })
  expect(payment.dueAt).toEqual(till.world.clock.now().add({ hours: 168 }))
  expect(await till.orderNow(payment)).toMatchObject({ status: 'in-progress' })
  expect(await till.books()).toEqual({})
})

test('a verification moves no money and stores the card', async () => {
  const till = await openTill()
  const payment = await till.pays({ kind: 'verify', amount: '0', save: true })
  expect(payment).toMatchObject({ type: 'verify-card', status: 'verified' })
  expect(await cardsOf(till.world.app.db, payment.shopperId)).toMatchObject([{ id: payment.cardId, last4: '1111' }])
  expect(await till.orderNow(payment)).toMatchObject({ status: 'complete-ok', cardId: payment.cardId })
  expect(await till.books()).toEqual({})
})

test('a fee that is more than the payment is owed by the merchant', async () => {
  const till = await openTill()
  await till.pays({ amount: '0.11' })
  expect(await till.books()).toEqual({
    'acquirer:captured': 11n,
    [`merchant:${till.site.merchantId}:payable`]: 14n,
    'income:fees': -25n,
  })
})

test('a declined payment says why, books nothing and stores no card; the order can be paid again', async () => {
  const till = await openTill()
  const ordered = await till.order({ amount: { minor: 2n, currency: 'EUR' } })
  const declined = await till.tries(ordered, { save: true })
  expect(declined).toMatchObject({ status: 'failed', declineReason: 'insufficient_funds', cardId: undefined })
  expect(declined).toMatchObject({ storesToken: undefined, dueAt: undefined, ask: undefined })
  expect(await cardsOf(till.world.app.db, ordered.shopperId)).toEqual([])
  expect(await cardsInVault(till)).toBe(0)
  expect(await till.orderNow(declined)).toMatchObject({ status: 'start', attempts: 1 })
  expect(await till.tries(ordered, { amount: '10.00' })).toMatchObject({ status: 'captured' })
})

test('after so many declined attempts as the site allows the order has failed', async () => {
  const till = await openTill({ attemptsMax: 2 })
  const ordered = await till.order()
  await till.tries(ordered, { pan: poorCard })
  const last = await till.tries(ordered, { pan: poorCard })
  expect(last.status).toBe('failed')
  expect(await till.orderNow(last)).toMatchObject({ status: 'complete-failed', attempts: 2 })
})

test('a shopper whose bank wants to see them goes there, comes back, and has paid', async () => {
  const till = await openTill()
  const challenged = await till.pays({ pan: challengedCard, atBrowser: true })
  expect(challenged).toMatchObject({ status: 'challenging', ask: undefined })
  expect(challenged.dueAt).toEqual(till.world.clock.now().add({ minutes: 15 }))
  expect(challenged.challenge?.method).toBe('POST')
  const paid = await till.returnsFromBank(challenged, rightCode)
  expect(paid).toMatchObject({ status: 'captured', challenge: undefined, threeDSecure: 'challenged', dueAt: undefined })
})

test('a shopper who comes back twice has paid once', async () => {
  const till = await openTill()
  const challenged = await till.pays({ pan: challengedCard, atBrowser: true })
  const paid = await till.returnsFromBank(challenged, rightCode)
  expect(await till.returnsFromBank(challenged, rightCode)).toEqual(paid)
  expect(till.line.asked.filter(({ kind }) => kind === 'proceed')).toHaveLength(1)
})

test('a shopper who does not come back from their bank in time has not paid, and neither have they later', async () => {
  const till = await openTill()
  const challenged = await till.pays({ pan: challengedCard, atBrowser: true, save: true })
  await till.world.pass({ minutes: 14 })
  expect(await till.now(challenged)).toMatchObject({ status: 'challenging' })
  await till.world.pass({ minutes: 1 })
  const abandoned = await till.now(challenged)
  expect(abandoned).toMatchObject({ status: 'failed', declineReason: 'authentication_failed', challenge: undefined })
  expect(abandoned).toMatchObject({ storesToken: undefined, cardId: undefined, dueAt: undefined })
  expect(await cardsInVault(till)).toBe(0)
  expect(await till.returnsFromBank(challenged, rightCode)).toEqual(abandoned)
})

test('a card is stored once, however often its shopper ticks the box, and the newest of their payments vouches for it', async () => {
  const till = await openTill()
  const first = await till.pays({ save: true })
  const second = await till.pays({ save: true })
  expect(second.cardId).toBe(first.cardId)
  expect(await cardsOf(till.world.app.db, first.shopperId)).toMatchObject([
    { id: first.cardId, networkTransactionId: second.networkTransactionId },
  ])
  expect(await cardsInVault(till)).toBe(1)
})

test('two payments that store the same card at once store it once, and both know it', async () => {
  const till = await openTill()
  const challenges = [
    await till.pays({ pan: challengedCard, atBrowser: true, save: true }),
    await till.pays({ pan: challengedCard, atBrowser: true, save: true }),
  ]
  const paid = []
  for (const challenged of challenges) paid.push(await till.returnsFromBank(challenged, rightCode))
  expect(paid.map(({ status }) => status)).toEqual(['captured', 'captured'])
  expect(paid[0]!.cardId).toBe(paid[1]!.cardId)
  expect(await cardsInVault(till)).toBe(1)
})

test('a stored card pays without its number being typed', async () => {
  const till = await openTill()
  const first = await till.pays({ save: true })
  const [card] = await cardsOf(till.world.app.db, first.shopperId)
  const again = await till.pays({ card: { from: 'stored', card: card! } })
  expect(again).toMatchObject({ status: 'captured', cardId: card!.id, card: { first6: '411111', last4: '1111' } })
})

test('a declined stored card is still the card that was tried', async () => {
  const till = await openTill()
  const first = await till.pays({ save: true })
  const [card] = await cardsOf(till.world.app.db, first.shopperId)
  const declined = await till.pays({ amount: '0.05', card: { from: 'stored', card: card! } })
  expect(declined).toMatchObject({ status: 'failed', cardId: card!.id })
  till.line.next('authorize', 'ask lost')
  const lost = await till.pays({ card: { from: 'stored', card: card! } })
  await till.world.pass({ minutes: 1 })
  expect(await till.now(lost)).toMatchObject({ status: 'failed', cardId: card!.id })
})

test('a second click on an order that is paid already pays nothing, and keeps no card number', async () => {
  const till = await openTill()
  const ordered = await till.order()
  await till.tries(ordered)
  const again = till.tries(ordered, { pan: challengedCard, save: true })
  await expect(again).rejects.toMatchObject({ code: 'attempt_under_way' })
  expect(till.line.asked.filter(({ kind }) => kind === 'authorize')).toHaveLength(1)
  expect(await cardsInVault(till)).toBe(0)
})

test('a second click while the first is under way pays nothing', async () => {
  const till = await openTill()
  const ordered = await till.order()
  await till.tries(ordered, { pan: challengedCard, atBrowser: true })
  await expect(till.tries(ordered)).rejects.toMatchObject({ code: 'attempt_under_way' })
})

test('an order can be billed again after its first payment', async () => {
  const till = await openTill()
  const ordered = await till.order({ type: 'managed' })
  const first = await till.tries(ordered, { save: true })
  const origin = { by: 'merchant', reason: 'unscheduled', networkTransactionId: first.networkTransactionId! } as const
  expect(await till.tries(ordered, { source: 're-bill', origin })).toMatchObject({ status: 'captured' })
})

test('a payment whose order has ended meanwhile is not asked for', async () => {
  const till = await openTill()
  const ordered = await till.order()
  const { version } = await till.orderNow(ordered)
  const alongside = [
    update('orders.orders', { set: { version: version + 1 }, where: { id: ordered.orderId, version: version - 1 } }),
  ]
  await expect(till.tries(ordered, { alongside, pan: goodCard, save: true })).rejects.toBeInstanceOf(StaleWrite)
  expect(till.line.asked).toEqual([])
  expect(await cardsInVault(till)).toBe(0)
})

async function cardsInVault({ world }: Awaited<ReturnType<typeof openTill>>): Promise<number> {
  const { keys } = await world.app.vault.status()
  return keys.reduce((sum, { cards }) => sum + cards, 0)
}

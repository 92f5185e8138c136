import { expect, test } from 'vitest'
import { endOrdersOf } from '#acquiring/orders'
import { by } from '../world/author.ts'
import { openBiller } from '../world/biller.ts'
import { longTest } from '../world/length.ts'

const at = (text: string) => Temporal.Instant.from(text)
const blacklisted = '4000030000004001'
const closed = '4000030000006006'

// In small: a debt gets a new due date: nothing is tried before, and its retries begin anew
longTest('the next due date is moved, and the later ones are counted from it', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  await shop.changes(id, { nextDueAt: at('2026-06-15T08:00Z') })
  await shop.goesTo('2026-06-14T08:00:00Z')
  expect(await shop.billings(id)).toEqual([])
  await shop.goesTo('2026-06-15T08:00:00Z')
  await shop.goesTo('2026-07-15T08:00:00Z')
  expect(await shop.billings(id)).toHaveLength(2)
  expect(await shop.events(id)).toContain('orderExtended {"nextDueDate":"2026-06-15T08:00:00Z"}')
})

test('a debt gets a new due date: nothing is tried before, and its retries begin anew', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: blacklisted, amount: '15.00' })
  await shop.goesTo('2026-06-04T10:00:00Z')
  const changed = await shop.changes(id, { nextDueAt: at('2026-06-20T10:00Z') })
  expect(changed).toMatchObject({ status: 'in-progress', nextPeriod: 1 })
  await shop.goesTo('2026-06-19T10:00:00Z')
  expect(await shop.billings(id)).toHaveLength(1)
  for (const day of ['20', '21', '23', '27']) await shop.goesTo(`2026-06-${day}T10:00:00Z`)
  expect(await shop.billings(id)).toHaveLength(5)
  expect(await shop.orderOf(id)).toMatchObject({ status: 'complete-ok', endReason: 'retries_exhausted' })
})

// In small: a debt gets a new due date: nothing is tried before, and its retries begin anew
longTest('another interval counts from the next due date, which stays', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  await shop.changes(id, { interval: { unit: 'month', count: 3 } })
  for (const month of ['06', '07', '08', '09']) await shop.goesTo(`2026-${month}-04T10:00:00Z`)
  expect((await shop.charges(id)).map(({ plannedAt }) => plannedAt.toString())).toEqual([
    '2026-06-04T10:00:00Z',
    '2026-09-04T10:00:00Z',
  ])
  expect(await shop.events(id)).toContain('orderChanged {"intervalType":"month","intervalValue":3}')
})

// In small: new card data is proven for nothing, stored, and tried with the debt in the same breath
longTest('a better card of the customer is tried with the debt at once', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: blacklisted })
  const { cardId } = await shop.subscribes()
  await shop.goesTo('2026-06-04T09:59:59Z')
  await shop.goesTo('2026-06-04T10:00:00Z')
  await shop.changes(id, { card: { cardId: cardId!, networkTransaction: undefined } })
  await shop.passes({ seconds: 1 })
  expect(await shop.billings(id)).toEqual([
    '2026-06-04T10:00:00Z 3000 card_blacklisted',
    '2026-06-04T10:00:01Z 3000 captured',
  ])
  expect(await shop.orderOf(id)).toMatchObject({ status: 'in-progress', cardId })
})

test('new card data is proven for nothing, stored, and tried with the debt in the same breath', async () => {
  const shop = await openBiller()
  const { id, cardId } = await shop.subscribes({ pan: blacklisted, expiry: '12/2033' })
  await shop.goesTo('2026-06-04T10:00:00Z')
  const { order, proof, debt } = await shop.updatesCard(id, '4111111111111111')
  expect(proof).toMatchObject({ status: 'verified', source: 'card-change', amount: { minor: 0n } })
  expect(debt).toMatchObject({ status: 'captured', source: 're-bill', amount: { minor: 3000n } })
  expect(order).toMatchObject({ status: 'in-progress', nextPeriod: 2, cardId: proof.cardId })
  expect(order.cardId).not.toBe(cardId)
  await shop.goesTo('2026-07-04T10:00:00Z')
  expect((await shop.billings(id)).at(-1)).toBe('2026-07-04T10:00:00Z 3000 captured')
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a new card that is not approved changes nothing', async () => {
  const shop = await openBiller()
  const { id, cardId } = await shop.subscribes({ pan: blacklisted })
  await shop.goesTo('2026-06-04T10:00:00Z')
  const { order, proof, debt } = await shop.updatesCard(id, '4000020000001008')
  expect(proof).toMatchObject({ status: 'failed', declineReason: 'card_lost_or_stolen' })
  expect(debt).toBeUndefined()
  expect(order).toMatchObject({ status: 'retrying', cardId })
})

// In small: new card data is proven for nothing, stored, and tried with the debt in the same breath
longTest('a new card renews an order whose card was about to expire', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ expiry: '05/2026' })
  expect(await shop.orderOf(id)).toMatchObject({ status: 'expiring' })
  await shop.updatesCard(id, '4000001111111118')
  expect(await shop.orderOf(id)).toMatchObject({ status: 'in-progress' })
  expect(await shop.transitions(id)).toEqual(['activate in-progress', 'cardExpires expiring', 'renewCard in-progress'])
})

test('while it is not known whether a period is paid, its date and interval stay as they are', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  shop.acquirerProxy.next('authorize', 'response lost')
  await shop.goesTo('2026-06-04T10:00:00Z')
  await expect(shop.endsWithPaidPeriod(id)).rejects.toMatchObject({ code: 'payment_in_progress' })
  for (const change of [{ nextDueAt: at('2026-08-01T10:00Z') }, { interval: { unit: 'day', count: 1 } as const }])
    await expect(shop.changes(id, change)).rejects.toMatchObject({ code: 'payment_in_progress' })
  await expect(shop.endsAfterNextBill(id)).rejects.toMatchObject({ code: 'payment_in_progress' })
})

test('a cancelled order is not billed any more, its debt is given up, and cancelling again changes nothing', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ pan: blacklisted })
  await shop.goesTo('2026-06-04T10:00:00Z')
  const cancelled = await shop.cancels(id, { reason: 'customer-demand', message: 'Moved away' })
  expect(cancelled).toMatchObject({
    status: 'complete-ok',
    endReason: 'cancelled_by_merchant',
    cancel: { reason: 'customer-demand', message: 'Moved away' },
    dueAt: undefined,
  })
  expect(await shop.cancels(id)).toEqual(cancelled)
  await shop.passes({ months: 3 })
  expect(await shop.billings(id)).toHaveLength(1)
  expect(await shop.charges(id)).toMatchObject([{ status: 'uncollectible' }])
})

// In small: deleting a customer ends their orders, destroys their cards and frees the identifier
longTest('deleting a shopper ends every order they have with us', async () => {
  const shop = await openBiller()
  const first = await shop.subscribes({ pan: blacklisted })
  const second = await shop.subscribes()
  const unpaid = await shop.order()
  await shop.goesTo('2026-06-04T10:00:00Z')
  await endOrdersOf(shop.world.app, first.shopperId, by)
  expect(await shop.orderOf(first.id)).toMatchObject({ status: 'complete-ok', endReason: 'customer_deleted' })
  expect(await shop.orderOf(second.id)).toMatchObject({ status: 'complete-ok', endReason: 'customer_deleted' })
  expect(await shop.orderOf(unpaid.orderId)).toMatchObject({
    status: 'complete-failed',
    endReason: 'customer_deleted',
  })
  await shop.passes({ months: 3 })
  expect(await shop.billings(second.id)).toHaveLength(1)
})

// In small: a declined billing is tried again after one, three and seven days, counted from the first decline, then the order ends
longTest(
  'an order whose card is gone is retried like a declined one, and its shopper can give another card',
  async () => {
    const shop = await openBiller()
    const { id, cardId } = await shop.subscribes()
    await shop.world.app.db.run(`update shoppers.cards set status = 'deleted' where id = $1`, [cardId])
    await shop.goesTo('2026-06-04T10:00:00Z')
    expect(await shop.billings(id)).toEqual([])
    expect(await shop.orderOf(id)).toMatchObject({ status: 'retrying' })
    expect(await shop.charges(id)).toMatchObject([{ lastReason: 'no_usable_card', failures: 1 }])
    expect(await shop.updatesCard(id, '4000001111111118')).toMatchObject({ debt: { status: 'captured' } })
  },
)

test('what cannot be changed is refused, and says why', async () => {
  const shop = await openBiller()
  const { id, cardId } = await shop.subscribes()
  const managed = await shop.subscribes({ type: 'managed' })
  const paid = await shop.pays()
  const ended = await shop.subscribes({ pan: closed })
  await shop.goesTo('2026-06-04T10:00:00Z')
  const nextDueAt = at('2026-08-01T10:00Z')
  const refusals = [
    shop.changes(id, {}),
    shop.changes(id, { nextDueAt, shopperId: 1n as never }),
    shop.changes(1n as never, { nextDueAt }),
    shop.changes(managed.id, { nextDueAt }),
    shop.changes(paid.orderId, { nextDueAt }),
    shop.changes(ended.id, { nextDueAt }),
    shop.changes(id, { card: { cardId: 1n as never, networkTransaction: undefined } }),
    shop.cancels(paid.orderId),
    shop.cancels(ended.id),
    shop.updatesCard(ended.id, '4000001111111118'),
    shop.endsAfterNextBill(managed.id),
    shop.endsAfterNextBill(paid.orderId),
    shop.endsAfterNextBill(ended.id),
    shop.keeps(id),
  ]
  const notified = await Promise.all(
    refusals.map((refused) => refused.then(String, ({ code, field }) => [code, field].filter(Boolean).join(' '))),
  )
  expect(notified).toEqual([
    'nothing_to_change',
    'order_not_found id',
    'order_not_found id',
    'order_not_recurring nextDueDate',
    'order_not_billed_later',
    'unexpected_order_status',
    'card_not_found cardId',
    'order_not_cancellable',
    'unexpected_order_status',
    'unexpected_order_status',
    'order_not_recurring when',
    'order_not_billed_later',
    'unexpected_order_status',
    'order_not_ending',
  ])
  expect(cardId).toBeDefined()
})

import { expect, test } from 'vitest'
import { verify } from '../../src/audit/verify.ts'
import { openBiller } from '../world/biller.ts'
import { longTest } from '../world/length.ts'
import { goodCard } from '../world/payments-fixture.ts'

/** Orders that are cancelled for later: after their next bill, or with what is paid. */

const at = (text: string) => Temporal.Instant.from(text)
const blacklisted = '4000030000004001'

// In small: a subscription is cancelled after its next bill; that is seen before, said until then, and can be undone
longTest(
  'an order that is cancelled after its next bill is billed once more, and ends in the commit that pays it',
  async () => {
    const shop = await openBiller()
    const { id } = await shop.subscribes()
    const planned = await shop.endsAfterNextBill(id, 'Moves away')
    expect(planned).toMatchObject({
      status: 'in-progress',
      cancel: undefined,
      plannedEnd: { lastPeriod: 1, by: 'merchant', message: 'Moves away' },
    })
    expect(await shop.endsAfterNextBill(id, 'Again')).toEqual(planned)
    await shop.goesTo('2026-06-04T10:00:00Z')
    expect(await shop.orderOf(id)).toMatchObject({
      status: 'complete-ok',
      endReason: 'cancelled_by_merchant',
      cancel: { reason: undefined, message: 'Moves away' },
      plannedEnd: undefined,
      nextPeriod: 2,
      dueAt: undefined,
    })
    const commits = `select o.xmin = c.xmin as "isOne" from orders.orders o join billing.periods c on c.order_id = o.id`
    expect(await shop.world.app.db.run(`${commits} where o.id = $1`, [id])).toEqual([{ isOne: true }])
    await shop.passes({ months: 3 })
    expect(await shop.billings(id)).toEqual(['2026-06-04T10:00:00Z 3000 captured'])
    expect(await shop.events(id)).toEqual(
      expect.arrayContaining([
        'orderChanged {"plannedBy":"merchant","lastPeriod":1}',
        expect.stringMatching(/"action":"end".*"reason":"cancelled_by_merchant"/),
      ]),
    )
  },
)

test('a last bill that is declined is retried as ever: the order ends when it is paid, or when it cannot be', async () => {
  const shop = await openBiller()
  const [paid, unpaid] = [await shop.subscribes({ pan: blacklisted }), await shop.subscribes({ pan: blacklisted })]
  for (const { id } of [paid, unpaid]) await shop.endsAfterNextBill(id)
  await shop.goesTo('2026-06-04T10:00:00Z')
  expect(await shop.orderOf(paid.id)).toMatchObject({ status: 'retrying', plannedEnd: { lastPeriod: 1 } })
  const { order } = await shop.updatesCard(paid.id, goodCard)
  expect(order).toMatchObject({ status: 'complete-ok', endReason: 'cancelled_by_merchant' })
  expect(await shop.charges(paid.id)).toMatchObject([{ status: 'paid' }])
  for (const day of ['05', '07', '11']) await shop.goesTo(`2026-06-${day}T10:00:00Z`)
  expect(await shop.orderOf(unpaid.id)).toMatchObject({
    status: 'complete-ok',
    endReason: 'retries_exhausted',
    cancel: undefined,
    plannedEnd: undefined,
  })
})

test('an order that was to end is kept, even while its last bill is being paid', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  await shop.endsAfterNextBill(id)
  shop.acquirerProxy.next('authorize', 'response lost')
  await shop.goesTo('2026-06-04T10:00:00Z')
  expect(await shop.keeps(id)).toMatchObject({ plannedEnd: undefined, dueAt: undefined })
  await shop.passes({ hours: 1 })
  await shop.goesTo('2026-07-04T10:00:00Z')
  expect(await shop.billings(id)).toHaveLength(2)
  expect(await shop.orderOf(id)).toMatchObject({ status: 'in-progress', nextPeriod: 3 })
  expect(await shop.events(id)).toContain('orderChanged {"plannedBy":"merchant","lastPeriod":null}')
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest(
  'a shopper cancels with what is paid: nothing more is billed, and the order ends when the next bill would be due',
  async () => {
    const shop = await openBiller()
    const { id } = await shop.subscribes()
    const planned = await shop.endsWithPaidPeriod(id, 'Moves away')
    expect(planned).toMatchObject({ status: 'in-progress', plannedEnd: { lastPeriod: 0, by: 'shopper' } })
    expect(await shop.endsWithPaidPeriod(id, 'Again')).toEqual(planned)
    await shop.goesTo('2026-06-04T09:59:59Z')
    expect(await shop.orderOf(id)).toEqual(planned)
    await shop.goesTo('2026-06-04T10:00:00Z')
    expect(await shop.orderOf(id)).toMatchObject({
      status: 'complete-ok',
      endReason: 'cancelled_by_shopper',
      cancel: { reason: 'customer-demand', message: 'Moves away' },
      plannedEnd: undefined,
      nextPeriod: 1,
      dueAt: undefined,
    })
    await shop.passes({ months: 3 })
    expect([await shop.billings(id), await shop.charges(id)]).toEqual([[], []])
    expect(await shop.events(id)).toEqual(
      expect.arrayContaining([
        'orderChanged {"plannedBy":"shopper","lastPeriod":0}',
        expect.stringMatching(/"action":"end".*"reason":"cancelled_by_shopper"/),
      ]),
    )
  },
)

test('what a shopper has cancelled its merchant cannot keep or bill once more, and the shopper can take it back', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  await shop.endsAfterNextBill(id)
  await expect(shop.keeps(id, 'shopper')).rejects.toMatchObject({ code: 'cancelled_by_merchant' })
  await shop.keeps(id)
  expect(await shop.endsWithPaidPeriod(id)).toMatchObject({ plannedEnd: { lastPeriod: 0, by: 'shopper' } })
  await expect(shop.keeps(id)).rejects.toMatchObject({ code: 'cancelled_by_customer' })
  await expect(shop.endsAfterNextBill(id)).rejects.toMatchObject({ code: 'cancelled_by_customer' })
  expect(await shop.keeps(id, 'shopper')).toMatchObject({ plannedEnd: undefined })
  await shop.goesTo('2026-06-04T10:00:00Z')
  expect(await shop.billings(id)).toEqual(['2026-06-04T10:00:00Z 3000 captured'])
})

// In small: what a shopper has cancelled its merchant cannot keep or bill once more, and the shopper can take it back
longTest(
  'a shopper who owes a period cannot cancel with it; one whose debt is due later can, and it is given up',
  async () => {
    const shop = await openBiller()
    const { id } = await shop.subscribes({ pan: blacklisted })
    await shop.goesTo('2026-06-04T10:00:00Z')
    for (const party of ['shopper', 'merchant'] as const)
      await expect(shop.endsWithPaidPeriod(id, undefined, party)).rejects.toMatchObject({ code: 'payment_owed' })
    await shop.changes(id, { nextDueAt: at('2026-06-20T10:00Z') })
    await shop.endsWithPaidPeriod(id)
    expect((await verify(shop.world.app)).differences).toEqual([])
    await shop.goesTo('2026-06-20T10:00:00Z')
    expect(await shop.orderOf(id)).toMatchObject({ endReason: 'cancelled_by_shopper' })
    expect(await shop.charges(id)).toMatchObject([{ status: 'uncollectible' }])
    expect(await shop.billings(id)).toHaveLength(1)
  },
)

test('a site that is switched off bills nothing, and what was cancelled ends all the same', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  await shop.endsWithPaidPeriod(id)
  await shop.switches({ active: false })
  await shop.goesTo('2026-06-04T10:00:00Z')
  expect(await shop.orderOf(id)).toMatchObject({ endReason: 'cancelled_by_shopper' })
})

// In small: a subscription is ended with what is paid: nothing is billed any more, and the store is notified at the end
longTest(
  'a merchant ends with what is paid: it can be kept until then, nothing more is billed, and it ends as cancelled by them',
  async () => {
    const shop = await openBiller()
    const { id } = await shop.subscribes()
    const planned = await shop.endsWithPaidPeriod(id, 'Not baked any more', 'merchant')
    expect(planned).toMatchObject({ status: 'in-progress', plannedEnd: { lastPeriod: 0, by: 'merchant' } })
    expect(await shop.endsWithPaidPeriod(id, 'Again', 'merchant')).toEqual(planned)
    await expect(shop.keeps(id, 'shopper')).rejects.toMatchObject({ code: 'cancelled_by_merchant' })
    expect(await shop.keeps(id)).toMatchObject({ plannedEnd: undefined })
    await shop.endsWithPaidPeriod(id, 'Not baked any more', 'merchant')
    await shop.goesTo('2026-06-04T10:00:00Z')
    expect(await shop.orderOf(id)).toMatchObject({
      status: 'complete-ok',
      endReason: 'cancelled_by_merchant',
      cancel: { reason: undefined, message: 'Not baked any more' },
      plannedEnd: undefined,
      nextPeriod: 1,
      dueAt: undefined,
    })
    await shop.passes({ months: 3 })
    expect([await shop.billings(id), await shop.charges(id)]).toEqual([[], []])
    expect((await shop.events(id)).filter((event) => /plannedBy|"action":"end"/.test(event))).toEqual([
      'orderChanged {"plannedBy":"merchant","lastPeriod":0}',
      'orderChanged {"plannedBy":"merchant","lastPeriod":null}',
      'orderChanged {"plannedBy":"merchant","lastPeriod":0}',
      expect.stringContaining('"reason":"cancelled_by_merchant"'),
    ])
    expect((await verify(shop.world.app)).differences).toEqual([])
  },
)

// In small: an order whose card will have expired at its next date is expiring, and is billed all the same
longTest(
  'an order whose card was changed for one that expires too soon says so when it is kept, and not before',
  async () => {
    const shop = await openBiller()
    const { id } = await shop.subscribes({ interval: { unit: 'month', count: 12 } })
    const { cardId } = await shop.firstPayment(id)
    await shop.endsWithPaidPeriod(id)
    await shop.world.query(`update shoppers.cards set expiry_month = 1, expiry_year = 2027 where id = ${cardId}`)
    await shop.changes(id, { card: { cardId: cardId!, networkTransaction: undefined } })
    expect(await shop.orderOf(id)).toMatchObject({ status: 'in-progress' })
    expect(await shop.keeps(id, 'shopper')).toMatchObject({ status: 'expiring', plannedEnd: undefined })
    await shop.endsWithPaidPeriod(id, undefined, 'merchant')
    await shop.world.query(`update shoppers.cards set expiry_year = 2034 where id = ${cardId}`)
    expect(await shop.endsAfterNextBill(id)).toMatchObject({ status: 'in-progress', plannedEnd: { lastPeriod: 1 } })
  },
)

test('the date of an order that ends with what is paid is not moved, until it is kept', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  await shop.endsWithPaidPeriod(id)
  const later = { nextDueAt: at('2026-12-04T10:00Z') }
  await expect(shop.changes(id, later)).rejects.toMatchObject({ code: 'order_not_billed_again', field: 'nextDueDate' })
  expect(await shop.orderOf(id)).toMatchObject({ dueAt: at('2026-06-04T10:00Z') })
  await shop.keeps(id, 'shopper')
  expect(await shop.changes(id, later)).toMatchObject({ dueAt: later.nextDueAt })
})

// In small: an order that was to end is kept, even while its last bill is being paid
longTest('a merchant may choose the other end as long as the order has not ended', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  await shop.endsAfterNextBill(id, 'Moves away')
  const sooner = await shop.endsWithPaidPeriod(id, undefined, 'merchant')
  expect(sooner).toMatchObject({ plannedEnd: { lastPeriod: 0, by: 'merchant', message: 'Moves away' } })
  expect(await shop.endsAfterNextBill(id)).toMatchObject({ plannedEnd: { lastPeriod: 1, by: 'merchant' } })
  await shop.goesTo('2026-06-04T10:00:00Z')
  expect(await shop.billings(id)).toHaveLength(1)
  expect(await shop.orderOf(id)).toMatchObject({ endReason: 'cancelled_by_merchant' })
})

test.each([['merchant', 'shopper'] as const, ['shopper', 'merchant'] as const])(
  'where the %s has ended an order, and then the %s, neither can take it back alone',
  async (...parties) => {
    const shop = await openBiller()
    const { id } = await shop.subscribes()
    for (const party of parties) await shop.endsWithPaidPeriod(id, party, party)
    const both = { lastPeriod: 0, by: 'both', message: 'shopper' }
    expect(await shop.orderOf(id)).toMatchObject({ plannedEnd: both })
    await expect(shop.keeps(id, 'shopper')).rejects.toMatchObject({ code: 'cancelled_by_merchant' })
    await expect(shop.keeps(id)).rejects.toMatchObject({ code: 'cancelled_by_customer' })
    await expect(shop.endsAfterNextBill(id)).rejects.toMatchObject({ code: 'cancelled_by_customer' })
    expect((await shop.endsWithPaidPeriod(id)).plannedEnd).toMatchObject(both)
    await shop.goesTo('2026-06-04T10:00:00Z')
    expect(await shop.orderOf(id)).toMatchObject({ endReason: 'cancelled_by_shopper', cancel: { message: 'shopper' } })
    expect(await shop.billings(id)).toEqual([])
  },
)

// In small: what a shopper has cancelled its merchant cannot keep or bill once more, and the shopper can take it back
longTest('an end after the next bill is not undone by a shopper who cancels sooner and takes that back', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  await shop.endsAfterNextBill(id)
  expect(await shop.endsWithPaidPeriod(id)).toMatchObject({ plannedEnd: { lastPeriod: 0, by: 'both' } })
  await expect(shop.keeps(id, 'shopper')).rejects.toMatchObject({ code: 'cancelled_by_merchant' })
  await shop.passes({ months: 3 })
  expect(await shop.billings(id)).toEqual([])
})

// In small: a last bill that is declined is retried as ever: the order ends when it is paid, or when it cannot be
longTest('an order whose bill is due and not made yet ends at once, without it', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  shop.world.clock.set(at('2026-06-04T10:00:01Z'))
  expect(await shop.endsWithPaidPeriod(id, 'Enough', 'merchant')).toMatchObject({
    status: 'complete-ok',
    endReason: 'cancelled_by_merchant',
    cancel: { message: 'Enough' },
    dueAt: undefined,
  })
  await shop.passes({ months: 3 })
  expect([await shop.billings(id), await shop.charges(id)]).toEqual([[], []])
  expect((await verify(shop.world.app)).differences).toEqual([])
})

// In small: a last bill that is declined is retried as ever: the order ends when it is paid, or when it cannot be
longTest(
  'a bill that waits for an active site was due before: what is paid is over, and the order ends at once',
  async () => {
    const shop = await openBiller()
    const { id } = await shop.subscribes()
    await shop.switches({ active: false })
    await shop.goesTo('2026-06-04T10:00:00Z')
    expect(await shop.orderOf(id)).toMatchObject({ dueAt: at('2026-06-05T10:00:00Z') })
    expect(await shop.endsWithPaidPeriod(id)).toMatchObject({ endReason: 'cancelled_by_shopper', dueAt: undefined })
  },
)

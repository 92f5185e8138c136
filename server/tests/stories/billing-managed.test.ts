import { expect, test } from 'vitest'
import { rebillOrder } from '#acquiring/billing'
import { type Biller, openBiller } from '../world/biller.ts'
import { longTest } from '../world/length.ts'
import { euros } from '../world/payments-fixture.ts'

const rebills = ({ world, site }: Biller, orderId: Parameters<typeof rebillOrder>[1]['orderId'], amount: string) =>
  rebillOrder(world.app, { siteId: site.id, orderId, amount: euros(amount) })

test('a managed order is billed when its merchant asks, for the amount of that time', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ type: 'managed' })
  await shop.passes({ days: 40 })
  expect(await shop.billings(id)).toEqual([])
  expect(await rebills(shop, id, '7.50')).toMatchObject({
    order: { status: 'in-progress' },
    payment: { status: 'captured', source: 're-bill', amount: { minor: 750n } },
  })
  await rebills(shop, id, '99.00')
  expect((await shop.charges(id)).map(({ period, status, amount }) => [period, status, amount.minor])).toEqual([
    [1, 'paid', 750n],
    [2, 'paid', 9900n],
  ])
})

// In small: a program of the merchant receives from the API what is recorded
longTest(
  'a decline is an outcome: it is notified, nothing is retried, and the next request is a new charge',
  async () => {
    const shop = await openBiller()
    const { id } = await shop.subscribes({ type: 'managed', pan: '4000030000002005' })
    expect(await rebills(shop, id, '50.00')).toMatchObject({
      order: { status: 'in-progress' },
      payment: { status: 'failed', declineReason: 'insufficient_funds' },
    })
    await shop.passes({ days: 20 })
    expect(await shop.billings(id)).toHaveLength(1)
    expect(await rebills(shop, id, '5.00')).toMatchObject({ payment: { status: 'captured' } })
    expect((await shop.charges(id)).map(({ period, status }) => [period, status])).toEqual([
      [1, 'uncollectible'],
      [2, 'paid'],
    ])
  },
)

// In small: a billing whose answer is lost blocks its period until it is known, and is charged once
longTest('while the answer of one is not known, another is refused; then it is paid, once', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ type: 'managed' })
  shop.acquirerProxy.next('authorize', 'response lost')
  expect(await rebills(shop, id, '5.00')).toMatchObject({ payment: { status: 'uncertain' } })
  await expect(rebills(shop, id, '5.00')).rejects.toMatchObject({ code: 'payment_in_progress' })
  await shop.passes({ minutes: 1 })
  expect(await shop.charges(id)).toMatchObject([{ status: 'paid' }])
  expect(await rebills(shop, id, '5.00')).toMatchObject({ payment: { status: 'captured', period: 2 } })
})

test('twelve requests at once are as many charges as are paid, never one charge paid twice', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ type: 'managed' })
  const asked = await Promise.allSettled(Array.from({ length: 12 }, () => rebills(shop, id, '1.00')))
  const paid = asked.filter(({ status }) => status === 'fulfilled')
  const charges = await shop.charges(id)
  expect(charges.map(({ period }) => period)).toEqual(paid.map((_, index) => index + 1))
  expect(await shop.captured(id)).toHaveLength(1 + paid.length)
  const codes = asked.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { code: string }).code] : []))
  expect(new Set(codes)).toEqual(new Set(codes.length > 0 ? ['payment_in_progress'] : []))
})

// In small: a program of the merchant receives from the API what is recorded
longTest('the order must be managed, in progress, and own a card that works', async () => {
  const shop = await openBiller()
  const recurring = await shop.subscribes()
  const managed = await shop.subscribes({ type: 'managed', expiry: '06/2026' })
  const unpaid = await shop.order({ type: 'managed' })
  const dead = await shop.subscribes({ type: 'managed', pan: '4000030000006006' })
  await rebills(shop, dead.id, '5.00')
  await shop.passes({ days: 60 - 31 })
  const notified = async (refused: Promise<unknown>) => refused.then(String, ({ code }) => code as string)
  expect(await notified(rebills(shop, dead.id, '5.00'))).toBe('do_not_retry')
  await shop.passes({ days: 31 })
  expect(await notified(rebills(shop, recurring.id, '5.00'))).toBe('order_not_managed')
  expect(await notified(rebills(shop, managed.id, '5.00'))).toBe('card_expired')
  expect(await notified(rebills(shop, unpaid.orderId, '5.00'))).toBe('unexpected_order_status')
  expect(await notified(rebills(shop, managed.id, '0.00'))).toBe('amount_not_positive')
})

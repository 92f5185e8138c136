import { expect, test } from 'vitest'
import { billingJobs } from '#acquiring/billing'
import { delay } from '../world/acquirer-fault-proxy.ts'
import { openBiller } from '../world/biller.ts'
import { byLength, longTest } from '../world/length.ts'

test('two workers who bill one period at the same moment make one charge', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  const { app } = shop.world
  const [one, other] = [billingJobs(app)[0]!, billingJobs(app)[0]!]
  shop.world.clock.set(Temporal.Instant.from('2026-06-04T10:00:00Z'))
  const row = await shop.world.holdRow('orders.orders', id)
  const both = [one.run(id), other.run(id)]
  await shop.world.untilWaiting(2)
  await row.release()
  await Promise.all(both)
  expect(await shop.billings(id)).toEqual(['2026-06-04T10:00:00Z 3000 captured'])
  expect(shop.acquirerProxy.requests.filter(({ kind }) => kind === 'authorize')).toHaveLength(1 + 1)
})

const missedDays = byLength({ short: 10, long: 30 })

// In small: two workers who bill one period at the same moment make one charge
longTest(`ten workers and ${missedDays} missed days: every day is charged once`, async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ interval: { unit: 'day', count: 1 } })
  const { app } = shop.world
  shop.world.clock.set(Temporal.Instant.from('2026-05-04T10:00:00Z').add({ hours: 24 * missedDays }))
  const workers = Array.from({ length: 10 }, () => billingJobs(app)[0]!)
  // Nobody asks for a lease here: this is what happens when all leases fail at once.
  for (let round = 0; round < missedDays + 10; round++) await Promise.all(workers.map((worker) => worker.run(id)))
  const charges = await shop.charges(id)
  expect(charges.map(({ period }) => period)).toEqual(Array.from({ length: missedDays }, (_, index) => index + 1))
  expect(await shop.billings(id)).toHaveLength(missedDays)
})

test('a worker that dies between intent and request leaves a period that is charged once, later', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  const dead = delay()
  shop.acquirerProxy.next('authorize', dead.mishap)
  shop.world.clock.set(Temporal.Instant.from('2026-06-04T10:00:00Z'))
  const late = billingJobs(shop.world.app)[0]!.run(id)
  await dead.reached
  // That worker is stuck. The others find the intent of its payment, and reverse it.
  await shop.passes({ minutes: 1 })
  expect((await shop.billings(id)).map((line) => line.split(' ').at(-1))).toEqual(['failed'])
  await shop.passes({ days: 1 })
  expect((await shop.billings(id)).map((line) => line.split(' ').at(-1))).toEqual(['failed', 'captured'])
  // Its request arrives after all, and is declined: what was reversed cannot act any more.
  dead.goOn()
  await late
  await shop.passes({ minutes: 5 })
  expect(await shop.captured(id)).toEqual([3000n, 3000n])
  expect(await shop.orderOf(id)).toMatchObject({ status: 'in-progress', nextPeriod: 2 })
})

// In small: a worker that dies between intent and request leaves a period that is charged once, later
longTest(
  'a worker that dies after the acquirer has acted leaves a period that is paid, and is not charged again',
  async () => {
    const shop = await openBiller()
    const { id } = await shop.subscribes()
    const dead = delay()
    shop.acquirerProxy.next('authorize', async (deliver) => {
      const answer = await deliver()
      return dead.mishap(async () => answer)
    })
    shop.world.clock.set(Temporal.Instant.from('2026-06-04T10:00:00Z'))
    const late = billingJobs(shop.world.app)[0]!.run(id)
    await dead.reached
    await shop.passes({ minutes: 1 })
    await shop.passes({ days: 2 })
    dead.goOn()
    await late
    expect(await shop.billings(id)).toEqual(['2026-06-04T10:00:00Z 3000 captured'])
    expect(await shop.captured(id)).toEqual([3000n, 3000n])
    expect(await shop.orderOf(id)).toMatchObject({ status: 'in-progress', nextPeriod: 2 })
  },
)

test('an order that is cancelled while its billing is in doubt is not billed again, and what was paid is written down', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes()
  shop.acquirerProxy.next('authorize', 'response lost')
  await shop.goesTo('2026-06-04T10:00:00Z')
  await shop.cancels(id)
  await shop.passes({ minutes: 1 })
  await shop.passes({ months: 2 })
  expect(await shop.billings(id)).toEqual(['2026-06-04T10:00:00Z 3000 captured'])
  expect(await shop.charges(id)).toMatchObject([{ status: 'paid' }])
  expect(await shop.orderOf(id)).toMatchObject({ status: 'complete-ok', endReason: 'cancelled_by_merchant' })
})

// In small: a cancellation and a billing at the same moment: the period is charged or not, and nothing follows
longTest(
  'a cancellation and a billing at the same moment: either the period is charged or it is not, and nothing follows',
  async () => {
    const shop = await openBiller()
    const { id } = await shop.subscribes()
    const [worker] = billingJobs(shop.world.app)
    shop.world.clock.set(Temporal.Instant.from('2026-06-04T10:00:00Z'))
    const row = await shop.world.holdRow('orders.orders', id)
    const both = [worker!.run(id), shop.cancels(id)]
    await shop.world.untilWaiting(2)
    await row.release()
    await Promise.all(both)
    await shop.passes({ months: 2 })
    const charges = await shop.charges(id)
    expect(await shop.billings(id)).toHaveLength(charges.filter(({ status }) => status === 'paid').length)
    expect(await shop.orderOf(id)).toMatchObject({ status: 'complete-ok', dueAt: undefined })
  },
)

test.each(['the bill', 'the end'] as const)(
  'a bill and an end with what is paid at the same moment, %s first: one of them happens, and never both',
  async (first) => {
    const shop = await openBiller()
    const { id } = await shop.subscribes()
    const bill = () => billingJobs(shop.world.app)[0]!.run(id)
    const end = () => shop.endsWithPaidPeriod(id, undefined, 'merchant').catch(({ code }: { code: string }) => code)
    shop.world.clock.set(Temporal.Instant.from('2026-06-04T10:00:00Z'))
    // The acquirer answers when the end has been answered: a bill that is quicker would be settled before it.
    const answer = delay()
    if (first === 'the bill') shop.acquirerProxy.next('authorize', answer.mishap)
    const row = await shop.world.holdRow('orders.orders', id)
    const [one, other] = first === 'the bill' ? [bill, end] : [end, bill]
    const begun = [one()]
    await shop.world.untilWaiting(1)
    begun.push(other().finally(answer.goOn))
    await shop.world.untilWaiting(2)
    await row.release()
    const results = await Promise.all(begun)
    await shop.passes({ minutes: 1 })
    const { status, plannedEnd, dueAt } = await shop.orderOf(id)
    if (first === 'the bill') {
      expect(results[1]).toBe('payment_in_progress')
      expect(await shop.billings(id)).toEqual(['2026-06-04T10:00:00Z 3000 captured'])
      expect([status, plannedEnd]).toEqual(['in-progress', undefined])
    } else {
      expect(await shop.billings(id)).toEqual([])
      expect([status, dueAt]).toEqual(['complete-ok', undefined])
    }
    expect((await shop.charges(id)).map((period) => period.status)).toEqual(first === 'the bill' ? ['paid'] : [])
  },
)

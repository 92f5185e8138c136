import { expect, test } from 'vitest'
import { challengedCard, rightCode } from '../world/payments-fixture.ts'
import { cardFields } from '../world/shopper.ts'
import { openTopupWorld } from '../world/topup-world.ts'
import { goesOnWithoutEnd, type Ordered, type TopupHolder, unchallenged } from '../world/topups.ts'

const topupLimits = ['approved:max:EUR:1000.00', 'approved:day:EUR:2000.00', 'approved:week:EUR:5000.00']

async function openLate() {
  const fixture = await openTopupWorld({ settings: { topupLimits } })
  const { holder } = fixture
  const ana = await holder()
  return {
    ...fixture,
    ana,
    used: async (period = 'day') => {
      const usage = (await ana.call('GET', '/topups/usage')).body.usage as Record<string, unknown>[]
      return usage.find((one) => one.period === period)?.used
    },
  }
}
const statusOf = async (ana: TopupHolder, { topup }: Pick<Ordered, 'topup'>) => (await ana.topup(topup.id)).status

test('pages of expired topups cannot be paid, so the limits hold however many were ordered', async () => {
  const { world, ana, deliver, used } = await openLate()
  const ordered: Ordered[] = []
  for (let round = 0; round < 3; round++) {
    ordered.push(await ana.orders('1000.00'), await ana.orders('1000.00'))
    expect((await ana.orders('10.00')).status).toBe(403)
    await world.pass({ hours: 1 })
  }
  for (const one of ordered) expect((await (await ana.goesOn(one)).sees()).text).not.toContain('name="cardNumber"')
  await deliver()
  expect(await Promise.all(ordered.map((one) => statusOf(ana, one)))).toEqual(ordered.map(() => 'expired'))
  expect(await ana.balance()).toBe('0.00')
  expect(await used()).toBe('0.00')
})

test('a page that is used until the end ends with its topup, whatever its session would allow', async () => {
  const { world, ana, deliver } = await openLate()
  const { topup, shopper } = await ana.opens('1000.00')
  for (let minutes = 0; minutes < 60; minutes += 20) {
    expect((await shopper.sees()).text).toContain('name="cardNumber"')
    await world.pass({ minutes: 19 })
    world.clock.pass({ minutes: 1 })
  }
  // No worker has seen the end yet.
  await shopper.posts({ attempt: '1', ...cardFields({ number: unchallenged }) })
  expect((await shopper.sees()).text).not.toContain('name="cardNumber"')
  await deliver()
  expect(await statusOf(ana, { topup })).toBe('expired')
  expect(await world.query('select id from payments.payments')).toEqual([])
})

test('a customer who is at the bank when the topup would expire counts until the bank has answered', async () => {
  const { world, ana, deliver, used } = await openLate()
  await ana.topsUp('1000.00')
  const { topup, shopper } = await ana.opens('1000.00')
  await world.pass({ minutes: 25 })
  await shopper.sees()
  await world.pass({ minutes: 25 })
  await shopper.pays({ number: challengedCard })
  await world.pass({ minutes: 11 })
  expect(await statusOf(ana, { topup })).toBe('created')
  expect((await ana.orders('10.00')).status).toBe(403)
  await shopper.answersChallenge(rightCode)
  await deliver()
  expect(await statusOf(ana, { topup })).toBe('completed')
  expect(await used()).toBe('2000.00')
})

test('what is paid late all the same is credited, and counts from then on', async () => {
  const { world, ana, deliver, used, store } = await openLate()
  const ordered = await ana.orders('1000.00')
  await world.pass({ hours: 23 })
  await (await goesOnWithoutEnd({ world, store }, ordered)).pays({ number: unchallenged })
  await deliver()
  expect(await statusOf(ana, ordered)).toBe('completed')
  await world.pass({ hours: 23 })
  expect(await used()).toBe('1000.00')
  await world.pass({ hours: 1 })
  expect(await used()).toBe('0.00')
})

test('of the last topup that is allowed and a late payment at once, the topup is refused when the payment is first', async () => {
  const { world, store, ana, deliver, used } = await openLate()
  await ana.topsUp('1000.00')
  const expired = await ana.orders('1000.00')
  await world.pass({ hours: 1 })
  const shopper = await goesOnWithoutEnd({ world, store }, expired)
  const held = await world.holdRow('holders.holders', ana.customerId)
  const ordering = ana.orders('1000.00')
  await world.untilWaiting(1)
  await shopper.pays({ number: unchallenged })
  await deliver()
  await held.release()
  expect((await ordering).status).toBe(403)
  expect(await statusOf(ana, expired)).toBe('completed')
  expect(await used()).toBe('2000.00')
})

test('and both are counted when the topup is first', async () => {
  const { world, store, ana, deliver, used } = await openLate()
  await ana.topsUp('1000.00')
  const expired = await ana.orders('1000.00')
  await world.pass({ hours: 1 })
  const shopper = await goesOnWithoutEnd({ world, store }, expired)
  await shopper.pays({ number: unchallenged })
  const held = await world.holdRow('accounts.accounts', ana.accountId)
  const ordering = ana.orders('1000.00')
  await world.untilWaiting(1)
  const delivering = deliver()
  await world.untilWaiting(2)
  await held.release()
  await delivering
  expect((await ordering).status).toBe(200)
  expect(await statusOf(ana, expired)).toBe('completed')
  expect(await used()).toBe('3000.00')
  expect((await ana.orders('10.00')).status).toBe(403)
})

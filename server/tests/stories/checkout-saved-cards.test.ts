import { expect, test } from 'vitest'
import { longTest } from '../world/length.ts'
import { openShop, type Shop } from '../world/shop.ts'
import type { CardTyped } from '../world/shopper.ts'

const mastercard: CardTyped = { number: '5555 5555 5555 4444' }

/** Ana buys something and leaves a card; its id, as the store is notified. */
async function leavesCard(shop: Shop, card: CardTyped = {}, identifier = 'ana'): Promise<number> {
  const before = shop.notified().length
  const shopper = await shop.sends({ saveCard: true, customer: { identifier } })
  await shopper.pays({ ...card, save: true })
  await shop.world.runUntilIdle()
  const { cardId } = shop.notified()[before]!
  expect(cardId).toEqual(expect.any(Number))
  return Number(cardId)
}

test('a card that the shopper ticks to be saved is notified by its cardId, and offered the next time', async () => {
  const shop = await openShop()
  const cardId = await leavesCard(shop)
  const again = await shop.sends()
  const { text } = await again.sees()
  expect(text).toContain('Choose a card')
  expect(text).toContain(radio(cardId))
  const landed = await again.paysWith(cardId)
  await shop.world.runUntilIdle()
  expect(landed.address).toBe(`${again.address}/return`)
  expect(shop.notified()[1]).toMatchObject({ transactionStatus: 'complete-ok', cardId })
})

// In small: a card that the shopper ticks to be saved is notified by its cardId, and offered the next time
longTest('a card is not stored when the box is not ticked, or the store did not ask for it', async () => {
  const shop = await openShop()
  await (await shop.sends({ saveCard: true })).pays()
  const unasked = await shop.sends()
  expect((await unasked.sees()).text).not.toContain('name="saveCard"')
  await unasked.pays({ save: true })
  await shop.world.runUntilIdle()
  expect(shop.notified()).toMatchObject([{ cardId: null }, { cardId: null }])
  expect(await shop.count('shoppers.cards')).toBe(0)
  expect(await shop.count('vault.cards')).toBe(0)
})

// In small: a declined payment says why, books nothing and stores no card; the order can be paid again
longTest('a card whose payment is declined is not stored', async () => {
  const shop = await openShop({ attemptsMax: 1 })
  await (await shop.sends({ saveCard: true, amount: '0.05' })).pays({ save: true })
  await shop.world.runUntilIdle()
  expect(shop.notified()).toMatchObject([{ transactionStatus: 'complete-failed', cardId: null }])
  expect(await shop.count('shoppers.cards')).toBe(0)
  expect(await shop.count('vault.cards')).toBe(0)
})

test('the card that the store names is chosen already, and its number need not be typed', async () => {
  const shop = await openShop()
  const visa = await leavesCard(shop)
  const master = await leavesCard(shop, mastercard)
  for (const cardId of [visa, master]) {
    const ana = await shop.sends({ cardId })
    expect((await ana.sees()).text).toMatch(checked(cardId))
  }
})

test("somebody else's card is neither shown nor chosen, and cannot be paid with by posting its number", async () => {
  const shop = await openShop()
  const cardId = await leavesCard(shop)
  const bob = await shop.sends({ customer: { identifier: 'bob' } })
  expect((await bob.sees()).text).not.toContain('Choose a card')
  const landed = await bob.paysWith(cardId)
  expect(landed.status).toBe(400)
  expect(landed.text).toContain('This card cannot be used any more.')
  expect(await shop.decided()).toHaveLength(1)
})

// In small: somebody else's card is neither shown nor chosen, and cannot be paid with by posting its number
longTest('a shopper of the same name at another site has no part in the card', async () => {
  const shop = await openShop()
  const cardId = await leavesCard(shop)
  const other = await shop.world.merchant()
  expect((await other.sends({ cardId })).opened.status).toBe(400)
  const namesake = await other.sends()
  expect((await namesake.sees()).text).not.toContain('Choose a card')
  expect((await namesake.paysWith(cardId)).status).toBe(400)
})

// In small: somebody else's card is neither shown nor chosen, and cannot be paid with by posting its number
longTest('a guest sees no stored cards of other shoppers', async () => {
  const shop = await openShop()
  await leavesCard(shop)
  const guest = await shop.sends({ customer: { identifier: 'guest-1' } })
  expect((await guest.sees()).text).not.toContain('Choose a card')
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a deleted card is not offered, and a page that still shows it cannot pay with it', async () => {
  const shop = await openShop()
  const cardId = await leavesCard(shop)
  const ana = await shop.sends({ cardId })
  await shop.rows(`update shoppers.cards set status = 'deleted' where id = ${cardId}`)
  expect((await ana.sees()).text).not.toContain('Choose a card')
  expect((await ana.posts({ attempt: '1', card: String(cardId) })).status).toBe(400)
  expect(await shop.decided()).toHaveLength(1)
})

// In small: a renewal fails, the shopper gives another card, and what is open is paid at once
longTest('an expired card is shown as such and cannot be chosen', async () => {
  const shop = await openShop()
  const cardId = await leavesCard(shop, { expiry: '05/26' })
  shop.world.clock.set(Temporal.Instant.from('2026-05-31T20:59:00Z'))
  const lastDay = await shop.sends()
  expect((await lastDay.sees()).text).toContain(radio(cardId))
  expect((await lastDay.sees()).text).not.toContain('cannot be used')
  shop.world.clock.set(Temporal.Instant.from('2026-05-31T21:00:00Z'))
  const ana = await shop.sends({ cardId })
  const { text } = await ana.sees()
  expect(text).toContain('so it cannot be used')
  expect(text).not.toMatch(checked(cardId))
  expect((await ana.paysWith(cardId)).text).toContain('This card cannot be used any more.')
})

// In small: a card is stored once, however often its shopper ticks the box, and the newest of their payments vouches for it
longTest('the same card left twice is one card; with another expiry it is another', async () => {
  const shop = await openShop()
  const first = await leavesCard(shop)
  expect(await leavesCard(shop)).toBe(first)
  expect(await leavesCard(shop, { expiry: '11/33' })).not.toBe(first)
  expect(await shop.count('shoppers.cards')).toBe(2)
  expect(await shop.count('vault.cards')).toBe(2)
})

// In small: a card is stored once, however often its shopper ticks the box, and the newest of their payments vouches for it
longTest('two shoppers with the same card have a card each', async () => {
  const shop = await openShop()
  const [ana, bob] = [await leavesCard(shop), await leavesCard(shop, {}, 'bob')]
  expect(ana).not.toBe(bob)
})

// In small: a declined stored card is still the card that was tried
longTest('a stored card that is declined leaves the choice of another', async () => {
  const shop = await openShop({ notifyAttempts: true })
  const cardId = await leavesCard(shop)
  const ana = await shop.sends({ cardId, amount: '0.05' })
  const landed = await ana.paysWith(cardId)
  expect(landed.text).toContain('Your bank did not approve the payment.')
  expect(landed.text).toContain('Another card')
  await shop.world.runUntilIdle()
  expect(shop.notified()[1]).toMatchObject({ transactionStatus: 'complete-failed', cardId })
})

const radio = (cardId: number): string => `name="card" value="${cardId}"`
const checked = (cardId: number): RegExp => new RegExp(`value="${cardId}"[^>]* checked`)

test('a card of another customer, or of nobody, is refused by name', async () => {
  const shop = await openShop()
  const cardId = await leavesCard(shop)
  const cases = [{ cardId, customer: { identifier: 'boris' } }, { cardId, customer: null }, { cardId: 987_654 }]
  for (const input of cases) {
    const { opened } = await shop.sends(input)
    expect(opened.status).toBe(400)
    expect(opened.text).toContain('cardId must be a stored card of this customer')
  }
  expect(await shop.count('orders.orders')).toBe(1)
})

// In small: a card that the shopper ticks to be saved is notified by its cardId, and offered the next time
longTest('a returning customer gets the tags that the store sends now, and keeps them when it sends none', async () => {
  const shop = await openShop()
  const tags = async () => (await shop.rows('select tags from shoppers.shoppers'))[0]!.tags
  await shop.sends({ customer: { tags: ['spring'] } })
  await shop.sends({ customer: { tags: ['vip', 'bread'] } })
  expect(await tags()).toEqual(['vip', 'bread'])
  await shop.sends()
  expect(await tags()).toEqual(['vip', 'bread'])
})

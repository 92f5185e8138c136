import { expect, test } from 'vitest'
import { renewStoredCards } from '#acquiring/shoppers'
import { Secret } from '#kernel/base/secret.ts'
import { openShop, type Shop } from '../world/shop.ts'

type Renewal = Parameters<typeof renewStoredCards>[1]

const shown = (digits: string) => ({
  number: new Secret(digits),
  first6: digits.slice(0, 6),
  last4: digits.slice(-4),
})
const old = '4111111111111111'
/** It shows the same digits. */
const lookalike = '4111110000091111'

async function keeps(shop: Shop, identifier: string, number: string): Promise<void> {
  const shopper = await shop.sends({ saveCard: true, customer: { identifier } })
  await shopper.pays({ number, save: true })
}

const storedOf = (shop: Shop) =>
  shop.rows(`select h.identifier, c.brand, c.last4, c.expiry_month || '/' || c.expiry_year as expiry, c.vault_token as token
    from shoppers.cards c join shoppers.shoppers h on h.id = c.shopper_id order by 1`)

/**
 * An update as the connector for our own cards records it, but of a card that was not issued. The verification with which
 * the shop ends says so, and is to find nothing else.
 */
async function renewal(shop: Shop, card: Partial<Renewal['card']>): Promise<Renewal> {
  const updateId = crypto.randomUUID()
  await shop.rows(`insert into onus.card_updates (id, status, asked_at) values ('${updateId}', 'done', now())`)
  const verify = shop.world.verify
  const isOfIt = ({ about, actual }: { about: string; actual: string }): boolean =>
    about === `card update ${updateId}` || actual === `update ${updateId}`
  const others = async () => {
    const report = await verify()
    return { ...report, differences: report.differences.filter((one) => !isOfIt(one)) }
  }
  Object.assign(shop.world, { verify: others })
  return {
    updateId,
    was: shown(old),
    card: { ...shown(old), brand: undefined, expiryMonth: 12, expiryYear: 2034, ...card },
  }
}

test('another expiry date of the same number reaches the stored card, whose number stays where it is', async () => {
  const shop = await openShop()
  await keeps(shop, 'ana', old)
  const [before] = await storedOf(shop)
  const later = await renewal(shop, { expiryMonth: 1, expiryYear: 2039 })
  expect(await renewStoredCards(shop.world.app, later)).toBe(1)
  const [after] = await storedOf(shop)
  expect(after).toEqual({ ...before, expiry: '1/2039' })
  expect(await shop.count('vault.cards')).toBe(1)
  expect(await renewStoredCards(shop.world.app, later)).toBe(1)
  expect(await shop.count('shoppers.card_renewals')).toBe(1)
})

test('another number with the same shown digits is another card, and one that was deleted stays deleted', async () => {
  const shop = await openShop()
  await keeps(shop, 'ana', old)
  await keeps(shop, 'bob', lookalike)
  await keeps(shop, 'cleo', old)
  await shop.rows(`update shoppers.cards set status = 'deleted' where shopper_id = (
    select id from shoppers.shoppers where identifier = 'cleo')`)
  const next = await renewal(shop, { ...shown('5555555555554444'), brand: 'mastercard' })
  expect(await renewStoredCards(shop.world.app, next)).toBe(1)
  expect(await storedOf(shop)).toMatchObject([
    { identifier: 'ana', brand: 'mastercard', last4: '4444' },
    { identifier: 'bob', brand: 'visa', last4: '1111' },
    { identifier: 'cleo', brand: 'visa', last4: '1111' },
  ])
})

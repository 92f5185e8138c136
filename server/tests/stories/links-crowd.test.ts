import { expect, test } from 'vitest'
import { byLength, longTest } from '../world/length.ts'
import { officeOf, payerBy } from '../world/payer.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { messagesOf } from '../world/shopper.ts'

/**
 * So many stand in line for the row at the same moment; the others come after them. The sandbox's bank stands in the same
 * crowd, and is waited for.
 */
const manyProcesses = { environment: { FLORIN_DATABASE_CONNECTIONS: '40', FLORIN_ACQUIRER_TIMEOUT_MS: '60000' } }
const atTheLine = 30

const shoppers = byLength({ short: 50, long: 1_000 })

test(`${shoppers} shoppers on a link for ten: exactly ten pay, and no other card is charged`, {
  timeout: 180_000,
}, async () => {
  const shop = await openShop({}, manyProcesses)
  const office = officeOf(shop)
  const hash = await office.makes({ limitAccess: '10' })
  const shopper = payerBy(shop, hash)
  const visits = await Promise.all(Array.from({ length: shoppers }, () => shopper.goesOnBlindly()))
  expect(new Set(visits.map(({ address }) => address)).size).toBe(shoppers)

  const landed = await race(shop, () => Promise.all(visits.map((visit) => shopper.paysAt(visit))))
  const messages = landed.map(({ text }) => messagesOf(text))
  expect(messages.filter((text) => text.includes('Thank you, your payment is complete'))).toHaveLength(10)
  expect(messages.filter((text) => text.includes('It has been paid as often as the store allows.'))).toHaveLength(
    shoppers - 10,
  )
  expect(await shop.decided()).toHaveLength(10)
  expect(await shop.rows('select reserved, paid, free from links.links')).toEqual([{ reserved: 0, paid: 10, free: 0 }])
  expect(await shop.rows(`select place, count(*)::int from links.uses group by place order by place`)).toEqual([
    { place: 'none', count: shoppers - 10 },
    { place: 'paid', count: 10 },
  ])
  expect(await office.reads(hash)).toMatchObject({ accessCount: 10, status: 'used-up' })
})

const declined = byLength({ short: 35, long: 60 })

// In small: a place is taken while a payment is under way, and comes back when it is declined
longTest('many shoppers whose cards are all declined leave every place free', async () => {
  const shop = await openShop({}, manyProcesses)
  const office = officeOf(shop)
  const hash = await office.makes({ limitAccess: '200', amount: '0.05' })
  const shopper = payerBy(shop, hash)
  const visits = await Promise.all(Array.from({ length: declined }, () => shopper.goesOnBlindly()))
  await race(shop, () => Promise.all(visits.map((visit) => shopper.paysAt(visit))))
  expect(await shop.rows('select reserved, paid from links.links')).toEqual([{ reserved: 0, paid: 0 }])
  expect(await shop.decided()).toHaveLength(declined)
})

// In small: looking at a link makes nothing, and pressing its button twice makes one order
longTest('twenty tabs of one visit take one place', async () => {
  const shop = await openShop({}, manyProcesses)
  const hash = await officeOf(shop).makes({ limitAccess: '10' })
  const shopper = payerBy(shop, hash)
  const visit = await shopper.goesOn()
  const tabs = Array.from({ length: 20 }, () => visit)
  const [order] = await shop.rows('select id from orders.orders')
  const held = await shop.world.holdRow('orders.orders', BigInt(String(order!.id)))
  const paying = Promise.all(tabs.map((tab) => shopper.paysAt(tab)))
  await shop.world.untilWaiting(20)
  await held.release()
  await paying
  expect(await shop.rows('select reserved, paid from links.links')).toEqual([{ reserved: 0, paid: 1 }])
})

// In small: ${shoppers} shoppers on a link for ten: exactly ten pay, and no other card is charged
longTest('a merchant who closes the link while shoppers wait at the line closes it for all of them', async () => {
  const shop = await openShop({}, manyProcesses)
  const office = officeOf(shop)
  const hash = await office.makes()
  const shopper = payerBy(shop, hash)
  const visits = await Promise.all(Array.from({ length: 20 }, () => shopper.goesOn()))
  const [link] = await shop.rows('select id from links.links')
  const held = await shop.world.holdRow('links.links', BigInt(String(link!.id)))
  const closing = office.request('PUT', `/payment-link/${hash}`, { active: '0' })
  await shop.world.untilWaiting(1)
  const paying = Promise.all(visits.map((visit) => shopper.paysAt(visit)))
  await shop.world.untilWaiting(21)
  await held.release()
  expect((await closing).status).toBe(200)
  for (const { text } of await paying) expect(messagesOf(text)).toContain('The store has switched this link off.')
  expect(await shop.decided()).toEqual([])
})

/** Nobody gets past the link's row before as many as there are connections have come to it. */
async function race<T>(shop: Shop, run: () => Promise<T>): Promise<T> {
  const [link] = await shop.rows('select id from links.links')
  const held = await shop.world.holdRow('links.links', BigInt(String(link!.id)))
  const running = run()
  await shop.world.untilWaiting(atTheLine)
  await held.release()
  return running
}

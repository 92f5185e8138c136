import { expect, test } from 'vitest'
import { openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { officeOf } from '../world/payer.ts'
import { openShop } from '../world/shop.ts'
import { openPeople, type Person } from '../world/staff.ts'

/** One search box for everything: the text tells what it may be, and each module finds its own. */

type Hit = { kind: string; id: string; fit: string; by: string }

const hitsOf = async (by: Person, text: string, kind = '') =>
  (await by.call('GET', `/search?text=${encodeURIComponent(text)}${kind && `&kind=${kind}`}`)).body.data as Hit[]
/** `payment 1001 exact id`, in the order of the reply. */
const linesOf = async (...search: Parameters<typeof hitsOf>) =>
  (await hitsOf(...search)).map(({ kind, id, fit, by }) => `${kind} ${id} ${fit} ${by}`)

async function openBakery() {
  const shop = await openShop()
  const people = await openPeople(shop.world)
  const office = officeOf(shop)
  await office.request('POST', '/customer', {
    identifier: 'ana-17',
    email: 'Ana@Example.com',
    firstName: 'Ana',
    lastName: 'Popescu',
  })
  const card = { cardNumber: '4111111111111111', cardExpiryDate: '12/34', cardCvv: '123' }
  const order = { customerId: '1001', orderType: 'purchase', currency: 'EUR', description: 'Weekly bread box', ...card }
  await office.request('POST', '/order', { ...order, amount: '25.00', externalOrderId: 'rye-42' })
  await office.request('POST', '/order', { ...order, amount: '49.90', externalOrderId: 'rye-421' })
  await office.request('POST', '/payment-link', {
    siteId: String(shop.site.id),
    amount: '49.90',
    currency: 'EUR',
    orderType: 'purchase',
    active: '1',
    contentType: 'Description',
    content: 'Birthday cake',
  })
  const scope = { kind: 'merchant', id: String(shop.site.merchantId) } as const
  const sam = await people.person('support', scope)
  return { shop, people, scope, sam }
}

test('a merchant’s staff find by whatever is remembered, exact matches first', async () => {
  const { sam, shop, people, scope } = await openBakery()
  const site = String(shop.site.id)
  const expected = {
    '1001': ['payment 1001 exact id', 'order 1001 exact id', 'shopper 1001 exact id', 'link 1001 exact id'],
    'rye-42': ['order 1001 exact order', 'order 1002 prefix order'],
    'rye-': ['order 1002 prefix order', 'order 1001 prefix order'],
    '1111': ['payment 1002 contains last-four', 'payment 1001 contains last-four'],
    '49,90 €': ['payment 1002 exact amount', 'link 1001 exact amount'],
    '1111 25.00': ['payment 1001 contains amount'],
    'ana@example.com': ['shopper 1001 exact email'],
    'ANA@ex': ['shopper 1001 prefix email'],
    popes: ['shopper 1001 prefix name'],
    'ana pop': ['shopper 1001 prefix name'],
    'bread box': ['order 1002 contains description', 'order 1001 contains description'],
    birthday: ['link 1001 contains description'],
    [shop.site.name]: [`site ${site} exact name`],
    nothing: [],
  }
  for (const [text, lines] of Object.entries(expected)) expect([text, await linesOf(sam, text)]).toEqual([text, lines])
  const today = shop.world.clock.now().toZonedDateTimeISO(shop.site.timeZone).toPlainDate()
  expect(await linesOf(sam, `${today}`)).toEqual(['payment 1002 exact date', 'payment 1001 exact date'])
  expect(await linesOf(sam, `49.90 ${today}`)).toEqual(['payment 1002 exact amount'])
  for (const text of [
    `9.90 ${today}`,
    ...['', '1111 ', '49.90 '].map((fact) => `${fact}${today.subtract({ days: 1 })}`),
  ])
    expect([text, await linesOf(sam, text, 'payment')]).toEqual([text, []])
  expect(await linesOf(sam, '1001', 'order')).toEqual(['order 1001 exact id'])
  const [payment] = await hitsOf(sam, '1001')
  expect(payment).toMatchObject({ amount: '25.00', currency: 'EUR', status: 'captured', siteId: site })
  const { key, reference } = (await sam.call('GET', '/payments/1001')).body
  expect(await linesOf(sam, String(key))).toEqual(['payment 1001 exact request'])
  expect(await linesOf(sam, String(reference))).toContain('payment 1001 exact reference')

  const developer = await people.person('support', scope, ['orders:read'])
  expect(await linesOf(developer, '1001')).toEqual(['order 1001 exact id'])
})

test('a card number is refused, and what belongs to others is not there', async () => {
  const { sam, shop, people } = await openBakery()
  for (const text of ['4111111111111111', '4111 1111 1111 1111', 'order 5555-5555-5555-4444'])
    expect(await sam.call('GET', `/search?text=${encodeURIComponent(text)}`)).toMatchObject({
      status: 400,
      body: { reason: 'search_for_card_number', field: 'text' },
    })
  const stranger = await shop.world.merchant()
  const partner = await openPartner(shop.world)
  const ana = await openSpender(shop.world, partner, { funds: '100.00' })
  const { transactionId } = await ana.authorize('12.34')
  const other = await openPartner(shop.world, 'Another Bank')
  const ofPartner = (id: unknown) => people.person('owner', { kind: 'partner', id: String(id) })
  const [own, foreign] = [await ofPartner(partner.partner.id), await ofPartner(other.partner.id)]
  const thief = await people.person('owner', { kind: 'merchant', id: String(stranger.site.merchantId) })
  const operator = await people.person()
  const { body } = await own.call('GET', `/card-transactions/${transactionId}`)
  const cards = (await own.call('GET', `/cards?customerId=${ana.customerId}`)).body.data as Record<string, string>[]
  const events = await own.call('GET', `/events?partnerId=${partner.partner.id}`)
  const [event] = events.body.data as { eventId: string }[]
  const things: Record<string, string> = {
    [String(transactionId)]: `card-transaction ${transactionId} exact id`,
    [ana.customerId]: `customer ${ana.customerId} exact id`,
    [cards[0]!.id!]: `card ${cards[0]!.id} exact id`,
    [cards[0]!.last4!]: `card ${cards[0]!.id} contains last-four`,
    [event!.eventId]: `event ${event!.eventId} exact id`,
    '12.34': `card-transaction ${transactionId} exact amount`,
  }
  expect(body.partnerId).toBe(String(partner.partner.id))
  for (const [text, line] of Object.entries(things)) {
    for (const by of [own, operator])
      expect([text, await linesOf(by, text)]).toEqual([text, expect.arrayContaining([line])])
    for (const by of [foreign, thief, sam]) expect([text, await linesOf(by, text)]).toEqual([text, []])
  }
  const ours = ['1001', 'rye-42', '1111', '49.90', 'ana@example.com', 'popes', 'bread box', 'birthday', 'crumb']
  for (const text of ours) {
    expect([text, (await linesOf(operator, text)).length > 0]).toEqual([text, true])
    for (const by of [own, foreign, thief]) expect([text, await linesOf(by, text)]).toEqual([text, []])
  }
})

import { expect, test, vi } from 'vitest'
import { newCustomer, openApiShop, orders } from '../world/api.ts'
import { longTest, sampled } from '../world/length.ts'
import { openShop } from '../world/shop.ts'

/** Everything of a journey and of a browser that the signed form takes, under the names that it has there. */
const flight = {
  level3Type: 'airline' as const,
  level3Airline: {
    ticketNumber: 'T-1',
    passengerName: 'Ana Pop',
    flightNumber: 'RO 301',
    departureDate: '2026-12-24',
    departureAirportCode: 'OTP',
    arrivalAirportCode: 'CLJ',
    carrierCode: 'RO',
    travelAgencyCode: 'A-7',
    travelAgencyName: 'Far and Away',
  },
}
const tour = {
  level3Type: 'tourism' as const,
  level3Tourism: {
    tourNumber: 'T-2',
    travellerName: 'Ana Pop',
    departureDate: '2026-12-24',
    returnDate: '2026-12-31',
    travelAgencyCode: 'A-7',
    travelAgencyName: 'Far and Away',
  },
}
const { travelAgencyCode: agencyCode, travelAgencyName: agencyName, ...ofTour } = tour.level3Tourism
const olderTour = { ...tour, level3Tourism: { ...ofTour, agencyCode, agencyName } }
const browser = {
  browserAcceptHeader: 'text/html',
  browserIP: '203.0.113.77',
  browserJavaEnabled: true,
  browserJavaScriptEnabled: true,
  browserLanguage: 'ro-RO',
  browserColorDepth: '30' as const,
  browserScreenHeight: '1111',
  browserScreenWidth: '2222',
  browserTZ: '-120',
  browserUserAgent: 'Oven/1.0',
}

test.each(
  sampled([
    ['a flight', flight, { type: 'airline', ...flight.level3Airline }],
    ['a tour', tour, { type: 'tourism', ...tour.level3Tourism }],
    ['a tour in the older spelling', olderTour, { type: 'tourism', ...tour.level3Tourism }],
  ]),
)('every fact of %s goes to the acquirer', async (_what, order, level3) => {
  const shop = await openShop()
  const authorize = vi.spyOn(shop.acquirerProxy, 'authorize')
  const ana = await shop.sends({ order })
  await ana.pays()
  expect(authorize.mock.calls.map(([request]) => request.level3)).toEqual([level3])
})

test('what a store says of the browser goes to the acquirer, and not what the page has seen', async () => {
  const shop = await openShop()
  const authorize = vi.spyOn(shop.acquirerProxy, 'authorize')
  const ana = await shop.sends({ threeDSecureData: browser })
  await ana.pays()
  expect(authorize.mock.calls.map(([request]) => request.threeDSecure?.browser)).toEqual([
    {
      acceptHeader: 'text/html',
      ip: '203.0.113.77',
      javaEnabled: true,
      javaScript: true,
      language: 'ro-RO',
      screen: { colorDepth: 30, height: 1111, width: 2222 },
      timeZoneOffsetMinutes: -120,
      userAgent: 'Oven/1.0',
    },
  ])
})

test('the lines of a cart are in the records of the order and of its transaction, as they were sent', async () => {
  const shop = await openApiShop()
  const rye = { code: 'B-1', vatPercent: 9, itemDescription: 'Rye' }
  const items = [
    { item: 'Bread', unitPrice: 9.9, units: 1.5, type: 'physical' as const, ...rye },
    { item: 'Coupon', unitPrice: -4.45, units: 1 },
  ]
  const ana = await shop.sends({ order: { amount: '10.40', items } })
  await ana.pays()
  const [order] = (await shop.client.get('/order')).items
  expect(order?.items).toEqual(items)
  expect((await shop.client.get(`/order/${order?.id}`)).data.items).toEqual(items)
  const [transaction] = (await shop.client.get('/transaction')).items
  expect((await shop.client.get(`/transaction/${transaction?.id}`)).data.items).toEqual(items)
})

// In small: the lines of a cart are in the records of the order and of its transaction, as they were sent
longTest('the record of an order without a cart has no items', async () => {
  const shop = await openApiShop()
  const placed = await orders(shop.client, await newCustomer(shop.client))
  expect(placed.status).toBe(200)
  expect((await shop.client.get(`/order/${placed.data.orderId}`)).data).not.toHaveProperty('items')
})

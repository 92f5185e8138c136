import { expect, test } from 'vitest'
import { linkShape } from '../../src/acquiring/links/wire.ts'
import { longTest } from '../world/length.ts'
import { breadLink, type Fields, officeOf } from '../world/payer.ts'
import { openShop } from '../world/shop.ts'

const flight = (siteId: number): Fields => ({
  siteId: String(siteId),
  amount: '25.5',
  currency: 'EUR',
  orderType: 'recurring',
  contentType: 'Items',
  'content[0][item]': 'Flight',
  'content[0][unitPrice]': '12.75',
  'content[0][units]': '2',
  'content[0][type]': 'digital',
  'content[0][code]': 'F-1',
  'content[0][vatPercent]': '19',
  'content[0][itemDescription]': 'To Cluj',
  intervalType: 'month',
  intervalValue: '3',
  trialAmount: '1',
  firstBillDate: '2026-08-01T12:00:00+03:00',
  limitAccess: '10',
  expireDate: '2026-12-31',
  customerEmail: 'ana@example.com',
  customerIdentifier: 'ana-7',
  'customerTags[]': 'vip',
  'customerRequiredFields[firstName]': '1',
  'customerRequiredFields[address]': '1',
  'customerRequiredFields[phone]': '0',
  level3Type: 'airline',
  level3AirlineTicketNumber: 'T-1',
  level3AirlineDepartureAirportCode: 'OTP',
})

// In small: creating, opening and paying a link shows what is recorded
longTest('the record of a link has everything it was made with, under the same names', async () => {
  const shop = await openShop()
  const office = officeOf(shop)
  const made = await office.request('POST', '/payment-link', flight(shop.site.id))
  const { hash } = made.body.data
  expect(made).toEqual({
    status: 201,
    body: { code: 201, message: 'Created', data: { hash, url: `http://florin.test/l/${hash}` } },
  })
  const { status, body } = await office.request('GET', `/payment-link/${hash}`)
  expect([status, body.code, body.message]).toEqual([200, 200, 'Success'])
  expect(linkShape.parse(body.data)).toEqual(body.data)
  expect(body.data).toEqual({
    hash,
    siteId: shop.site.id,
    url: `http://florin.test/l/${hash}`,
    status: 'open',
    amount: 25.5,
    currency: 'EUR',
    orderType: 'recurring',
    active: 1,
    contentType: 'Items',
    content: [
      {
        item: 'Flight',
        unitPrice: 12.75,
        units: 2,
        type: 'digital',
        code: 'F-1',
        vatPercent: 19,
        itemDescription: 'To Cluj',
      },
    ],
    intervalType: 'month',
    intervalValue: 3,
    trialAmount: 1,
    firstBillDate: '2026-08-01T09:00:00+00:00',
    limitAccess: 10,
    accessCount: 0,
    expireDate: '2026-12-31',
    customerEmail: 'ana@example.com',
    customerIdentifier: 'ana-7',
    customerTags: ['vip'],
    customerRequiredFields: { firstName: 1, address: 1 },
    level3Type: 'airline',
    level3AirlineTicketNumber: 'T-1',
    level3AirlineDepartureAirportCode: 'OTP',
    createdAt: '2026-05-04T10:00:00+00:00',
    updatedAt: '2026-05-04T10:00:00+00:00',
  })
})

// In small: JSON numbers and form text are the same link
longTest('JSON makes the same link as a form, with a Bearer key as with a bare one', async () => {
  const shop = await openShop()
  const byForm = await officeOf(shop).reads(await officeOf(shop).makes())
  const reply = await shop.world.http.inject({
    method: 'POST',
    url: '/payment-link',
    headers: { authorization: `Bearer sk_test_${shop.privateKey}`, 'content-type': 'application/json' },
    payload: `{"siteId":${shop.site.id},"amount":9.90,"currency":"EUR","orderType":"purchase","active":1,"contentType":"Description","content":"Bread"}`,
  })
  const byJson = await officeOf(shop).reads(reply.json().data.hash)
  const { hash: _, url: __, ...same } = byForm
  expect(byJson).toMatchObject(same)
})

test('a change replaces what is sent, clears what is sent empty, and leaves the rest', async () => {
  const shop = await openShop()
  const office = officeOf(shop)
  const hash = await office.makes({
    limitAccess: '10',
    expireDate: '2026-12-31',
    customerEmail: 'ana@example.com',
    'customerTags[]': 'vip',
  })
  shop.world.clock.pass({ hours: 1 })
  const change = {
    siteId: String(shop.site.id),
    amount: '12',
    limitAccess: '',
    customerEmail: '',
    'customerRequiredFields[city]': '1',
  }
  expect(await office.request('PUT', `/payment-link/${hash}`, change)).toEqual({
    status: 200,
    body: { code: 200, message: 'Success', data: { hash } },
  })
  expect(await office.reads(hash)).toMatchObject({
    amount: 12,
    content: 'Bread',
    expireDate: '2026-12-31',
    customerTags: ['vip'],
    customerRequiredFields: { city: 1 },
    active: 1,
    createdAt: '2026-05-04T10:00:00+00:00',
    updatedAt: '2026-05-04T11:00:00+00:00',
  })
  expect(await shop.rows('select version from links.versions order by version')).toEqual([
    { version: 1 },
    { version: 2 },
  ])
})

test('a change that does not fit what stays is refused by name, and changes nothing', async () => {
  const shop = await openShop()
  const office = officeOf(shop)
  const hash = await office.makes()
  const before = await office.reads(hash)
  const { status, body } = await office.request('PUT', `/payment-link/${hash}`, { orderType: 'recurring' })
  expect(status).toBe(400)
  expect(body.error).toEqual(body.errors)
  expect(body.error).toMatchObject([
    { type: 'Validation', field: 'intervalType', message: expect.stringContaining('is required: day or month') },
    { type: 'Validation', field: 'intervalValue', message: expect.stringContaining('is required') },
  ])
  expect(await office.reads(hash)).toEqual(before)
})

test.each<[string, Fields, string]>([
  ['a limit of none', { limitAccess: '0' }, 'limitAccess'],
  ['a last day that has passed', { expireDate: '2026-05-03' }, 'expireDate'],
  ['a currency the site does not take', { currency: 'USD' }, 'currency'],
  ['a type of order that links do not have', { orderType: 'managed' }, 'orderType'],
  ['an amount that is none', { amount: 'ten' }, 'amount'],
  ['no site', { siteId: '' }, 'siteId'],
  ['no content', { content: '' }, 'content'],
  [
    'a trial that bills in the past',
    { orderType: 'recurring', intervalType: 'day', intervalValue: '1', trialAmount: '1', firstBillDate: '2020-01-01' },
    'firstBillDate',
  ],
])('%s makes no link, and the answer names the field', async (_, fields, field) => {
  const shop = await openShop()
  const { status, body } = await officeOf(shop).request('POST', '/payment-link', { ...breadLink(shop), ...fields })
  expect([status, body.error?.[0]?.field]).toEqual([400, field])
  expect(await shop.count('links.links')).toBe(0)
})

// In small: creating, opening and paying a link shows what is recorded
longTest('a removed link is gone for its merchant, for good', async () => {
  const shop = await openShop()
  const office = officeOf(shop)
  const hash = await office.makes()
  expect(await office.request('DELETE', `/payment-link/${hash}`)).toEqual({
    status: 200,
    body: { code: 200, message: 'Success', data: { hash } },
  })
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    expect([
      method,
      (await office.request(method, `/payment-link/${hash}`, method === 'PUT' ? { active: '1' } : undefined)).status,
    ]).toEqual([method, 404])
  expect((await office.request('GET', `/payment-link?siteId=${shop.site.id}`)).body.data).toEqual([])
})

test('links are listed by every filter, and in pages', async () => {
  const shop = await openShop()
  const office = officeOf(shop)
  const names = new Map<string, string>()
  const make = async (name: string, fields: Fields) => names.set(await office.makes(fields), name)
  await make('first', { active: '0' })
  shop.world.clock.pass({ hours: 1 })
  await make('second', { amount: '20', customerEmail: 'Ana@example.com' })
  shop.world.clock.pass({ hours: 1 })
  await make('third', { limitAccess: '3' })
  await office.request('DELETE', `/payment-link/${await office.makes()}`)
  const found = async (query: string) => {
    const { body } = await office.request('GET', `/payment-link?siteId=${shop.site.id}&${query}`)
    return body.data.map(({ hash }: { hash: string }) => names.get(hash))
  }
  expect(await found('')).toEqual(['third', 'second', 'first'])
  expect(await found('reverseSorting=0')).toEqual(['first', 'second', 'third'])
  expect(await found('amount=20.00')).toEqual(['second'])
  expect(await found('active=0')).toEqual(['first'])
  expect(await found('active=1')).toEqual(['third', 'second'])
  expect(await found('customerEmail=ana@example.com')).toEqual(['second'])
  expect(await found('limitAccess=3')).toEqual(['third'])
  // The site is in Bucharest, three hours ahead: the second was made at two in the afternoon there.
  expect(await found('startDate=2026-05-04 14:00:00')).toEqual(['third', 'second'])
  expect(await found('endDate=2026-05-04 14:00:00')).toEqual(['second', 'first'])
  expect(await found('startDate=2026-05-04 13:00:01&endDate=2026-05-04 14:59:59')).toEqual(['second'])
  const { body } = await office.request('GET', `/payment-link?siteId=${shop.site.id}&perPage=2&page=2`)
  expect(body.data).toHaveLength(1)
  expect(body.pagination).toEqual({
    currentPageNumber: 2,
    totalItemCount: 3,
    itemCountPerPage: 2,
    currentItemCount: 1,
    pageCount: 2,
  })
})

// In small: creating, opening and paying a link shows what is recorded
longTest('a list without its site, or with a day that is none, is refused by name', async () => {
  const shop = await openShop()
  const asked = async (query: string) =>
    (await officeOf(shop).request('GET', `/payment-link?${query}`)).body.error?.[0]?.field
  expect(await asked('')).toBe('siteId')
  expect(await asked(`siteId=${shop.site.id}&startDate=yesterday`)).toBe('startDate')
})

// In small: no route shows, changes or uses what belongs to another site
longTest('another key reaches nothing of a link, also of the same merchant', async () => {
  const shop = await openShop()
  const hash = await officeOf(shop).makes()
  const other = await shop.world.merchant()
  const sister = await shop.world.app.directory.createSite({
    by: { actor: 'test', fromWhere: 'test' },
    merchantId: shop.site.merchantId,
    name: 'Outlet',
    live: false,
    currencies: ['EUR'],
    timeZone: 'Europe/Bucharest',
  })
  for (const key of [other.privateKey, sister.privateKey.reveal()]) {
    const stranger = officeOf(shop, key)
    expect((await stranger.request('GET', `/payment-link/${hash}`)).status).toBe(404)
    expect((await stranger.request('PUT', `/payment-link/${hash}`, { active: '0' })).status).toBe(404)
    expect((await stranger.request('DELETE', `/payment-link/${hash}`)).status).toBe(404)
    expect((await stranger.request('GET', `/payment-link?siteId=${shop.site.id}`)).status).toBe(403)
    expect((await stranger.request('POST', '/payment-link', breadLink(shop))).status).toBe(403)
  }
  expect((await officeOf(shop, 'f'.repeat(32)).request('GET', `/payment-link/${hash}`)).status).toBe(401)
  expect(await officeOf(shop).reads(hash)).toMatchObject({ active: 1 })
})

test('one Idempotency-Key makes one link, and changes one once', async () => {
  const shop = await openShop()
  const office = officeOf(shop)
  const once = { 'idempotency-key': 'links-1' }
  const [first, second] = [
    await office.request('POST', '/payment-link', breadLink(shop), once),
    await office.request('POST', '/payment-link', breadLink(shop), once),
  ]
  expect(second).toEqual(first)
  expect(await shop.count('links.links')).toBe(1)
  const path = `/payment-link/${first!.body.data.hash}`
  for (const _ of [1, 2]) expect((await office.request('PUT', path, { amount: '5' }, once)).status).toBe(200)
  expect(await shop.count('links.versions')).toBe(2)
  for (const _ of [1, 2]) expect((await office.request('DELETE', path, undefined, once)).status).toBe(200)
})

test('two changes at once: both are carried out, one after the other', async () => {
  const shop = await openShop()
  const office = officeOf(shop)
  const hash = await office.makes()
  const [link] = await shop.rows('select id from links.links')
  const held = await shop.world.holdRow('links.links', BigInt(String(link!.id)))
  const changing = Promise.all([
    office.request('PUT', `/payment-link/${hash}`, { amount: '5' }),
    office.request('PUT', `/payment-link/${hash}`, { content: 'Cake' }),
  ])
  await shop.world.untilWaiting(2)
  await held.release()
  expect((await changing).map(({ status }) => status)).toEqual([200, 200])
  expect(await office.reads(hash)).toMatchObject({ amount: 5, content: 'Cake' })
})

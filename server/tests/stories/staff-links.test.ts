import { expect, test } from 'vitest'
import { auditEntriesOf } from '#core/directory'
import { longTest } from '../world/length.ts'
import { officeOf, payerBy } from '../world/payer.ts'
import { openShop } from '../world/shop.ts'
import { openPeople, type Person } from '../world/staff.ts'

/** Payment links that people of a merchant make and manage by hand. */

const reason = 'The Christmas market.'
const bread = { amount: '9.90', currency: 'EUR', orderType: 'purchase', content: 'Bread for ten', limitAccess: 10 }

async function openMarket() {
  const shop = await openShop()
  const people = await openPeople(shop.world)
  const scope = { kind: 'merchant', id: String(shop.site.merchantId) } as const
  const sam = await people.person('support', scope)
  const siteId = String(shop.site.id)
  const makes = (fields: object = {}, headers = {}) =>
    sam.call('POST', '/links', { body: { siteId, ...bread, reason, ...fields }, headers })
  const madeId = async (fields?: object) => String((await makes(fields)).body.id)
  const lists = async (query = '', by: Person = sam) => (await by.call('GET', `/links?siteId=${siteId}${query}`)).body
  const does = (id: string, verb: string, by = sam, options: object = {}) =>
    by.call('POST', `/links/${id}/${verb}`, { body: { reason }, ...options })
  const pays = async (hash: string) => {
    const payer = payerBy(shop, hash)
    await payer.paysAt(await payer.goesOn())
  }
  return { shop, people, scope, sam, siteId, makes, madeId, lists, does, pays }
}

test('a link is made by hand, once for one key; it can be paid, its use is counted and its payment found', async () => {
  const { sam, siteId, makes, lists, pays } = await openMarket()
  const headers = { 'idempotency-key': 'market-1' }
  const made = await makes({}, headers)
  const { id, hash } = made.body as { id: string; hash: string }
  expect(made.status).toBe(201)
  expect(made.body).toEqual({
    id,
    hash,
    siteId,
    url: `http://florin.test/l/${hash}`,
    qrUrl: `http://florin.test/l/${hash}/qr.svg`,
    status: 'open',
    title: 'Bread for ten',
    contentType: 'Description',
    amount: '9.90',
    currency: 'EUR',
    orderType: 'purchase',
    limitAccess: 10,
    paid: 0,
    reserved: 0,
    version: 1,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  expect((await makes({}, headers)).body).toEqual(made.body)
  expect(await lists()).toMatchObject({ total: 1, data: [made.body] })

  await pays(hash)
  const { body } = await sam.call('GET', `/links/${id}`)
  expect(body).toMatchObject({
    paid: 1,
    reserved: 0,
    begun: 1,
    status: 'open',
    qrCode: expect.stringContaining('<svg'),
  })
  expect(body.audit).toMatchObject([{ action: 'linkCreated', reason, actor: `staff ${sam.staff.id}` }])
  const other = (await makes()).body
  const payments = async (link: unknown) => (await sam.call('GET', `/payments?siteId=${siteId}&link=${link}`)).body
  expect(await payments(hash)).toMatchObject({ total: 1, data: [{ amount: '9.90' }] })
  expect(await payments(other.hash)).toMatchObject({ total: 0 })
})

test('what is wrong is said of each field by its name, and nothing is made', async () => {
  const { makes, lists, sam, madeId } = await openMarket()
  const problemsOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
    status,
    ...(body.problems as { field: string }[]).map(({ field }) => field),
  ]
  const wrong = { amount: '4,50', currency: 'XAU', limitAccess: 0 }
  const call = { siteId: '1', ...bread, reason }
  const quiet = { changesNothing: true }
  expect(problemsOf(await sam.call('POST', '/links', { body: { ...call, ...wrong }, ...quiet }))).toEqual([
    400,
    ...Object.keys(wrong),
  ])
  expect(problemsOf(await makes({ content: '' }))).toEqual([400, 'content'])
  const every = { orderType: 'recurring', intervalType: 'month', intervalValue: 400 }
  expect(problemsOf(await makes(every))).toEqual([400, 'intervalValue'])
  expect(await makes({ expireDate: '2020-01-01' })).toMatchObject({ status: 400, body: { field: 'expireDate' } })
  expect(await lists()).toMatchObject({ total: 0 })
  const id = await madeId()
  const body = { expireDate: '2020-01-01', reason }
  expect(await sam.call('PATCH', `/links/${id}`, { body, ...quiet })).toMatchObject({
    status: 400,
    body: { field: 'expireDate' },
  })
})

test('a link is changed, closed, opened and removed; the audit has what it was and what it is, and why', async () => {
  const { shop, sam, madeId, does, lists } = await openMarket()
  const id = await madeId({ customerEmail: 'ana@example.com', expireDate: '2030-12-24' })
  const changes = { amount: '8.50', limitAccess: null, expireDate: '2030-12-31' }
  const changed = (await sam.call('PATCH', `/links/${id}`, { body: { ...changes, reason } })).body
  expect(changed).toMatchObject({ amount: '8.50', expireDate: '2030-12-31', title: 'Bread for ten' })
  expect(changed).not.toHaveProperty('limitAccess')
  const late = { version: 1, amount: '7.00', reason }
  expect(await sam.call('PATCH', `/links/${id}`, { body: late, changesNothing: true })).toMatchObject({
    status: 409,
    body: { reason: 'link_changed_meanwhile' },
  })
  const headers = { 'idempotency-key': 'close-1' }
  expect((await does(id, 'disable', sam, { headers })).body).toMatchObject({ status: 'inactive', amount: '8.50' })
  expect((await payerBy(shop, String(changed.hash)).opens()).status).toBe(410)
  const again = async (verb: string) => (await does(id, verb, sam, { changesNothing: true })).body.reason
  expect(await again('disable')).toBe('link_closed')
  expect((await does(id, 'enable')).body).toMatchObject({ status: 'open' })
  expect(await again('enable')).toBe('link_not_closed')
  expect((await does(id, 'disable', sam, { headers })).body, 'a repeated key').toMatchObject({ status: 'inactive' })
  expect((await sam.call('GET', `/links/${id}`)).body).toMatchObject({ status: 'open' })
  expect((await does(id, 'remove')).body).toMatchObject({ status: 'removed' })
  expect(await does(id, 'enable', sam, { changesNothing: true })).toMatchObject({ status: 404 })
  expect(await sam.call('GET', `/links/${id}`)).toMatchObject({ status: 404, body: { reason: 'link_not_found' } })
  expect(await lists()).toMatchObject({ total: 0 })
  const entries = await auditEntriesOf(shop.world.app.db, { subject: { kind: 'link', id }, limit: 10 })
  const who = { actor: `staff ${sam.staff.id}`, reason, owner: { kind: 'site', id: String(shop.site.id) } }
  expect(entries).toMatchObject([
    { ...who, action: 'linkRemoved', before: { amount: '8.50' } },
    { ...who, action: 'linkChanged', before: { active: false }, after: { active: true } },
    { ...who, action: 'linkChanged', before: { active: true }, after: { active: false } },
    {
      ...who,
      action: 'linkChanged',
      before: { amount: '9.90', limitAccess: 10, expireDate: '2030-12-24' },
      after: { amount: '8.50', limitAccess: null, expireDate: '2030-12-31' },
    },
    { ...who, action: 'linkCreated', after: { amount: '9.90', content: 'Bread for ten', limitAccess: 10 } },
  ])
  const kept = entries.map(({ before, after }) => JSON.stringify([before, after])).join()
  expect(kept, 'the audit is kept for good').not.toMatch(`ana@example.com|${changed.hash}`)
})

// In small: links are listed by every filter, and in pages
longTest('links are found by what is sold, their customer, their hash and the state that they are in', async () => {
  const { shop, siteId, makes, madeId, does, lists, pays } = await openMarket()
  const office = officeOf(shop)
  const items = { contentType: 'Items', 'content[0][item]': 'Rye loaf', 'content[0][unitPrice]': '9.90' }
  const rye = await office.makes({ siteId, ...items, 'content[0][units]': '1' })
  const open = await madeId({ content: 'Stollen, 100% butter', customerEmail: 'Ana@example.com' })
  const inactive = await madeId({ expireDate: today(shop.world.clock.now()) })
  await does(inactive, 'disable')
  const expired = await madeId({ expireDate: today(shop.world.clock.now()), limitAccess: 1 })
  const single = (await makes({ limitAccess: 1 })).body
  const once = String(single.id)
  await pays(String(single.hash))
  await shop.world.pass({ hours: 48 })
  const idsOf = async (query: string) => ((await lists(query)).data as { id: string }[]).map(({ id }) => id)
  expect(await idsOf('&text=STOLLEN')).toEqual([open])
  expect(await idsOf('&text=100%25')).toEqual([open])
  expect(await idsOf('&text=ana@EXAMPLE.com')).toEqual([open])
  expect((await lists(`&text=${rye}`)).data).toMatchObject([{ hash: rye, title: 'Rye loaf' }])
  expect(await lists('&text=rye%20loaf')).toMatchObject({ total: 1 })
  const byState: Record<string, string[]> = { inactive: [inactive], expired: [expired], 'used-up': [once] }
  for (const [state, ids] of Object.entries(byState)) expect(await idsOf(`&status=${state}`), state).toEqual(ids)
  const all = (await lists()).data as { id: string; status: string }[]
  for (const state of ['open', ...Object.keys(byState)])
    expect(await idsOf(`&status=${state}`)).toEqual(all.filter(({ status }) => status === state).map(({ id }) => id))
  const { next } = await lists('&size=2')
  const after = await lists(`&size=2&after=${next}`)
  expect([after.total, (after.data as { id: string }[]).map(({ id }) => id)]).toEqual([
    5,
    all.slice(2, 4).map(({ id }) => id),
  ])
})

const today = (now: Temporal.Instant) => now.toZonedDateTimeISO('Europe/Bucharest').toPlainDate().toString()

// In small: staff of another merchant find no payment to read or to change
longTest('links of another merchant are not there, and a role that may not change them is refused', async () => {
  const { people, scope, sam, siteId, madeId, does, lists } = await openMarket()
  const id = await madeId()
  const stranger = await people.person('owner', { kind: 'merchant', id: '999' })
  const reader = await people.person('read-only', scope)
  const body = { reason }
  const quiet = { changesNothing: true }
  const missing = { status: 404, body: { reason: 'link_not_found' } }
  expect(await stranger.call('GET', `/links/${id}`)).toMatchObject(missing)
  expect(await stranger.call('PATCH', `/links/${id}`, { body: { ...body, amount: '1.00' }, ...quiet })).toMatchObject(
    missing,
  )
  for (const verb of ['disable', 'enable', 'remove']) {
    expect(await does(id, verb, stranger, quiet), verb).toMatchObject(missing)
    expect(await does(id, verb, reader, quiet), verb).toMatchObject({ status: 403 })
  }
  const foreign = { body: { siteId, ...bread, reason }, ...quiet }
  expect(await stranger.call('POST', '/links', foreign)).toMatchObject({ body: { reason: 'site_not_found' } })
  expect(await stranger.call('GET', `/links?siteId=${siteId}`)).toMatchObject({ status: 404 })
  expect(await lists('', reader)).toMatchObject({ total: 1, data: [{ id, status: 'open', amount: '9.90' }] })
  expect(await sam.call('GET', '/links/999999')).toMatchObject(missing)
})

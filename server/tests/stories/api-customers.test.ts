import { expect, test } from 'vitest'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'
import { openPeople } from '../world/staff.ts'

// In small: a program of the merchant receives from the API what is recorded
longTest('a customer is made, read, changed and deleted', async () => {
  const { client } = await openApiShop()
  const created = await client.send('POST', '/customer', {
    form: {
      identifier: 'Ana-1',
      email: 'ana@example.com',
      firstName: 'Ana',
      lastName: '',
      country: 'us',
      state: 'US-NY',
      phone: '+1 (212) 555-0100',
      isWhitelisted: '1',
      'tag[]': 'vip',
    },
  })
  expect(created.body).toMatchObject({ code: 201, message: 'Created', data: { id: expect.any(Number) } })
  expect(created.data).toEqual((await client.get(`/customer/${created.data.id}`)).data)
  const { id } = created.data

  expect((await client.get(`/customer/${id}`)).data).toEqual({
    id,
    siteId: 10001,
    identifier: 'Ana-1',
    email: 'ana@example.com',
    firstName: 'Ana',
    country: 'US',
    state: 'NY',
    phone: '+12125550100',
    isWhitelisted: 1,
    creationDate: '2026-05-04T10:00:00+00:00',
    creationTimestamp: 1777888800,
    tags: [{ tag: 'vip', creationDate: '2026-05-04T10:00:00+00:00', creationTimestamp: 1777888800 }],
  })

  const changed = await client.send('PUT', `/customer/${id}`, {
    form: { firstName: '', lastName: 'Pop', country: 'RO', isWhitelistedUntil: '2026-06-01' },
  })
  expect(changed).toMatchObject({ status: 200, body: { code: 200, message: 'Success' } })
  expect(changed.data).toMatchObject({
    lastName: 'Pop',
    country: 'RO',
    // A state of the US is none of Romania.
    email: 'ana@example.com',
    // The end of that day in Bucharest.
    isWhitelistedUntil: '2026-06-01T20:59:59+00:00',
    tags: [{ tag: 'vip' }],
  })

  expect((await client.send('DELETE', `/customer/${id}`)).body).toEqual({ code: 200, message: 'Success', data: { id } })
  expect((await client.get(`/customer/${id}`)).status).toBe(404)
})

// In small: a program of the merchant receives from the API what is recorded
longTest('what is wrong with a customer is reported by its number and its field', async () => {
  const { client } = await openApiShop()
  const wrong: [form: Record<string, string>, code: number, field: string][] = [
    [{ email: 'a@example.com' }, 1620, 'identifier'],
    [{ identifier: 'ana' }, 1646, 'email'],
    [{ identifier: 'ana', email: 'ana.example' }, 1651, 'email'],
    [{ identifier: 'a/b', email: 'a@example.com' }, 1620, 'identifier'],
    [{ identifier: 'ana', email: 'a@example.com', country: 'XX' }, 603, 'country'],
    [{ identifier: 'ana', email: 'a@example.com', state: 'NY' }, 1600, 'state'],
    [{ identifier: 'ana', email: 'a@example.com', phone: 'call me' }, 603, 'phone'],
  ]
  for (const [form, code, field] of wrong) {
    const refused = await client.send('POST', '/customer', { form })

    expect(refused).toMatchObject({ status: 400, body: { code: 400, message: 'Bad Request' } })
    expect(refused.body.error).toEqual([expect.objectContaining({ code, field, type: 'Validation' })])
    expect(refused.body.errors).toEqual(refused.body.error)
  }
})

// In small: a program of the merchant receives from the API what is recorded
longTest('without any field both missing ones are named', async () => {
  const { client } = await openApiShop()

  const refused = await client.send('POST', '/customer')

  expect(refused.body.error?.map(({ code }) => code)).toEqual([1620, 1646])
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a second customer of one identifier is 1627, also when both are made at once', async () => {
  const { client, count } = await openApiShop()
  const form = { identifier: 'ana', email: 'ana@example.com' }

  const all = await Promise.all(Array.from({ length: 8 }, () => client.send('POST', '/customer', { form })))

  expect(all.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { body } of all.filter(({ status }) => status === 409))
    expect(body.error?.[0]).toMatchObject({ code: 1627 })
  expect(await count('shoppers.shoppers')).toBe(1)
})

// In small: a program of the merchant receives from the API what is recorded
longTest('an unknown customer is 404, and the number 0 is 400', async () => {
  const { client } = await openApiShop()

  expect(await client.get('/customer/999999')).toMatchObject({ status: 404, body: { message: 'Not Found' } })
  expect(await client.get('/customer/0')).toMatchObject({ status: 400, body: { error: [{ code: 1620 }] } })
})

test('the customer whom the hosted checkout made is found by the identifier of the store', async () => {
  const { client, sends } = await openApiShop()
  await sends({ customer: { identifier: 'p_7_2026' } })

  const { items, body } = await client.get('/customer?identifier=p_7_2026')

  expect(items).toMatchObject([{ identifier: 'p_7_2026' }])
  expect(body.pagination).toEqual({
    currentPageNumber: 1,
    totalItemCount: 1,
    itemCountPerPage: 100,
    currentItemCount: 1,
    pageCount: 1,
  })
})

test('customers are found by everything that is documented', async () => {
  const { client, world } = await openApiShop()
  await newCustomer(client, { identifier: 'ana-1', email: 'Ana@Example.com', country: 'RO', 'tag[]': 'vip' })
  world.clock.pass({ days: 1 })
  await newCustomer(client, { identifier: 'ben-1', email: 'ben@example.com', country: 'US', state: 'NY' })
  world.clock.pass({ days: 1 })
  await newCustomer(client, { identifier: 'cy-2', email: 'cy@example.com', isWhitelistedUntil: '2027-01-01' })
  const found = async (query: string) =>
    (await client.get(`/customer?${query}`)).items.map(({ identifier }) => identifier)

  expect(await found('')).toEqual(['cy-2', 'ben-1', 'ana-1'])
  expect(await found('reverseSorting=0')).toEqual(['ana-1', 'ben-1', 'cy-2'])
  expect(await found('identifier=-1')).toEqual([])
  expect(await found('identifier=-1&identifierMatchPartial=1')).toEqual(['ben-1', 'ana-1'])
  expect(await found('email=ana@example.com')).toEqual(['ana-1'])
  expect(await found('country=RO')).toEqual(['ana-1'])
  expect(await found('country=US&state=NY')).toEqual(['ben-1'])
  expect(await found('tag=vip')).toEqual(['ana-1'])
  expect(await found('isWhitelisted=yes')).toEqual(['cy-2'])
  expect(await found('isWhitelistedUntilFrom=2026-12-31&isWhitelistedUntilTo=2027-01-01')).toEqual(['cy-2'])
  expect(await found('createdAtFrom=2026-05-05T00:00:00+00:00&createdAtTo=2026-05-05')).toEqual(['ben-1'])
  expect(await found('page=2&perPage=2')).toEqual(['ana-1'])
})

// In small: a search keeps the length of its pages and their order; a page may say otherwise
longTest('a search is kept, and does not find who came later', async () => {
  const { client } = await openApiShop()
  await newCustomer(client, { identifier: 'ana-1', country: 'RO' })
  await newCustomer(client, { identifier: 'ben-1', country: 'US' })

  const kept = await client.send('POST', '/customer-search', { form: { country: 'RO' } })
  await newCustomer(client, { identifier: 'cy-1', country: 'RO' })
  const found = await client.get(`/customer?searchId=${kept.data.searchId}&perPage=10`)

  expect(kept.data.url).toBe(`http://florin.test/customer?searchId=${kept.data.searchId}`)
  expect(found.items.map(({ identifier }) => identifier)).toEqual(['ana-1'])
  expect(found.body.pagination).toMatchObject({ itemCountPerPage: 10 })
  expect(await client.get('/customer?searchId=made-up')).toMatchObject({
    status: 404,
    body: { error: [{ field: 'searchId' }] },
  })
  expect(await client.get(`/transaction?searchId=${kept.data.searchId}`)).toMatchObject({ status: 404 })
})

test('deleting a customer ends their orders, destroys their cards and frees the identifier', async () => {
  const { client, count, world } = await openApiShop()
  const customerId = await newCustomer(client)
  const recurring = { orderType: 'recurring', intervalType: 'month', intervalValue: '1' }
  const { data } = await orders(client, customerId, { ...typedCard, ...recurring })

  expect((await client.send('DELETE', `/customer/${customerId}`)).status).toBe(200)

  expect((await client.get(`/order/${data.orderId}`)).data).toMatchObject({
    orderStatus: 'complete-ok',
    endReason: 'customer_deleted',
  })
  expect(await count('vault.cards')).toBe(0)
  expect(await count(`shoppers.cards where status = 'active'`)).toBe(0)
  expect((await client.get(`/card?customerId=${customerId}`)).status).toBe(404)
  expect((await client.get(`/transaction/${data.transactionId}`)).data).toMatchObject({
    customerData: { identifier: 'ana' },
    cardStatus: 'deleted',
  })
  const again = await orders(client, customerId, typedCard)
  expect(again).toMatchObject({ status: 400, body: { error: [{ field: 'customerId' }] } })
  await world.pass({ months: 3 })
  expect(await count('payments.payments')).toBe(1)

  expect(await newCustomer(client)).not.toBe(customerId)
})

// In small: customers are found by everything that is documented
longTest('staff list the customers that were not deleted, with their number, and find them by a text', async () => {
  const { client, world, site } = await openApiShop()
  const mia = await (await openPeople(world)).person('owner', { kind: 'merchant', id: String(site.merchantId) })
  const ids: number[] = []
  for (const lastName of ['Ionescu', 'Popescu', 'Popa'])
    ids.push(await newCustomer(client, { identifier: lastName, email: `${lastName}@example.com`, lastName }))
  const [ionescu, popescu, popa] = ids.map(String)
  const listed = async (query: string) => {
    const { data, total, next } = (await mia.call('GET', `/shoppers?${query}`)).body
    return { ids: (data as { id: string }[]).map(({ id }) => id), total, next: next as string }
  }
  const first = await listed('size=2')
  expect(first).toMatchObject({ ids: [popa, popescu], total: 3 })
  await client.send('DELETE', `/customer/${popescu}`)
  expect(await listed('')).toMatchObject({ ids: [popa, ionescu], total: 2 })
  expect(await listed('text=POP')).toMatchObject({ ids: [popa], total: 1 })
  // The page behind the one that was deleted.
  expect(await listed(`size=2&after=${first.next}`)).toMatchObject({ ids: [ionescu] })
})

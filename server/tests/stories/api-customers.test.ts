import { expect, test } from 'vitest'
import { openApi } from '../world/api.ts'
import { openShop } from '../world/shop.ts'
import { merchantApi } from '../../src/surfaces/merchant-api.ts'

async function openBakery() {
  const shop = await openShop()
  await shop.world.http.register(merchantApi(shop.world.app))
  const api = await openApi(shop.world)
  return { ...shop, api, client: api.client(shop.privateKey) }
}

test('a customer is made, read, changed, found and deleted', async () => {
  const { client } = await openBakery()

  const created = await client.send('POST', '/customer', { form: { identifier: 'ana-1', email: 'ana@example.com', firstName: 'Ana', country: 'ro', 'tag[]': 'vip' } })
  expect(created).toMatchObject({ status: 201, body: { code: 201, message: 'Created', data: { id: expect.any(Number) } } })
  const { id } = created.body.data
  const read = await client.get(`/customer/${id}`)
  console.log(JSON.stringify(read.body))
  const listed = await client.get('/customer?identifier=ana-1')
  console.log(JSON.stringify(listed.body))
  const bad = await client.get('/customer/0')
  console.log(bad.status, JSON.stringify(bad.body))
  const t = await client.get('/transaction')
  console.log(JSON.stringify(t.body))
  const s = await client.send('POST', '/customer-search', { form: { identifier: 'ana-1' } })
  console.log(JSON.stringify(s.body))
  const f = await client.get(`/customer?searchId=${s.body.data.searchId}`)
  console.log(JSON.stringify(f.body))
  const x = await client.get(`/customer/1/2`)
  console.log(JSON.stringify(x.body))
  const d = await client.send('DELETE', `/customer/${id}`)
  console.log(JSON.stringify(d.body))
  const tok = await client.get(`/auth/session-token`)
  console.log(JSON.stringify(tok.body))
})

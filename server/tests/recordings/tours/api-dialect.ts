import { bread, typedCard } from '../../world/api.ts'
import type { Tour } from '../tour.ts'

/** What is the same for all routes: keys, bodies, addresses of nothing, and requests that are sent twice. */
export async function tourDialect(tour: Tour): Promise<void> {
  tour.chapter('api-dialect')
  await dialect(tour)
  await keysOfRequests(tour)
}

async function dialect({ calls, sends, shop }: Tour): Promise<void> {
  const customer = '{"identifier":"json","email":"json@example.com"}'
  const post = 'POST /customer'
  await sends('No key', 'GET /order/1001')
  await sends('An unknown key', 'GET /order/1001', { headers: { authorization: 'Bearer nobody' } })
  await sends('An unknown scheme', 'GET /order/1001', { headers: { authorization: 'Negotiate abc' } })
  const basic = `Basic ${Buffer.from(`${shop.privateKey}:`).toString('base64')}`
  await shop.world.http.inject({ method: 'GET', url: '/card/?customerId=1001', headers: { authorization: basic } })
  await calls('JSON that is none', post, { body: '{"identifier":', headers: { 'content-type': 'application/json' } })
  await calls('JSON that is a list', post, { body: '[1]', headers: { 'content-type': 'application/json' } })
  await calls('No body', post)
  await calls('JSON that says it is text', post, { body: customer, headers: { 'content-type': 'text/plain' } })
  await calls('A form without a type', post, { body: 'identifier=form&email=form%40example.com' })
  await calls('A body that is too large', post, {
    body: `identifier=${'x'.repeat(1_100_000)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  await calls('Nothing is below an order', 'GET /order/1001/items')
  await calls('A slash at the end', 'GET /order/1001/')
  await calls('An address with a query and an unknown filter', 'GET /order/1001?unknown=1')
  await calls('The things of another site', 'GET /order?siteId=10002')
  await calls('The things of another parent', 'GET /order?parentResourceType=site&parentResourceId[]=10002')
  await calls('Only the head of an answer', 'HEAD /order/1001')
}

async function keysOfRequests({ calls }: Tour): Promise<void> {
  const key = (name: string) => ({ 'idempotency-key': name })
  const form = { customerId: '1001', ...bread, cardId: '1001', externalOrderId: 'keyed' }
  await calls('An order under a key', 'POST /order', { form, headers: key('k-1') })
  await calls('The same request under the same key', 'POST /order', { form, headers: key('k-1') })
  await calls('Another request under the same key', 'POST /order', {
    form: { ...form, amount: '1' },
    headers: key('k-1'),
  })
  await calls('A key with a space', 'POST /order', { form, headers: key('two words') })
  await calls('A refused request under a key', 'POST /customer', { form: {}, headers: key('k-2') })
  await calls('A right request under the key of a refused one', 'POST /customer', {
    form: { identifier: 'key', email: 'key@example.com' },
    headers: key('k-2'),
  })
  await calls('A declined order under a key', 'POST /order', {
    form: { ...form, ...typedCard, cardId: '', amount: '0.05', externalOrderId: 'keyed-no' },
    headers: key('k-3'),
  })
  await calls('It is declined again, and not tried again', 'POST /order', {
    form: { ...form, ...typedCard, cardId: '', amount: '0.05', externalOrderId: 'keyed-no' },
    headers: key('k-3'),
  })
}

import { expect, test } from 'vitest'
import { createWorld } from '../world/world.ts'

const env = {
  FLORIN_CHECKOUT_HOSTS: 'pay.example.com',
  FLORIN_API_HOSTS: 'api.example.com,links.example.com',
  FLORIN_STAFF_HOSTS: 'staff.example.com',
  FLORIN_STAGING_HOSTS: 'desk.example.com',
}
const surfaces = {
  checkout: [
    { method: 'POST', url: '/' },
    { method: 'GET', url: '/checkout/scripts' },
  ],
  api: [
    { method: 'GET', url: '/order' },
    { method: 'GET', url: '/openapi.json' },
  ],
  staff: [
    { method: 'GET', url: '/staff/v1/me' },
    { method: 'GET', url: '/staff/v1/openapi.json' },
  ],
  staging: [
    { method: 'GET', url: '/sandbox' },
    { method: 'GET', url: '/sandbox/mailbox' },
  ],
} as const

test.each([
  ['pay.example.com', ['checkout']],
  ['PAY.example.com:443', ['checkout']],
  ['api.example.com', ['api']],
  ['links.example.com', ['api']],
  ['staff.example.com', ['staff']],
  ['desk.example.com', ['staging']],
  ['localhost:8080', ['checkout', 'api', 'staff', 'staging']],
  ['127.0.0.1:8080', ['checkout', 'api', 'staff', 'staging']],
])('%s serves %j and nothing else', async (host, served) => {
  await using world = await createWorld({ environment: env })
  for (const [surface, routes] of Object.entries(surfaces))
    for (const route of routes) {
      const { statusCode } = await world.http.inject({ ...route, headers: { host } })
      expect([route.url, statusCode === 421]).toEqual([route.url, !served.includes(surface)])
    }
  expect((await world.http.inject({ method: 'GET', url: '/health', headers: { host } })).statusCode).toBe(200)
})

test('the tokens that plugins fetch at the host of the checkout are served there', async () => {
  await using world = await createWorld({ environment: env })
  const headers = { host: 'pay.example.com' }
  for (const url of ['/auth/session-token', '/auth/jwt-token'])
    expect((await world.http.inject({ method: 'GET', url, headers })).statusCode).toBe(401)
})

test('the bank of the sandbox is served where the checkout is', async () => {
  await using world = await createWorld({ environment: env })
  const at = async (host: string) =>
    (await world.http.inject({ method: 'POST', url: '/sandbox/bank', headers: { host } })).statusCode === 421
  expect([await at('pay.example.com'), await at('api.example.com')]).toEqual([false, true])
})

test.each([
  ['10.0.0.0/8', '10.1.2.3', '203.0.113.9'],
  ['10.0.0.0/8', '192.0.2.1', '192.0.2.1'],
  ['no', '10.1.2.3', '10.1.2.3'],
])('with the proxies %s, a call from %s counts for %s', async (proxies, remoteAddress, address) => {
  const limits = { FLORIN_TRUST_PROXY: proxies, FLORIN_RATE_LIMITS: 'wrong_api_keys=1/PT1H' }
  await using world = await createWorld({ environment: limits })
  const call = async (from: string, forwarded?: string) => {
    const headers = { authorization: 'Bearer sk_test_0', ...(forwarded && { 'x-forwarded-for': forwarded }) }
    return (await world.http.inject({ method: 'GET', url: '/order', remoteAddress: from, headers })).statusCode
  }
  expect(await call(remoteAddress, '203.0.113.9')).toBe(401)
  expect(await call(address)).toBe(429)
})

import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import type { SiteId } from '#core/directory'
import { Secret } from '#kernel/base/secret.ts'
import { isPermitted, type Permission } from '#kernel/http/route.ts'
import { openHttp } from '../../src/surfaces/http.ts'
import { createWorld, type World } from '../world/world.ts'
import { routes } from './routes.ts'

/**
 * The permitted callers of every route, of every surface. A route that is added, or that changes its callers, changes
 * this list, so that a review sees it.
 */

const app = { apiKey: new Secret('fpk'), signingKey: new Secret('whsec'), cardProduct: 'none' }
const demo = { siteId: 10_001 as SiteId, privateKey: new Secret('0'.repeat(32)), app }

/** Every mounted address that does something, one line each. */
const listOf = (http: FastifyInstance): string[] =>
  http.mountedRoutes
    .filter(({ isNotFound }) => !isNotFound)
    .map(({ method, path, caller, permission }) => [method, path, caller, permission ?? ''].join(' ').trim())

async function mountedIn({ app }: World): Promise<FastifyInstance['mountedRoutes']> {
  const http = await openHttp(app, undefined)
  await http.ready()
  await http.close()
  return http.mountedRoutes
}

test('these routes are mounted, for these callers, with these permissions', async () => {
  await using world = await createWorld({ ownTime: true })
  const http = await openHttp(world.app, demo)
  await http.ready()
  expect(listOf(http).toSorted()).toEqual(routes.toSorted())
  await http.close()
})

test('every reply says that its type is what it is', async () => {
  await using world = await createWorld()
  const urls = ['/checkout/scripts/nothing.js', '/docs/api', '/v1/cards', '/staff/v1/me', '/network/v1/clearings']
  for (const url of [...urls, '/health', '/order', '/nothing/here', '/.well-known/jwks.json']) {
    const { headers } = await world.http.inject({ url })
    expect([url, headers['x-content-type-options']]).toEqual([url, 'nosniff'])
  }
})

test('an address that says that there is nothing needs no caller, and says so', async () => {
  await using world = await createWorld()
  const none = (await mountedIn(world)).filter(({ isNotFound }) => isNotFound)
  expect(none.length).toBeGreaterThan(0)
  for (const { method, path } of none) {
    const url = path.replaceAll(/:\w+/g, 'nothing').replace('*', 'nothing/at/all')
    expect([method, url, (await world.http.inject({ method: method as 'GET', url })).statusCode]).toEqual([
      method,
      url,
      404,
    ])
  }
})

test('a route of a site answers 401 without a key, and to a key of no site', async () => {
  await using world = await createWorld({ ownTime: true })
  const guarded = (await mountedIn(world)).filter(({ caller }) => caller === 'site')
  expect(guarded.length).toBeGreaterThan(30)
  for (const { method, path } of guarded) {
    for (const headers of [{}, { authorization: `Bearer ${'f'.repeat(32)}` }]) {
      const reply = await world.http.inject({ method: method as 'GET', url: path.replaceAll(/:\w+/g, '1'), headers })
      expect([method, path, reply.statusCode]).toEqual([method, path, 401])
    }
  }
})

test('a program with a route that does not say who may call it does not start', async () => {
  await using world = await createWorld()
  const http = await openHttp(world.app, undefined)
  http.get('/forgotten', async () => 'anything')
  await expect(http.ready()).rejects.toThrow('GET /forgotten does not say who may call it')
  await http.close()
})

test('a caller of a site may do everything; another one what its permissions name', () => {
  const wanted: Permission = 'refunds:create'
  expect(isPermitted('all', wanted)).toBe(true)
  expect(isPermitted(new Set([wanted]), wanted)).toBe(true)
  expect(isPermitted(new Set<Permission>(['refunds:read']), wanted)).toBe(false)
})

import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/app/config.ts'
import { sampled } from '../world/length.ts'
import { createWorld, type World } from '../world/world.ts'

async function processWith(roles: string): Promise<World> {
  const world = await createWorld({ environment: { FLORIN_ROLES: roles } })
  onTestFinished(() => world[Symbol.asyncDispose]())
  return world
}

const ask = async ({ http }: World, method: 'GET' | 'POST', url: string) => {
  const { statusCode, body, headers } = await http.inject({ method, url })
  return { status: statusCode, type: headers['content-type'], body }
}

const ofBrowsers = [
  ['POST', '/'],
  ['GET', '/'],
  ['GET', '/checkout/abc'],
  ['POST', '/checkout/abc/pay'],
  ['GET', '/checkout/scripts'],
  ['GET', '/l/abc'],
  ['POST', '/bank-return?order=abc'],
  ['GET', '/sandbox/bank'],
] as const
const ofStores = [
  ['POST', '/order'],
  ['GET', '/transaction/1'],
  ['DELETE', '/customer/1'],
  ['GET', '/openapi.json'],
  ['GET', '/docs'],
  ['GET', '/docs/api'],
] as const
const onEveryProcess = [
  ['GET', '/health'],
  ['GET', '/ready'],
] as const

test.each(
  sampled(
    [
      { roles: 'api', serves: ofStores, leaves: ofBrowsers, lacks: 'pages' },
      { roles: 'pages', serves: ofBrowsers, leaves: ofStores, lacks: 'api' },
      { roles: 'worker', serves: [], leaves: ofStores, lacks: 'api' },
      { roles: 'worker', serves: [], leaves: ofBrowsers, lacks: 'pages' },
    ],
    3,
  ),
)('a process with the role $roles says of the addresses of $lacks that another one serves them', async (process) => {
  const world = await processWith(process.roles)
  for (const [method, url] of process.leaves) {
    const { status, type, body } = await ask(world, method as 'GET', url)
    expect({ url, status, type }).toEqual({ url, status: 421, type: 'application/json; charset=utf-8' })
    const { code, message, error, errors } = JSON.parse(body)
    expect({ code, message }).toEqual({ code: 421, message: 'Misdirected Request' })
    expect(error).toEqual(errors)
    expect(error[0]).toMatchObject({ reason: 'served_elsewhere', message: expect.stringContaining(process.lacks) })
  }
  for (const [method, url] of process.serves) {
    const { status } = await ask(world, method as 'GET', url)
    expect({ url, misdirected: status === 421 }).toEqual({ url, misdirected: false })
  }
  for (const [method, url] of onEveryProcess) expect((await ask(world, method, url)).status).toBe(200)
})

test('an address that is not served is not found, whatever the role', async () => {
  for (const roles of ['api', 'pages', 'worker'])
    expect((await ask(await processWith(roles), 'GET', '/nowhere/at-all')).status).toBe(404)
})

test('nothing of a misdirected request is done', async () => {
  const world = await processWith('api')
  const merchant = await world.merchant()
  expect((await merchant.sends()).opened.status).toBe(421)
  expect(await world.app.db.read.selectFrom('orders.orders').select('id').execute()).toEqual([])
})

test('a process has all roles by default, the command line wins, and an unknown role is named', () => {
  expect(readConfig({}).roles).toEqual(['api', 'pages', 'worker'])
  expect(readConfig({ FLORIN_ROLES: ' worker , api' }).roles).toEqual(['api', 'worker'])
  expect(readConfig({ FLORIN_ROLES: 'worker' }, { roles: 'pages' }).roles).toEqual(['pages'])
  expect(() => readConfig({}, { roles: 'api,cook' })).toThrow('--roles: unknown cook; known are api, pages, worker')
  expect(() => readConfig({ FLORIN_ROLES: 'page' })).toThrow('FLORIN_ROLES: unknown page')
  expect(() => readConfig({}, { roles: ',' })).toThrow('--roles: a process needs at least one of')
})

test('a worker listens for health checks only where a port is configured; every other process always listens', () => {
  expect(readConfig({ FLORIN_ROLES: 'worker' }).listens).toBe(false)
  expect(readConfig({ FLORIN_ROLES: 'worker', FLORIN_PORT: '9001' })).toMatchObject({ listens: true, port: 9001 })
  expect(readConfig({ FLORIN_ROLES: 'api' })).toMatchObject({ listens: true, port: 8080 })
})

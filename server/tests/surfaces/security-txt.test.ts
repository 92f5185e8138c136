import { expect, test } from 'vitest'
import { checkConfig } from '../../src/app/config.ts'
import { createWorld } from '../world/world.ts'

const url = '/.well-known/security.txt'

test('security.txt names the contact of the operator, at every name, and is good for half a year', async () => {
  await using world = await createWorld({
    environment: { FLORIN_SECURITY_CONTACT: 'mailto:security@example.com', FLORIN_API_HOSTS: 'api.example' },
  })
  for (const host of ['florin.test', 'api.example']) {
    const reply = await world.http.inject({ method: 'GET', url, headers: { host } })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
    const expires = world.clock.wall().add({ hours: 180 * 24 })
    expect(reply.body).toBe(`Contact: mailto:security@example.com\nExpires: ${expires}\n`)
  }
})

test('without a contact there is no security.txt, as there is nothing at any other address', async () => {
  await using world = await createWorld()
  const [none, other] = await Promise.all([url, '/.well-known/other.txt'].map((path) => world.http.inject(path)))
  expect(none!.statusCode).toBe(404)
  expect(none!.headers['content-type']).toBe(other!.headers['content-type'])
})

test.each(['security@example.com', 'http://example.com/report'])(
  'a contact that is neither mailto nor https is refused: %s',
  (contact) => {
    const { problems } = checkConfig({ FLORIN_SECURITY_CONTACT: contact })
    expect(problems).toEqual([
      'FLORIN_SECURITY_CONTACT: an address such as mailto:security@example.com, or an https page',
    ])
  },
)

test('a contact with a line break cannot add a line', () => {
  const { config } = checkConfig({ FLORIN_SECURITY_CONTACT: 'https://example.com/\nExpires: never' })
  expect(config?.securityContact).not.toContain('\n')
})

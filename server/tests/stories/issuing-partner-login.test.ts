import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HolderId } from '#issuing/ids'
import { dateOf } from '#kernel/base/clock.ts'
import { commit, update } from '#kernel/db/commit/commit.ts'
import { longTest } from '../world/length.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, publicUrl, type World } from '../world/world.ts'

describe('a partner registers its customers and logs them in', () => {
  let world: World
  let nordwind: PartnerFixture
  let other: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
    other = await openPartner(world, 'Another Bank')
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const registered = async (email: string) => {
    const { body } = await nordwind.asServer('POST', '/auth/register/partner', { body: { email } })
    return body.customerId as string
  }
  const loggedIn = async (customerId: string) => {
    const { body } = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId } })
    return body as { accessToken: string; refreshToken: string; expiresIn: number }
  }

  test('a registered customer has an id that begins with cust_', async () => {
    const reply = await nordwind.asServer('POST', '/auth/register/partner', { body: { email: 'ana@example.com' } })
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({ customerId: expect.stringMatching(/^cust_[0-9A-HJKMNP-TV-Z]{26}$/) })
  })

  test('a customer who is closed is not logged in', async () => {
    const customerId = await registered('closed@example.com')
    const { app } = world
    const closing = (status: 'active' | 'closed') => {
      const change = update('holders.holders', { set: { status }, where: { id: customerId as HolderId } })
      return commit(app, app.clock.now(), [change], 'close')
    }
    const login = () => nordwind.asServer('POST', '/auth/login/partner', { body: { customerId } })
    // No operation closes a customer yet, so it is undone: the books do not know of it.
    await closing('closed')
    expect((await login()).body).toMatchObject({ code: 403, reason: 'customer_closed' })
    await closing('active')
    expect((await login()).status).toBe(200)
  })

  test('an e-mail address belongs to one customer of a partner, in letters of either case', async () => {
    const { customerId } = (
      await nordwind.asServer('POST', '/auth/register/partner', { body: { email: 'twice@example.com' } })
    ).body
    const again = await nordwind.asServer('POST', '/auth/register/partner', { body: { email: 'Twice@Example.com' } })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 409, reason: 'email_taken', field: 'email', customerId })
    const elsewhere = await other.asServer('POST', '/auth/register/partner', { body: { email: 'twice@example.com' } })
    expect(elsewhere.status).toBe(201)
  })

  // In small: the issuing interface replies what is recorded, and no route of it is left out
  longTest('a wrong field is named, in the documented error body', async () => {
    const reply = await nordwind.asServer('POST', '/auth/register/partner', { body: { email: 'nobody' } })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      code: 400,
      reason: 'invalid_field',
      field: 'email',
      requestId: expect.any(String),
    })
    expect(reply.body).not.toHaveProperty('error')
  })

  test('the same Idempotency-Key registers one customer', async () => {
    const once = { body: { email: 'once@example.com' }, headers: { 'idempotency-key': 'register-once' } }
    const first = await nordwind.asServer('POST', '/auth/register/partner', once)
    const again = await nordwind.asServer('POST', '/auth/register/partner', once)
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test('a login replies a token that any JWT library verifies with the published keys', async () => {
    const customerId = await registered('jwt@example.com')
    const { accessToken, expiresIn } = await loggedIn(customerId)
    const published = await world.http.inject({ url: '/.well-known/jwks.json' })
    const { payload, protectedHeader } = await jwtVerify(accessToken, createLocalJWKSet(published.json()), {
      issuer: publicUrl,
      audience: 'issuing',
      currentDate: dateOf(world.clock.now()),
    })
    expect(payload.sub).toBe(customerId)
    expect(protectedHeader.alg).toBe('EdDSA')
    expect(expiresIn).toBe(900)
  })

  test('a login is not stored: a repeated Idempotency-Key is refused and says so', async () => {
    const customerId = await registered('secret@example.com')
    const once = { body: { customerId }, headers: { 'idempotency-key': 'login-once' } }
    expect((await nordwind.asServer('POST', '/auth/login/partner', once)).status).toBe(200)
    const again = await nordwind.asServer('POST', '/auth/login/partner', once)
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ reason: 'reply_not_stored' })
  })

  // In small: of a partner does nothing to the customers of another one
  longTest('another partner cannot log the customer in', async () => {
    const customerId = await registered('mine@example.com')
    const stolen = await other.asServer('POST', '/auth/login/partner', { body: { customerId } })
    expect(stolen.status).toBe(404)
    expect(stolen.body).toMatchObject({ reason: 'customer_not_found' })
  })

  test.each([
    ['no key', {}, 'missing_partner_key'],
    ['a wrong key', { 'x-partner-api-key': `fpk_test_${'a'.repeat(43)}` }, 'invalid_partner_key'],
    ['the partner id alone', { 'x-partner-id': '501' }, 'missing_partner_key'],
  ])('a caller with %s is refused', async (_name, headers, reason) => {
    const reply = await world.http.inject({
      method: 'POST',
      url: '/v1/auth/register/partner',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: '{"email":"nobody@example.com"}',
    })
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({ code: 401, reason })
  })

  test('a refresh token works once, and brings the next pair', async () => {
    const { refreshToken } = await loggedIn(await registered('refresh@example.com'))
    const next = await nordwind.withToken(refreshToken)('POST', '/auth/refresh')
    expect(next.status).toBe(200)
    expect(next.body.refreshToken).not.toBe(refreshToken)
  })

  test('two tabs that refresh at the same moment receive the same successor', async () => {
    const { refreshToken } = await loggedIn(await registered('tabs@example.com'))
    const tab = () => nordwind.withToken(refreshToken)('POST', '/auth/refresh')
    const [one, two] = await Promise.all([tab(), tab()])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.body.refreshToken).toBe(two.body.refreshToken)
  })

  test('a tab that comes late within these seconds receives the newest token, and both stay logged in', async () => {
    const { refreshToken } = await loggedIn(await registered('late-tab@example.com'))
    const refresh = async (token: string) => {
      const { status, body } = await nordwind.withToken(token)('POST', '/auth/refresh')
      expect(status).toBe(200)
      return body.refreshToken as string
    }
    const second = await refresh(refreshToken)
    world.clock.pass({ seconds: 5 })
    const third = await refresh(second)
    world.clock.pass({ seconds: 4 })
    expect(await refresh(refreshToken)).toBe(third)
    world.clock.pass({ minutes: 15 })
    await refresh(third)
  })

  test('a refresh token that is used again later ends the session of both users', async () => {
    const { refreshToken } = await loggedIn(await registered('thief@example.com'))
    const honest = await nordwind.withToken(refreshToken)('POST', '/auth/refresh')
    world.clock.pass({ seconds: 11 })
    const thief = await nordwind.withToken(refreshToken)('POST', '/auth/refresh')
    expect(thief.body).toMatchObject({ code: 401, reason: 'invalid_refresh_token' })
    const after = await nordwind.withToken(honest.body.refreshToken as string)('POST', '/auth/refresh')
    expect(after.status).toBe(401)
  })

  test('a refresh token expires after 30 days, and every refresh begins them again', async () => {
    const { refreshToken } = await loggedIn(await registered('month@example.com'))
    world.clock.pass({ hours: 24 * 29 })
    const kept = await nordwind.withToken(refreshToken)('POST', '/auth/refresh')
    expect(kept.status).toBe(200)
    world.clock.pass({ hours: 24 * 30 })
    const late = await nordwind.withToken(kept.body.refreshToken as string)('POST', '/auth/refresh')
    expect(late.body).toMatchObject({ code: 401, reason: 'invalid_refresh_token' })
  })

  test('of two API keys the older one ends with the overlap', async () => {
    const { partner, asServer } = await openPartner(world, 'Rotating Bank')
    const by = { actor: 'test', fromWhere: 'test' }
    const overlap = Temporal.Duration.from('PT1H')
    const { apiKey } = await world.app.partners.rotateApiKey({ by, partnerId: partner.id, overlap })
    const register = (email: string, headers = {}) =>
      asServer('POST', '/auth/register/partner', { body: { email }, headers })
    expect((await register('old@example.com')).status).toBe(201)
    world.clock.pass({ hours: 1 })
    expect((await register('late@example.com')).status).toBe(401)
    expect((await register('new@example.com', { 'x-partner-api-key': apiKey.reveal() })).status).toBe(201)
  })

  test('books and seals agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})

test('the first customers of an installation log in, however many do at once while its clock goes on', async () => {
  await using own = await createWorld({ ownTime: true })
  const first = await openPartner(own)
  const { body } = await first.asServer('POST', '/auth/register/partner', { body: { email: 'ana@example.com' } })
  const logIn = () => first.asServer('POST', '/auth/login/partner', { body: { customerId: body.customerId } })
  const replies = await Promise.all(Array.from({ length: 5 }, logIn))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  for (const { body } of replies)
    expect((await first.withToken(body.accessToken as string)('GET', '/accounts')).status).toBe(200)
})

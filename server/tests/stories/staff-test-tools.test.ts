import { expect, test } from 'vitest'
import { testCards } from '#connectors/acquirer/sandbox/index.ts'
import { Secret } from '#kernel/base/secret.ts'
import { commit, update } from '#kernel/db/commit/commit.ts'
import { testToolRoutes } from '../../src/surfaces/staff-api/test-tool-routes.ts'
import { longTest } from '../world/length.ts'
import { openPartner } from '../world/partner.ts'
import { openReceiver } from '../world/receiver.ts'
import { openShop } from '../world/shop.ts'
import { openPeople, platform } from '../world/staff.ts'
import { createWorld } from '../world/world.ts'

/** What the dashboard has for tests of an integration: the clock, the mailbox and the cards of staging. */

const reason = 'A month of bills.'

test('a developer of a merchant moves the clock for the whole installation; others read it', async () => {
  await using world = await createWorld({ ownTime: true })
  const people = await openPeople(world)
  const { site } = await world.merchant()
  const merchant = { kind: 'merchant', id: String(site.merchantId) } as const
  const [dan, sam] = [await people.person('developer', merchant), await people.person('support', merchant)]
  const before = (await sam.call('GET', '/clock')).body
  const moved = await dan.call('POST', '/clock', { body: { how: 'run', by: 'P1D', reason } })
  expect(moved).toMatchObject({ status: 200, body: { paused: false, more: false } })
  const gone = Temporal.Instant.from(String(moved.body.now)).since(Temporal.Instant.from(String(before.now)))
  expect(gone.total('hours')).toBeGreaterThanOrEqual(24)
  expect(await dan.call('POST', '/clock', { body: { how: 'pause', reason } })).toMatchObject({ body: { paused: true } })
  expect(await dan.call('POST', '/clock', { body: { how: 'run', reason }, changesNothing: true })).toMatchObject({
    status: 400,
    body: { reason: 'clock_goal_missing', field: 'by' },
  })
  expect((await sam.call('POST', '/clock', { body: { how: 'next', reason } })).status).toBe(403)
})

test('who moves the clock by a month, or back, stays logged in; two hours without a use end it as ever', async () => {
  await using world = await createWorld({ ownTime: true })
  const [people, password] = [await openPeople(world), new Secret('correct horse battery staple')]
  const by = { actor: 'test', fromWhere: 'test' }
  const { email } = await world.app.staff.add({
    by,
    scope: platform,
    role: 'owner',
    email: 'mia@florin.example',
    name: 'Mia',
    password,
  })
  const at = { host: 'florin.example', origin: 'https://florin.example' }
  const begun = await world.app.staff.logIn({ email, password, ip: '127.0.0.1', agent: 'a browser', at })
  const olga = await people.person('owner', platform)
  const isOpen = async () => (await world.app.staff.ofSession(begun.token.reveal(), { isUse: false })) !== undefined
  for (const move of [{ how: 'jump', by: 'P1M' }, { how: 'reset' }, { how: 'jump', by: 'PT1H' }]) {
    await olga.call('POST', '/clock', { body: { ...move, reason } })
    expect([move, await isOpen()]).toEqual([move, true])
  }
  await world.query("update access.staff_sessions set last_used_at = last_used_at - interval '2 hours'")
  expect(await isOpen()).toBe(false)
})

test('each reads the emails that were sent for them, and the operator all; in production there are no such routes', async () => {
  const { world, site, sends } = await openShop()
  const people = await openPeople(world)
  const [mia, stranger, nora, olga] = await Promise.all([
    people.person('owner', { kind: 'merchant', id: String(site.merchantId) }),
    people.person('owner', { kind: 'merchant', id: '999' }),
    people.person('owner', { kind: 'partner', id: '501' }),
    people.person('owner', platform),
  ])
  await (await sends()).pays()
  await world.runUntilIdle()
  const [mail] = (await mia.call('GET', '/mailbox')).body.data as { id: string; to: string }[]
  expect((await mia.call('GET', `/mailbox/${mail!.id}`)).body).toMatchObject({ to: mail!.to, files: [] })
  expect((await olga.call('GET', '/mailbox')).body).toMatchObject({ total: 1, data: [{ id: mail!.id }] })
  for (const foreign of [stranger, nora]) {
    expect((await foreign.call('GET', '/mailbox')).body).toMatchObject({ total: 0 })
    expect((await foreign.call('GET', `/mailbox/${mail!.id}`)).body).toMatchObject({ reason: 'mail_not_found' })
  }
  const { cards } = (await nora.call('GET', '/test-cards')).body as { cards: { number: string }[] }
  expect(cards.map(({ number }) => number)).toContain(testCards[0]!.number)
  const proposed = `/test-card?siteId=${site.id}`
  expect((await mia.call('GET', proposed)).body).toEqual({ card: { number: '4111111111111111', securityCode: '123' } })
  expect((await stranger.call('GET', proposed)).body).toMatchObject({ reason: 'site_not_found' })
  for (const name of ['merchants', 'partners']) {
    const read = (authorization: string) =>
      world.http.inject({ url: `/staff/v1/reference/${name}`, headers: { authorization } })
    const { paths } = JSON.parse((await read(`Bearer ${nora.token}`)).body) as { paths: object }
    expect([Object.keys(paths).length > 10, (await read('')).statusCode]).toEqual([true, 401])
  }
  expect(testToolRoutes({ ...world.app, config: { ...world.app.config, environment: 'production' } })).toEqual([])
})

test('a developer sends a sample notification, and sees what was sent and what the server replied', async () => {
  const { world, site, receiver } = await openShop()
  const people = await openPeople(world)
  const merchant = { kind: 'merchant', id: String(site.merchantId) } as const
  const [dan, sam] = [await people.person('developer', merchant), await people.person('support', merchant)]
  const body = { siteId: String(site.id), transactionStatus: 'complete-ok', reason }
  const sent = await dan.call('POST', '/notifications/test', { body })
  expect(sent).toMatchObject({ status: 200, body: { accepted: true, httpStatus: 200, response: 'OK' } })
  const received = await receiver.next()
  expect(received.body).toBe(sent.body.body)
  expect(received.open()).toMatchObject({ transactionStatus: 'complete-ok', orderId: 0, identifier: 'florin-test' })
  receiver.answer({ status: 500, body: 'x'.repeat(9_000) })
  const refused = await dan.call('POST', '/notifications/test', { body })
  expect(refused.body).toMatchObject({ accepted: false, outcome: 'refused', httpStatus: 500 })
  expect(String(refused.body.response)).toHaveLength(2_048)
  expect((await sam.call('POST', '/notifications/test', { body })).status).toBe(403)
  const stranger = await people.person('developer', { kind: 'merchant', id: '999' })
  expect((await stranger.call('POST', '/notifications/test', { body, changesNothing: true })).status).toBe(404)
})

// In small: a developer sends a sample notification, and sees what was sent and what the server replied
longTest('a developer of a partner sends a sample event, and has the receiver graded', async () => {
  const limits = 'staff_samples=2/PT10M,staff_gradings=1/PT10M'
  await using world = await createWorld({ environment: { FLORIN_RATE_LIMITS: limits } })
  await using receiver = await openReceiver()
  const people = await openPeople(world)
  const {
    partner: { id },
  } = await openPartner(world)
  const dan = await people.person('developer', { kind: 'partner', id: String(id) })
  const at = `/partners/${id}/events`
  const test = () =>
    dan.call('POST', `${at}/test`, { body: { eventType: 'topupCreated', reason }, changesNothing: true })
  await dan.call('PATCH', `/partners/${id}`, { body: { webhookUrl: receiver.url, reason } })
  const sent = await test()
  const received = await receiver.next()
  expect(sent.body).toMatchObject({ accepted: true, httpStatus: 200, body: received.body })
  expect(received.headers['x-money-signature']).toBe((sent.body.headers as Record<string, string>)['x-money-signature'])
  const graded = await dan.call('POST', `${at}/grade`, { body: { reason } })
  const wrong = (graded.body.grades as { sent: string; right: boolean }[]).filter(({ right }) => !right)
  // It accepts everything: honest events, and what nobody but an attacker sends.
  expect(wrong.map(({ sent }) => sent)).toContain('an event without a signature')
  expect(wrong).toHaveLength(7)
  // The address may be anybody's: it is not tried without end.
  expect([(await test()).status, await test()]).toMatchObject([
    200,
    { status: 429, body: { reason: 'too_many_tests' } },
  ])
  expect((await dan.call('POST', `${at}/grade`, { body: { reason }, changesNothing: true })).status).toBe(429)
  await dan.call('PATCH', `/partners/${id}`, { body: { webhookUrl: '', reason } })
  expect(await test()).toMatchObject({ status: 409, body: { reason: 'webhook_url_missing' } })
})

test('without a signing key a sample is not sent, and nothing is graded', async () => {
  await using world = await createWorld()
  const people = await openPeople(world)
  const {
    partner: { id },
  } = await openPartner(world)
  const dan = await people.person('developer', { kind: 'partner', id: String(id) })
  await dan.call('PATCH', `/partners/${id}`, { body: { webhookUrl: 'https://bank.example/events', reason } })
  const { app } = world
  const end = update('partners.signing_keys', { set: { expires_at: app.clock.now() }, where: { partner_id: id } })
  await commit(app, app.clock.now(), [end], 'end')
  const sends = (what: string, body: object) =>
    dan.call('POST', `/partners/${id}/events/${what}`, { body: { ...body, reason }, changesNothing: true })
  expect((await sends('test', { eventType: 'topupCreated' })).body).toMatchObject({
    accepted: false,
    outcome: 'no_key',
  })
  expect(await sends('grade', {})).toMatchObject({ status: 409, body: { reason: 'signing_key_missing' } })
})

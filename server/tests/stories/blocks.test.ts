import { expect, test } from 'vitest'
import { openRefusedNotes, openVelocity } from '#acquiring/velocity'
import { type ApiClient, newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'
import { openPeople, type Person } from '../world/staff.ts'
import type { World } from '../world/world.ts'

const because = { reason: 'He tries stolen cards.' }
const otherCard = { ...typedCard, cardNumber: '5555555555554444' }
const limits = { environment: { FLORIN_RATE_LIMITS: 'staff_logins_by_address=1/PT10M' } }

/** Orders bread with a typed card, and returns the status of the order. */
async function pays(client: ApiClient, customerId: number, card: Record<string, string> = typedCard) {
  const { data, body } = await orders(client, customerId, card)
  return data?.orderStatus ?? body.error?.[0]?.code ?? body.code
}

const blocks = async ({ call }: Person, body: object, headers: Record<string, string> = {}) => {
  const { status, body: made } = await call('POST', '/blocks', { body: { ...because, ...body }, headers })
  expect([status, made]).toMatchObject([201, { isActive: true }])
  return String(made.id)
}
const ends = ({ call }: Person, id: string) => call('POST', `/blocks/${id}/end`, { body: because })

/** The memory of another process of the installation. */
const anotherProcess = ({ app }: World) =>
  openVelocity({ ...app, limits: {}, puzzle: { keys: app.keys, bits: 4 }, refused: openRefusedNotes(app) })

test('a blocked shopper is declined as by a bank, others go on, and the block ends', async () => {
  const { client, world, site, rows } = await openApiShop({}, limits)
  const support = await (await openPeople(world)).person('support')
  const [mallory, ana] = [
    await newCustomer(client, { identifier: 'mallory', email: 'mallory@example.com' }),
    await newCustomer(client),
  ]
  expect(await pays(client, mallory)).toBe('complete-ok')

  const other = anotherProcess(world)
  const hers = {
    email: 'mallory@example.com',
    ip: undefined,
    card: { first6: '411111', fingerprint: new Uint8Array(32) },
  }
  expect(await other.isBlocked({ ...hers, site })).toBe(false)
  const headers = { 'idempotency-key': 'block-1' }
  const id = await blocks(support, { email: ' Mallory@Example.com', siteId: String(site.id) }, headers)
  expect(await blocks(support, { email: ' Mallory@Example.com', siteId: String(site.id) }, headers)).toBe(id)
  await world.pass({ seconds: 5 })
  expect(await other.isBlocked({ ...hers, site })).toBe(true)

  const requests = async () => (await rows('select * from sandbox_acquirer.requests')).length
  const before = await requests()
  expect(await pays(client, mallory)).toBe('complete-failed')
  expect(await requests()).toBe(before)
  expect(await pays(client, ana)).toBe('complete-ok')
  expect(await rows(`select decline_reason from payments.payments where decline_reason is not null`)).toEqual([
    { decline_reason: 'card_blacklisted' },
  ])

  const listed = await support.call('GET', '/blocks?state=active')
  expect(listed.body.data).toMatchObject([{ id, kind: 'email', value: 'mallory@example.com', declined: 2, ...because }])
  expect((await ends(support, id)).body).toMatchObject({ isActive: false, endedAt: expect.any(String) })
  expect(await ends(support, id)).toMatchObject({ status: 409, body: { reason: 'block_already_ended' } })
  expect(await pays(client, mallory)).toBe('complete-ok')
  const audited = await rows(`select action, after::text from directory.audit where subject_type = 'block' order by id`)
  expect(audited.map(({ action }) => action)).toEqual(['cardsBlocked', 'blockEnded'])
  expect(audited[0]!.after).not.toContain('mallory@')
})

// In small: a blocked shopper is declined as by a bank, others go on, and the block ends
longTest(
  'a card is blocked by one of its payments, a network by its addresses, a BIN by its digits, until an end',
  async () => {
    const { client, world, rows } = await openApiShop({}, limits)
    const owner = await (await openPeople(world)).person()
    const ana = await newCustomer(client)
    expect(await pays(client, ana)).toBe('complete-ok')
    const [payment] = await rows('select id from payments.payments')

    const ofCard = await blocks(owner, { paymentId: String(payment!.id) })
    expect([await pays(client, ana), await pays(client, ana, otherCard)]).toEqual(['complete-failed', 'complete-ok'])
    await ends(owner, ofCard)
    const endsAt = world.clock.now().add({ minutes: 10 }).toString()
    await blocks(owner, { address: '203.0.113.77/24', endsAt })
    expect(await pays(client, ana)).toBe('complete-failed')
    expect(await pays(client, ana, { ...typedCard, ip: '198.51.100.1' })).toBe('complete-ok')
    await world.pass({ minutes: 10 })
    expect(await pays(client, ana)).toBe('complete-ok')
    await blocks(owner, { bin: '411111' })
    expect([await pays(client, ana), await pays(client, ana, otherCard)]).toEqual(['complete-failed', 'complete-ok'])

    await world.pass({ seconds: 1 })
    const { limiter } = world.app
    for (const _ of [1, 2, 3]) await limiter.take('staff_logins_by_address', '198.51.100.7')
    const attacks = await owner.call('GET', '/attacks?hours=2')
    expect(attacks.body.data).toMatchObject([
      { limit: 'staff_logins_by_address', source: '198.51.100.7', times: 2 },
      { limit: 'block', source: '203.0.113.9', times: 1 },
      { limit: 'block', source: '203.0.113.9', times: 1 },
      { limit: 'block', source: '203.0.113.9', times: 1 },
    ])
  },
)

test('what cannot be blocked is refused by field', async () => {
  const { world } = await openApiShop({}, limits)
  const { call } = await (await openPeople(world)).person()
  const refusedAt = async (body: object) => {
    const { status, body: reply } = await call('POST', '/blocks', { body: { ...because, ...body } })
    return [status, reply.field]
  }
  expect(await refusedAt({})).toEqual([400, 'address'])
  expect(await refusedAt({ address: '203.0.113.9', bin: '411111' })).toEqual([400, 'address'])
  expect(await refusedAt({ address: '10.0.0.0/8' })).toEqual([400, 'address'])
  expect(await refusedAt({ bin: '4111' })).toEqual([400, 'bin'])
  expect(await refusedAt({ bin: '411111', endsAt: '2020-01-01T00:00:00Z' })).toEqual([400, 'endsAt'])
  expect((await refusedAt({ paymentId: '999999' }))[0]).toBe(404)
})

test('the Idempotency-Key of a block with another end is that of another request', async () => {
  const { world, site } = await openApiShop({}, limits)
  const support = await (await openPeople(world)).person('support')
  const until = (endsAt: string) =>
    support.call('POST', '/blocks', {
      body: { ...because, siteId: String(site.id), email: 'late@example.com', endsAt },
      headers: { 'idempotency-key': 'block-2' },
    })
  expect((await until('2079-06-01T00:00:00Z')).status).toBe(201)
  expect((await until('2079-12-01T00:00:00Z')).body).toMatchObject({ reason: 'idempotency_key_reused' })
})

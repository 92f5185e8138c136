import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginCase, type findCase } from '#issuing/kyc'
import { listEvents, parkEvent, planEvent, replayEvents } from '#issuing/webhooks'
import { type Money, money } from '#kernel/base/money.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { connectAsSuperuser } from '../world/superuser.ts'
import { by, type Envelope, openWebhookPartner } from '../world/webhook-receiver.ts'
import { createWorld, type World } from '../world/world.ts'

describe('events', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const agreement = async () => expect((await world.verify()).differences).toEqual([])

  test('a partner follows its events page by page, and sees the same envelopes that were delivered', async () => {
    await using nordwind = await openWebhookPartner(world)
    const { asServer } = nordwind.partner
    for (let n = 0; n < 5; n++) await beginKyc(nordwind.partner)
    await world.runUntilIdle()

    const read: Envelope[] = []
    for (let hasMore = true; hasMore; ) {
      const after = read.length > 0 ? `&after=${read.at(-1)!.eventId}` : ''
      const { body } = await asServer('GET', `/events?size=2${after}`)
      read.push(...(body.data as Envelope[]))
      hasMore = body.hasMore as boolean
    }
    const byId = (a: Envelope, b: Envelope) => a.eventId.localeCompare(b.eventId)
    expect(read).toHaveLength(5)
    expect(read.toSorted(byId)).toEqual((await nordwind.received()).toSorted(byId))
    const last = read.at(-1)!.eventId
    for (const after of [last, 'newest'])
      expect((await asServer('GET', `/events?after=${after}`)).body).toEqual({ data: [], hasMore: false, last })
  })

  test('a partner who has not been answered yet reads its events while somebody else changes events', async () => {
    const partner = await openPartner(world)
    for (let n = 0; n < 3; n++) await beginKyc(partner)
    const other = await connectAsSuperuser(world.databaseUrl)
    await other.query('begin; lock table webhooks.events in row exclusive mode')

    const newest = await partner.asServer('GET', '/events?after=newest')
    const all = await partner.asServer('GET', '/events')
    await other.query('commit')

    expect(all.body.data).toHaveLength(3)
    expect(newest.body).toEqual({ data: [], hasMore: false, last: (all.body.data as Envelope[]).at(-1)!.eventId })
  })

  test('an event that is committed late is not missed by a partner who has read a later one', async () => {
    const quiet = await openPartner(world)
    await beginKyc(quiet)
    await quiet.asServer('GET', '/events')
    // Takes the next number, and commits after others did.
    const late = await connectAsSuperuser(world.databaseUrl)
    await late.query('begin')
    const columns =
      'partner_id, holder_id, event_id, event_type, body, retries, status, attempts, tries_left, created_at'
    const renamed = columns
      .replace('event_id', `'evt_01K4Z3W7V9Q8M2N5R6T1X0Y4AB'`)
      .replace('body', `replace(body, event_id, 'evt_01K4Z3W7V9Q8M2N5R6T1X0Y4AB')`)
    await late.query(
      `insert into webhooks.events (${columns}) select ${renamed} from webhooks.events where partner_id = $1`,
      [quiet.partner.id],
    )
    await beginKyc(quiet)
    const early = await quiet.asServer('GET', '/events')
    await late.query('commit')
    const all = await quiet.asServer('GET', '/events')

    const idsOf = ({ body }: typeof all) => (body.data as Envelope[]).map(({ eventId }) => eventId)
    const seen = idsOf(early)
    expect(seen).toEqual(idsOf(all).slice(0, seen.length))
    expect(idsOf(all)).toHaveLength(3)
    await late.query(`delete from webhooks.events where event_id = 'evt_01K4Z3W7V9Q8M2N5R6T1X0Y4AB'`)
  })

  test('one event is shown with every delivery of it, and another partner finds nothing', async () => {
    await using nordwind = await openWebhookPartner(world)
    const other = await openPartner(world)
    await beginKyc(nordwind.partner)
    nordwind.receiver.answer({ status: 500, body: 'out of order' })
    await world.runUntilIdle()

    const eventId = await newestOf(nordwind.partner)
    const { body } = await nordwind.partner.asServer('GET', `/events/${eventId}`)
    const [delivered] = await nordwind.received()
    expect(body).toMatchObject({
      event: delivered,
      status: 'waiting',
      attempts: [
        {
          deliveryId: nordwind.receiver.requests[0]!.headers['x-money-delivery-id'],
          url: nordwind.receiver.url,
          outcome: 'refused',
          httpStatus: 500,
          response: 'out of order',
        },
      ],
    })
    expect(Date.parse(String(body.nextAttemptAt)) - Date.parse(String(body.createdAt))).toBe(5_000)
    for (const reply of [
      await other.asServer('GET', `/events/${eventId}`),
      await other.asServer('POST', `/events/${eventId}/replay`),
      await other.asServer('GET', `/events?after=${eventId}`),
      await other.asServer('GET', '/events/evt_1'),
    ])
      expect(reply.body).toMatchObject({ code: 404, reason: 'event_not_found' })
    expect((await other.asServer('GET', '/events')).body).toEqual({ data: [], hasMore: false })
  })

  test('a parked event is sent again with the same id and bytes, and one that is waiting is not', async () => {
    await using nordwind = await openWebhookPartner(world)
    const { asServer } = nordwind.partner
    await beginKyc(nordwind.partner)
    nordwind.receiver.answer({ status: 500 })
    await world.runUntilIdle()
    const eventId = await newestOf(nordwind.partner)
    expect((await asServer('POST', `/events/${eventId}/replay`)).body).toMatchObject({ reason: 'event_pending' })
    await world.pass({ seconds: 5 })
    await world.pass({ seconds: 10 })
    nordwind.receiver.answer({ status: 204, body: '' })
    const headers = { 'idempotency-key': 'again' }
    const replayed = await asServer('POST', `/events/${eventId}/replay`, { headers })
    expect(replayed.body).toMatchObject({ status: 'waiting', event: { eventId } })
    await world.runUntilIdle()
    expect((await asServer('POST', `/events/${eventId}/replay`, { headers })).body).toEqual(replayed.body)
    await world.runUntilIdle()

    expect(nordwind.receiver.requests).toHaveLength(4)
    expect(new Set(nordwind.receiver.requests.map(({ body }) => body)).size).toBe(1)
    expect((await asServer('GET', `/events/${eventId}`)).body).toMatchObject({ status: 'delivered' })
    await agreement()
  })

  test('what was never sent goes out when the partner has an address, those since a moment, and the delivered on request', async () => {
    await using nordwind = await openWebhookPartner(world)
    const { partner, asServer } = nordwind.partner
    const partnerId = partner.id
    const set = (webhookUrl: string | null) => world.app.partners.change({ by, partnerId, changes: { webhookUrl } })
    await set(null)
    await beginKyc(nordwind.partner)
    await world.pass({ hours: 1 })
    const since = world.clock.now()
    await beginKyc(nordwind.partner)
    expect((await asServer('POST', '/events/replay', { body: {} })).body).toMatchObject({
      code: 409,
      reason: 'webhook_url_missing',
    })
    await set(nordwind.receiver.url)

    const replay = async (body: object) => (await asServer('POST', '/events/replay', { body })).body
    expect(await replay({ since: since.toString() })).toEqual({ replayed: 1 })
    await world.runUntilIdle()
    expect(nordwind.receiver.requests).toHaveLength(1)
    expect(await replay({})).toEqual({ replayed: 1 })
    await world.runUntilIdle()
    expect(await replay({})).toEqual({ replayed: 0 })
    expect(await replayEvents(world.app, { partnerId, delivered: true })).toBe(2)
    await world.runUntilIdle()
    expect(nordwind.receiver.requests).toHaveLength(4)
    await agreement()
  })

  test('a replay under one Idempotency-Key is made once, and its number is repeated', async () => {
    await using nordwind = await openWebhookPartner(world)
    const { asServer } = nordwind.partner
    await beginKyc(nordwind.partner)
    await world.runUntilIdle()
    const replay = (key: string, body: object = { delivered: true }) =>
      asServer('POST', '/events/replay', { body, headers: { 'idempotency-key': key } })
    const replies = await Promise.all([replay('again-1'), replay('again-1')])
    expect(replies.map(({ body }) => body)).toEqual([{ replayed: 1 }, { replayed: 1 }])
    await world.runUntilIdle()
    expect((await replay('again-1')).body).toEqual({ replayed: 1 })
    await world.runUntilIdle()
    expect(nordwind.receiver.requests).toHaveLength(2)
    expect((await replay('again-1', {})).body).toMatchObject({ code: 409, reason: 'idempotency_key_reused' })
    expect((await replay('again-2', {})).body).toEqual({ replayed: 0 })
    expect((await replay('again-2', {})).body).toEqual({ replayed: 0 })
    await agreement()
  })

  test('an operator parks an event that waits; it is audited, and the event can still be read', async () => {
    await using nordwind = await openWebhookPartner(world)
    const partnerId = nordwind.partner.partner.id
    await beginKyc(nordwind.partner)
    nordwind.receiver.answer({ status: 500 })
    await world.runUntilIdle()
    const [{ eventId } = { eventId: undefined }] = await listEvents(world.app, { partnerId })
    await parkEvent(world.app, { by, partnerId, eventId: eventId! })
    await world.pass({ hours: 1 })

    expect(nordwind.receiver.requests).toHaveLength(1)
    await expect(parkEvent(world.app, { by, partnerId, eventId: eventId! })).rejects.toThrow('this one is parked')
    expect(await world.query(`select actor from directory.audit where action = 'webhookParked'`)).toEqual([
      { actor: 'test' },
    ])
    await agreement()
  })

  test('every documented kind of event has the documented fields, and an amount keeps its digits', async () => {
    const quiet = await openPartner(world)
    const { customerId } = await quiet.customer()
    const at = Temporal.Instant.from('2026-05-04T10:00:00Z')
    const transaction = { transactionId: '0b0a3b6e-6a35-4d7e-8d7a-0c9c0f6b7a11' }
    const topup = { topupId: 'topup_01K4Z3W7V9Q8M2N5R6T1X0Y4AB' }
    const card = { cardId: '7d9f1c52-3a3e-4f0e-9a53-1f6b8a2f4c11' }
    const requested = {
      ...transaction,
      ...card,
      merchant: 'Bakery',
      requestedAt: at,
      expiresAt: at.add({ minutes: 10 }),
    }
    const amount: Money = money(1_050n, 'EUR')
    const kinds = [
      { type: 'cardStatusChanged', facts: { ...card, newStatus: 'frozen' } },
      { type: 'transaction3dsRequested', facts: { ...requested, amount } },
      { type: 'transaction3dsCompleted', facts: { ...transaction, status: 'authorized' } },
      { type: 'transactionCreated', facts: transaction },
      { type: 'transactionSettled', facts: transaction },
      { type: 'topupCreated', facts: topup },
      { type: 'topupStatusChanged', facts: topup },
    ] as const
    const now = world.clock.now()
    const holderId = customerId as Parameters<typeof findCase>[1]
    await commit(
      world.app,
      now,
      kinds.flatMap((event) => planEvent(now, quiet.partner, { holderId, event })),
    )

    const { body } = await quiet.asServer('GET', '/events')
    const moments = { requestedAt: '2026-05-04T10:00:00.000Z', expiresAt: '2026-05-04T10:10:00.000Z' }
    const data = kinds.map(({ type, facts }) =>
      type === 'transaction3dsRequested' ? { ...facts, ...moments, amount: 10.5, currency: 'EUR' } : facts,
    )
    expect((body.data as Envelope[]).map((envelope) => envelope.data)).toEqual(data)
    const [stored] = await world.query(`select body from webhooks.events where event_type = 'transaction3dsRequested'`)
    expect(stored!.body).toContain('"amount":10.50,"currency":"EUR"')
    // What these events tell of is made up, and verify says so of each kind.
    const { differences } = await world.verify()
    expect(new Set(differences.map(({ wrong }) => wrong))).toEqual(
      new Set([
        'there are more webhooks than changes of the status of the card',
        'there are more webhooks than changes of the transactions',
        'there are more webhooks topupCreated than topups call for',
        'there are more webhooks topupStatusChanged than topups call for',
      ]),
    )
    await world.query(`delete from webhooks.events where partner_id = ${quiet.partner.id}`)
  })

  async function beginKyc(partner: PartnerFixture): Promise<void> {
    const holderId = (await partner.customer()).customerId as Parameters<typeof findCase>[1]
    const now = world.app.clock.now()
    const { id: partnerId } = partner.partner
    await commit(world.app, now, beginCase(now, { holderId, partnerId }, { actor: 'holder' }).writes)
  }

  const newestOf = async ({ partner }: PartnerFixture) =>
    (await listEvents(world.app, { partnerId: partner.id }))[0]!.eventId
})

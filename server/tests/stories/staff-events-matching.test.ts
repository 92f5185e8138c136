import { expect, test } from 'vitest'
import { approveKyc } from '../world/issuing.ts'
import { openPeople } from '../world/staff.ts'
import { openWebhookPartner } from '../world/webhook-receiver.ts'
import { createWorld } from '../world/world.ts'

const reason = 'Ticket 713: the server of the partner had lost its disk.'

test('all events that match are sent again, those made until a moment, and no other', async () => {
  await using world = await createWorld()
  await using nordwind = await openWebhookPartner(world)
  await using fjord = await openWebhookPartner(world, 'Fjord')
  const people = await openPeople(world)
  const { partner, receiver } = nordwind
  const scope = { kind: 'partner' as const, id: String(partner.partner.id) }
  const developer = await people.person('developer', scope)
  const reader = await people.person('read-only', scope)
  const stranger = await people.person('developer', { kind: 'partner', id: String(fjord.partner.partner.id) })
  const replays = (body = {}, by = developer, changesNothing = false) =>
    by.call('POST', `/partners/${scope.id}/events/replay-matching`, { body: { reason, ...body }, changesNothing })
  const none = async (body = {}) => (await replays(body, developer, true)).body
  const statuses = async () =>
    ((await developer.call('GET', '/events?sort=created')).body.data as { status: string }[]).map(
      ({ status }) => status,
    )
  const changes = (fields: { webhookUrl: string | null }) =>
    world.app.partners.change({
      by: { actor: 'test', fromWhere: 'test' },
      partnerId: partner.partner.id,
      changes: fields,
    })
  const happens = async () => {
    await approveKyc(world, (await partner.customer()).customerId)
    await world.runUntilIdle()
  }

  await happens()
  const before = await statuses()
  expect(before.length).toBeGreaterThan(0)
  expect(new Set(before)).toEqual(new Set(['delivered']))
  // Signatures are not stored: one is made again of the same bytes, and is the one that was sent.
  const [sent] = receiver.requests
  const { eventId } = JSON.parse(sent!.body)
  const delivery = `/partners/${scope.id}/events/${eventId}/deliveries/${sent!.headers['x-money-delivery-id']}`
  const { url, headers, body } = (await developer.call('GET', delivery)).body as Record<string, object>
  expect({ url, body }).toEqual({ url: receiver.url, body: sent!.body })
  expect(sent!.headers).toMatchObject(headers!)
  expect((await reader.call('GET', delivery)).status).toBe(403)
  expect((await stranger.call('GET', delivery)).body).toMatchObject({ reason: 'partner_not_found' })
  expect((await developer.call('GET', `${delivery}x`)).body).toMatchObject({ reason: 'delivery_not_found' })

  const asOf = world.clock.now().toString()
  await world.pass({ minutes: 1 })
  await happens()
  expect(await none({ status: 'parked' })).toEqual({ replayed: 0 })
  expect(await none({ type: 'topupCreated' })).toEqual({ replayed: 0 })
  expect(await none({ created: '2020-01-01..2020-01-31' })).toEqual({ replayed: 0 })

  expect((await replays({ status: 'delivered', type: 'kycStatusChanged', asOf })).body).toEqual({
    replayed: before.length,
  })
  const after = await statuses()
  expect(after.slice(0, before.length)).toEqual(before.map(() => 'waiting'))
  expect(new Set(after.slice(before.length))).toEqual(new Set(['delivered']))
  // What is in the queue is not put there again, and what went out of it meanwhile is left alone.
  expect(await none({ asOf })).toEqual({ replayed: 0 })
  await world.runUntilIdle()
  expect(receiver.requests).toHaveLength(after.length + before.length)
  expect(await none({ asOf })).toEqual({ replayed: 0 })

  // The day of today would be another moment for each call.
  const today = world.clock.now().toString().slice(0, 10)
  expect(await none({ asOf: today })).toMatchObject({ reason: 'as_of_in_future', field: 'asOf' })

  expect((await replays({}, reader)).status).toBe(403)
  expect((await replays({}, stranger)).body).toMatchObject({ code: 404, reason: 'partner_not_found' })
  const { data } = (await developer.call('GET', '/audit?action=webhooksReplayed')).body as { data: object[] }
  expect(data).toContainEqual(expect.objectContaining({ reason, after: { filters: ['status', 'type'], asOf } }))

  await changes({ webhookUrl: null })
  expect(await none()).toMatchObject({ reason: 'webhook_url_missing' })
  expect(fjord.receiver.requests).toHaveLength(0)
  expect((await world.verify()).differences).toEqual([])

  await changes({ webhookUrl: receiver.url })
  const columns =
    'partner_id, holder_id, event_type, body, retries, status, attempts, tries_left, created_at, delivered_at, due_at'
  await world.query(`insert into webhooks.events (event_id, ${columns})
    select event_id || nth, ${columns}
      from generate_series(1, 10000) nth, (select * from webhooks.events where partner_id = ${scope.id} limit 1) one`)
  expect(await none()).toMatchObject({ code: 400, reason: 'too_many_events_to_replay' })
  expect(await none({ status: 'parked' })).toEqual({ replayed: 0 })
})

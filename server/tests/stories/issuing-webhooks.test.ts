import { verifyWebhook } from '@florin/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginCase, findCase, transitionCase } from '#issuing/kyc'
import { webhookDelivery } from '#issuing/webhooks'
import { commit } from '#kernel/db/commit/commit.ts'
import { openOutbound } from '#kernel/http/outbound.ts'
import { runDueWorkOnce } from '#kernel/work/due-work.ts'
import { approveKyc } from '../world/issuing.ts'
import { longTest } from '../world/length.ts'
import { openPartner } from '../world/partner.ts'
import { by, openWebhookPartner, readSigned } from '../world/webhook-receiver.ts'
import { createWorld, type World } from '../world/world.ts'

describe('webhooks', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const agreement = async () => expect((await world.verify()).differences).toEqual([])

  test('each change of a KYC status reaches the partner once, as documented, signed over the very bytes', async () => {
    await using nordwind = await openWebhookPartner(world)
    const { customerId } = await nordwind.partner.customer()
    await approveKyc(world, customerId)
    await world.runUntilIdle()

    const envelopes = await nordwind.received()
    const envelope = (status: string) => ({
      eventType: 'kycStatusChanged',
      eventId: expect.stringMatching(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/),
      customerId,
      data: { customerId, status },
    })
    // Deliveries of the same moment arrive in any order.
    const rank = ['in_progress', 'pending_review', 'approved']
    const byRank = envelopes.toSorted((a, b) => rank.indexOf(`${a.data.status}`) - rank.indexOf(`${b.data.status}`))
    expect(byRank).toEqual(rank.map(envelope))
    expect(new Set(envelopes.map(({ eventId }) => eventId)).size).toBe(3)
    const [first] = nordwind.receiver.requests
    expect(first!.method).toBe('POST')
    expect(first!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-money-delivery-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const { headers, body: payload } = first!
    expect(verifyWebhook({ keys: nordwind.partner.signingKey, payload, headers }).customerId).toBe(customerId)
    await agreement()
  })

  test('a rejection brings its reason', async () => {
    await using nordwind = await openWebhookPartner(world)
    const holderId = (await nordwind.partner.customer()).customerId as Parameters<typeof findCase>[1]
    const { app } = world
    const now = app.clock.now()
    const actor = 'staff 7'
    await commit(app, now, beginCase(now, { holderId, partnerId: nordwind.partner.partner.id }, { actor }).writes)
    const next = async (transition: Parameters<typeof transitionCase>[2]) =>
      commit(app, now, transitionCase(now, (await findCase(app.db, holderId))!, transition))
    await next({ action: 'submit', actor })
    await next({ action: 'reject', actor, rejectReason: 'document_expired' })
    await world.runUntilIdle()

    const facts = (await nordwind.received()).map(({ data }) => data)
    expect(facts).toContainEqual({ customerId: holderId, status: 'rejected', rejectReason: 'document_expired' })
    await agreement()
  })

  test('a failed delivery is repeated 5 and 10 seconds later with the same bytes and another delivery id, then parked', async () => {
    await using nordwind = await openWebhookPartner(world)
    await beginKyc(nordwind.partner)
    nordwind.receiver.answer({ status: 500, body: 'no' })
    await world.runUntilIdle()
    const { requests } = nordwind.receiver
    expect(requests).toHaveLength(1)
    await world.pass({ seconds: 4 })
    expect(requests).toHaveLength(1)
    await world.pass({ seconds: 1 })
    expect(requests).toHaveLength(2)
    await world.pass({ seconds: 9 })
    expect(requests).toHaveLength(2)
    await world.pass({ seconds: 1 })
    expect(requests).toHaveLength(3)
    await world.pass({ hours: 48 })
    expect(requests).toHaveLength(3)

    expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
    expect(new Set(requests.map(({ headers }) => headers['x-money-delivery-id'])).size).toBe(3)
    expect(await statusesOf(nordwind.partner.partner.id)).toEqual([{ status: 'parked', attempts: 3 }])
    await agreement()
  })

  test('any 2xx accepts an event, and a redirect does not', async () => {
    await using nordwind = await openWebhookPartner(world)
    await beginKyc(nordwind.partner)
    nordwind.receiver.answer({ status: 302, headers: { location: nordwind.receiver.url } })
    await world.runUntilIdle()
    nordwind.receiver.answer({ status: 204, body: '' })
    await world.pass({ seconds: 5 })
    expect(await statusesOf(nordwind.partner.partner.id)).toEqual([{ status: 'delivered', attempts: 2 }])
  })

  test('a partner who asked for the longer schedule is tried 16 times in two days, always twice as long apart', async () => {
    await using nordwind = await openWebhookPartner(world)
    const changes = { webhookRetries: 'long' } as const
    await world.app.partners.change({ by, partnerId: nordwind.partner.partner.id, changes })
    await beginKyc(nordwind.partner)
    nordwind.receiver.answer({ status: 503 })
    await world.runUntilIdle()
    for (let n = 0; n < 15; n++) {
      await world.pass({ seconds: 5 * 2 ** n - 1 })
      expect(nordwind.receiver.requests).toHaveLength(n + 1)
      await world.pass({ seconds: 1 })
      expect(nordwind.receiver.requests).toHaveLength(n + 2)
    }
    expect(await statusesOf(nordwind.partner.partner.id)).toEqual([{ status: 'parked', attempts: 16 }])
    await agreement()
  })

  test('events are recorded also for a partner without an address, and wait for nothing', async () => {
    const quiet = await openPartner(world)
    await beginKyc(quiet)
    await world.runUntilIdle()
    expect(await statusesOf(quiet.partner.id)).toEqual([{ status: 'unsent', attempts: 0 }])
    await agreement()
  })

  test('a new address takes what still waits, and an inactive partner receives nothing', async () => {
    await using nordwind = await openWebhookPartner(world)
    await using moved = await openWebhookPartner(world)
    const partnerId = nordwind.partner.partner.id
    await beginKyc(nordwind.partner)
    nordwind.receiver.answer({ status: 500 })
    await world.runUntilIdle()
    await world.app.partners.change({ by, partnerId, changes: { active: false } })
    await world.pass({ seconds: 5 })
    expect(nordwind.receiver.requests).toHaveLength(1)
    await world.app.partners.change({ by, partnerId, changes: { active: true, webhookUrl: moved.receiver.url } })
    await world.pass({ seconds: 10 })

    expect(nordwind.receiver.requests).toHaveLength(1)
    expect(moved.receiver.requests).toHaveLength(1)
    expect(await statusesOf(partnerId)).toEqual([{ status: 'delivered', attempts: 3 }])
  })

  test('a new signing key signs when it is activated; until then the older one does', async () => {
    await using nordwind = await openWebhookPartner(world)
    const { partner, receiver } = nordwind
    const partnerId = partner.partner.id
    const { signingKey } = await world.app.partners.rotateSigningKey({ by, partnerId })
    await beginKyc(partner)
    await world.runUntilIdle()
    await world.app.partners.activateSigningKey({ by, partnerId })
    await beginKyc(partner)
    await world.runUntilIdle()

    const [before, after] = receiver.requests
    await expect(readSigned(before!, partner.signingKey)).resolves.toMatchObject({ eventType: 'kycStatusChanged' })
    await expect(readSigned(after!, partner.signingKey)).rejects.toThrow('signature')
    await expect(readSigned(after!, signingKey.reveal())).resolves.toMatchObject({ eventType: 'kycStatusChanged' })
  })

  test('a receiver that hangs delays nobody else', async () => {
    await using slow = await openWebhookPartner(world)
    await using quick = await openWebhookPartner(world)
    slow.receiver.answer('hold')
    for (let n = 0; n < 40; n++) await beginKyc(slow.partner)
    await beginKyc(quick.partner)
    const delivering = world.runUntilIdle()
    await quick.receiver.next()
    slow.receiver.release()
    await delivering
    expect(quick.receiver.requests).toHaveLength(1)
    expect(slow.receiver.requests).toHaveLength(40)
  })

  // In small: a receiver that hangs delays nobody else
  longTest(
    'an event that waits behind requests that hang is sent when they have timed out, and has its own time',
    async () => {
      await using slow = await openWebhookPartner(world)
      slow.receiver.answer('hold')
      for (let n = 0; n < 40; n++) await beginKyc(slow.partner)
      const webhookTimeoutMs = 1_500
      const outbound = openOutbound({ allowPrivate: true, timeoutMs: webhookTimeoutMs })
      await runDueWorkOnce([webhookDelivery({ ...world.app, outbound, webhookTimeoutMs })], world.app.log)
      await outbound.close()
      expect(slow.receiver.requests).toHaveLength(40)
      const { id } = slow.partner.partner
      expect(
        await world.query(
          `select outcome, count(*)::integer, min(took_ms) >= 1400 as "waitedItsTime" from webhooks.attempts
         where event in (select id from webhooks.events where partner_id = ${id}) group by 1`,
        ),
      ).toEqual([{ outcome: 'timeout', count: 40, waitedItsTime: true }])
      await world.query(`update webhooks.events set due_at = null, status = 'parked' where partner_id = ${id}`)
    },
  )

  test('verify names a change of a KYC status without its event, and an event without a change', async () => {
    const quiet = await openPartner(world)
    const { id } = quiet.partner
    await beginKyc(quiet)
    await beginKyc(quiet)
    const found = async () => (await world.verify()).differences.map(({ about, wrong }) => `${about}: ${wrong}`)
    const mine = `where id = (select min(id) from webhooks.events where partner_id = ${id})`
    const changed = (from: string, to: string) =>
      world.query(`update webhooks.events set body = replace(body, '"${from}"', '"${to}"') ${mine}`)
    await changed('in_progress', 'approved')
    expect(await found()).toEqual([
      expect.stringMatching(/^KYC decision \d+: a change of the KYC status has no webhook$/),
      expect.stringMatching(/^webhook \d+: there are more webhooks than changes of the KYC status$/),
    ])
    await changed('approved', 'in_progress')
    expect(await found()).toEqual([])
  })

  async function beginKyc(partner: Awaited<ReturnType<typeof openPartner>>): Promise<void> {
    const holderId = (await partner.customer()).customerId as Parameters<typeof findCase>[1]
    const now = world.app.clock.now()
    const { id: partnerId } = partner.partner
    await commit(world.app, now, beginCase(now, { holderId, partnerId }, { actor: 'holder' }).writes)
  }

  const statusesOf = (partnerId: number) =>
    world.query(`select status, attempts from webhooks.events where partner_id = ${partnerId} order by id`)
})

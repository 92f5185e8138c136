import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntriesOf } from '#core/directory'
import type { Product } from '#issuing/programmes'
import { longTest } from '../world/length.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openCardholder, openProduct } from '../world/programme.ts'
import { exportAs, openPeople, type People, type Person } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

describe('customers of partners, their cards and events, by the interface of the staff', () => {
  let world: World
  let people: People
  let ana: Person
  let nordwind: PartnerFixture
  let product: Product
  let theirs: Person
  let foreign: Person
  const reason = 'Ticket 712: she has lost her telephone.'
  beforeAll(async () => {
    world = await createWorld()
    people = await openPeople(world)
    ana = await people.person('compliance')
    nordwind = await openPartner(world)
    product = await openProduct(world, nordwind)
    const other = await openPartner(world, 'Another Bank')
    theirs = await people.person('owner', { kind: 'partner', id: String(nordwind.partner.id) })
    foreign = await people.person('owner', { kind: 'partner', id: String(other.partner.id) })
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const post = (by: Person, path: string, headers: Record<string, string> = {}) =>
    by.call('POST', path, { body: { reason }, headers })
  const newest = async (type: string, id: string) =>
    (await auditEntriesOf(world.app.db, { subject: { kind: type, id }, limit: 1 }))[0]

  test('a customer is shown without anything that names the person', async () => {
    const { customerId } = await nordwind.customer('very-own-name@example.com')
    const { body } = await ana.call('GET', `/customers/${customerId}`)
    expect(body).toEqual({
      id: customerId,
      partnerId: String(nordwind.partner.id),
      status: 'active',
      hasEmail: true,
      hasPassword: false,
      secondFactor: false,
      wallets: 0,
      openSessions: 1,
      erased: false,
      createdAt: expect.any(String),
    })
    const list = (await ana.call('GET', `/customers?partnerId=${nordwind.partner.id}&size=100`)).body
    expect(list.data).toContainEqual(body)
    expect(list.total).toBe((list.data as unknown[]).length)
    expect((await ana.call('GET', '/customers?partnerId=999999')).body).toMatchObject({ total: 0, data: [] })
  })

  test('customers and events are read on from one of them, there and back, and go into a file as they are', async () => {
    for (let nth = 0; nth < 4; nth++) {
      await (await openCardholder(world, nordwind, product)).card()
      await world.pass({ minutes: 1 })
    }
    const { partner } = nordwind
    for (const [path, file, id] of [
      ['/customers', 'card-customers', 'id'],
      ['/accounts', 'accounts', 'id'],
      ['/cards', 'cards', 'id'],
      ['/events', 'events', 'eventId'],
    ] as const) {
      type Page = { data: Record<string, string>[]; next?: string; previous?: string; total: number }
      const get = async (query: string, by = theirs) =>
        (await by.call('GET', `${path}?${query}`)).body as unknown as Page
      const ids = ({ data }: Page) => data.map((entry) => entry[id])
      const all = await get('size=100')
      expect(ids(all).length).toBeGreaterThan(3)
      expect(all).toMatchObject({ total: all.data.length, totalIsExact: true })
      const times = all.data.map(({ createdAt }) => createdAt!)
      expect(times).toEqual(times.toSorted().toReversed())
      const first = await get('size=2')
      const second = await get(`size=2&after=${first.next}`)
      expect([...ids(first), ...ids(second)]).toEqual(ids(all).slice(0, 4))
      expect(await get(`size=2&before=${second.previous}`)).toMatchObject({ data: first.data })
      expect(ids(await get('size=100&sort=created'))).toEqual(ids(all).toReversed())
      // All partners of the operator are one list; to another partner these are not there.
      expect(ids(await get(`size=100&partnerId=${partner.id}`, ana))).toEqual(ids(all))
      expect(await get('', foreign)).toMatchObject({ data: [], total: 0 })
      expect(await get(`partnerId=${partner.id}`, foreign)).toMatchObject({ data: [], total: 0 })
      const { lines } = await exportAs(world, theirs, file)
      const column = lines[0]!.split(',').indexOf(id === 'id' ? 'id' : 'event_id')
      expect(lines.slice(1).map((line) => line.split(',')[column])).toEqual(ids(all).toReversed())
    }
    const { data: accounts } = (await theirs.call('GET', '/accounts?status=active&currency=EUR')).body as {
      data: { id: string; customerId: string }[]
    }
    for (const { partnerId, ...account } of accounts as ((typeof accounts)[number] & { partnerId: string })[]) {
      expect(partnerId).toBe(String(partner.id))
      expect((await theirs.call('GET', `/accounts/${account.id}`)).body).toEqual(account)
    }
    const mine = (await theirs.call('GET', `/accounts?customerId=${accounts[0]!.customerId}`)).body
    expect(mine.data).toMatchObject([{ id: accounts[0]!.id }])
    expect((await theirs.call('GET', '/accounts?currency=USD')).body).toMatchObject({ total: 0 })
    await world.query(`update webhooks.events set status = 'parked', due_at = null, delivered_at = null
      where id = (select min(id) from webhooks.events where partner_id = ${partner.id})`)
    const found = async (query: string) => (await theirs.call('GET', `/events?${query}`)).body
    expect(await found('status=parked')).toMatchObject({ total: 1, data: [{ status: 'parked' }] })
    const { total } = await found('size=1')
    expect(await found('status=parked,unsent')).toMatchObject({ total })
    expect(await found('status=!parked')).toMatchObject({ total: Number(total) - 1 })
    expect(await found('type=no.such')).toMatchObject({ total: 0 })
  })

  test('ended sessions are refused at once, with their refresh tokens, and the customer can log in again', async () => {
    const customer = await nordwind.customer()
    const { customerId } = customer
    const second = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId } })
    const headers = { 'idempotency-key': 'end-1' }
    const ended = await post(ana, `/customers/${customerId}/end-sessions`, headers)
    expect(ended).toMatchObject({ status: 200, body: { ended: 2, customer: { openSessions: 0 } } })
    expect(await customer.call('GET', '/accounts')).toMatchObject({ status: 401 })
    for (const token of [customer.refreshToken, String(second.body.refreshToken)])
      expect(await nordwind.withToken(token)('POST', '/auth/refresh')).toMatchObject({ status: 401 })
    const again = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId } })
    expect(again.status).toBe(200)
    expect((await post(ana, `/customers/${customerId}/end-sessions`, headers)).body).toEqual(ended.body)
    const fresh = nordwind.withToken(String(again.body.accessToken))
    expect(await fresh('GET', '/accounts')).toMatchObject({ status: 200 })
    expect(await newest('holder', customerId)).toMatchObject({
      action: 'sessionsEnded',
      actor: `staff ${ana.staff.id}`,
      fromWhere: `127.0.0.1, token ${ana.tokenId}`,
      reason,
      after: { sessions: 2 },
      owner: { kind: 'partner', id: String(nordwind.partner.id) },
    })
  })

  test('a refresh at the moment when the sessions end does not outlive them', async () => {
    const { customerId, refreshToken } = await nordwind.customer()
    const [session] = await world.query(`select id from holders.sessions where holder_id = '${customerId}'`)
    const held = await world.holdRow('holders.sessions', String(session!.id))
    const both = Promise.all([
      nordwind.withToken(refreshToken)('POST', '/auth/refresh'),
      post(ana, `/customers/${customerId}/end-sessions`),
    ])
    await world.untilWaiting(2)
    await held.release()
    const [refreshed, ended] = await both
    expect(ended).toMatchObject({ status: 200, body: { ended: 1 } })
    const { accessToken } = refreshed.body as { accessToken?: string }
    if (accessToken) expect(await nordwind.withToken(accessToken)('GET', '/accounts')).toMatchObject({ status: 401 })
    else expect(refreshed).toMatchObject({ status: 401 })
  })

  test('a card is suspended, resumed and closed with a reason, which its history and the audit keep', async () => {
    const holder = await openCardholder(world, nordwind, product)
    const { id, last4 } = await holder.card()
    const at = (action = '') => `/cards/${id}${action}`
    expect((await ana.call('GET', at())).body).toMatchObject({
      id,
      last4,
      customerId: holder.customerId,
      partnerId: String(nordwind.partner.id),
      productId: product.id,
      status: 'active',
    })
    expect(JSON.stringify((await ana.call('GET', at())).body)).not.toContain('Groceries')
    await holder.post({ id }, '/freeze')
    const headers = { 'idempotency-key': 'suspend-1' }
    const suspended = await post(ana, at('/suspend'), headers)
    expect(suspended).toMatchObject({ status: 200, body: { status: 'suspended' } })
    expect(await holder.post({ id }, '/unfreeze')).toMatchObject({ status: 409 })
    expect(await post(ana, at('/suspend'))).toMatchObject({
      status: 409,
      body: { reason: 'card_transition', allowed: ['resume', 'resumeFrozen', 'close'] },
    })
    expect(await post(ana, at('/resume'))).toMatchObject({ status: 200, body: { status: 'frozen' } })
    expect((await post(ana, at('/suspend'), headers)).body).toEqual(suspended.body)
    expect(await post(ana, at('/close'))).toMatchObject({ status: 200, body: { status: 'closed' } })
    const history = await world.query(
      `select action, actor, reason from cards.card_transitions where card_id = '${id}' order by id desc limit 3`,
    )
    const actor = `staff ${ana.staff.id}`
    expect(history).toEqual(['close', 'resumeFrozen', 'suspend'].map((action) => ({ action, actor, reason })))
    const audited = await auditEntriesOf(world.app.db, { subject: { kind: 'card', id }, limit: 3 })
    expect(audited.map(({ action }) => action)).toEqual(['cardClosed', 'cardResumed', 'cardSuspended'])
    expect(audited[0]).toMatchObject({ actor, reason, before: { status: 'frozen' }, after: { status: 'closed' } })
  })

  test('who may suspend a card and end sessions, and who may not', async () => {
    const holder = await openCardholder(world, nordwind, product)
    const { id } = await holder.card()
    const [support, reader] = [await people.person('support'), await people.person('read-only')]
    expect(await post(support, `/cards/${id}/suspend`)).toMatchObject({ status: 403 })
    expect(await post(support, `/customers/${holder.customerId}/end-sessions`)).toMatchObject({ status: 200 })
    expect(await post(reader, `/customers/${holder.customerId}/end-sessions`)).toMatchObject({ status: 403 })
    expect(await reader.call('GET', `/cards/${id}`)).toMatchObject({ status: 200 })
  })

  test('cards are listed of one customer, one partner and one status', async () => {
    const holder = await openCardholder(world, nordwind, product)
    const one = await holder.card()
    world.clock.pass({ seconds: 1 })
    const other = await holder.card()
    await holder.post(other, '/freeze')
    const listed = async (query: string) => (await ana.call('GET', `/cards?${query}`)).body
    const own = `customerId=${holder.customerId}`
    const both = await listed(own)
    expect(both).toMatchObject({ total: 2, data: [{ id: other.id }, { id: one.id }] })
    const { next } = await listed(`${own}&size=1`)
    expect((await listed(`${own}&size=1&after=${next}`)).data).toMatchObject([{ id: one.id }])
    const ofFrozen = `${own}&status=frozen`
    const [{ last4 }] = both.data as [{ last4: string }]
    for (const query of ['status=!active&kind=virtual&currency=EUR,RON', `status=frozen&last4=${last4}&created=today`])
      expect([query, await listed(`${own}&${query}`)]).toMatchObject([query, { total: 1, data: [{ id: other.id }] }])
    for (const query of ['kind=physical', 'currency=USD', 'created=2099-01-01..'])
      expect([query, await listed(`${own}&${query}`)]).toMatchObject([query, { total: 0 }])
    for (const unknown of ['customerId=unknown', 'partnerId=999999', `${ofFrozen}&partnerId=999999`])
      expect(await listed(unknown)).toMatchObject({ total: 0, data: [] })
  })

  test('what belongs to another partner is not there, for reading and for changing', async () => {
    const holder = await openCardholder(world, nordwind, product)
    const { id } = await holder.card()
    const { data } = (await theirs.call('GET', '/events?size=1')).body
    const [{ eventId }] = data as [{ eventId: string }]
    const events = `/partners/${nordwind.partner.id}/events`
    for (const [method, path, code] of [
      ['GET', `/customers/${holder.customerId}`, 'customer_not_there'],
      ['POST', `/customers/${holder.customerId}/end-sessions`, 'customer_not_there'],
      ['GET', `/cards/${id}`, 'issued_card_not_found'],
      ['POST', `/cards/${id}/suspend`, 'issued_card_not_found'],
      ['POST', `/cards/${id}/close`, 'issued_card_not_found'],
      ['GET', `${events}/${eventId}`, 'partner_not_found'],
      ['POST', `${events}/${eventId}/replay`, 'partner_not_found'],
      ['POST', `${events}/replay`, 'partner_not_found'],
    ] as const) {
      const options = method === 'GET' ? {} : { body: { reason } }
      const reply = await foreign.call(method, path, options)
      expect([path, reply.status, reply.body.reason]).toEqual([path, 404, code])
    }
    for (const list of ['/customers', '/cards', `/cards?customerId=${holder.customerId}`])
      expect((await foreign.call('GET', list)).body).toMatchObject({ total: 0 })
    expect(await theirs.call('GET', `/cards/${id}`)).toMatchObject({ status: 200 })
    expect(await holder.statusOf({ id })).toBe('active')
  })

  test('events of a partner are listed, shown, parked and sent again, and the audit says why', async () => {
    const partner = await openPartner(world, 'Event Bank')
    const owner = await people.person('owner')
    const body = { reason, webhookUrl: 'http://127.0.0.1:9/none' }
    const events = `/partners/${partner.partner.id}/events`
    await openCardholder(world, partner, await openProduct(world, partner, { prefix: '53999999' }))
    const listed = async (query = '') =>
      (await owner.call('GET', `/events?partnerId=${partner.partner.id}${query}`)).body as {
        data: { eventId: string; status: string }[]
        next?: string
      }
    const all = await listed()
    expect(all.data.length).toBeGreaterThan(1)
    expect(new Set(all.data.map(({ status }) => status))).toEqual(new Set(['unsent']))
    const first = await listed('&size=1')
    expect(first.data).toEqual([all.data[0]])
    expect((await listed(`&size=1&after=${first.next}`)).data).toEqual([all.data[1]])
    const { eventId } = all.data[0]!
    expect(await post(owner, `${events}/${eventId}/replay`)).toMatchObject({
      status: 409,
      body: { reason: 'webhook_url_missing' },
    })
    await owner.call('PATCH', `/partners/${partner.partner.id}`, { body })
    const headers = { 'idempotency-key': 'replay-1' }
    const replayed = await post(owner, `${events}/${eventId}/replay`, headers)
    expect(replayed).toMatchObject({ status: 200, body: { status: 'waiting', event: { eventId } } })
    expect(await newest('webhook', eventId)).toMatchObject({ action: 'webhookReplayed', reason })
    expect(await post(owner, `${events}/${eventId}/park`)).toMatchObject({ status: 200, body: { status: 'parked' } })
    expect((await listed('&status=parked')).data.map((one) => one.eventId)).toEqual([eventId])
    expect((await post(owner, `${events}/${eventId}/replay`, headers)).body).toEqual(replayed.body)
    expect(await post(owner, `${events}/${eventId}/park`)).toMatchObject({
      status: 409,
      body: { reason: 'event_not_waiting' },
    })
    expect(await post(owner, `${events}/replay`)).toMatchObject({ status: 200, body: { replayed: all.data.length } })
    const own = { kind: 'partner', id: String(partner.partner.id) } as const
    const [entry] = await auditEntriesOf(world.app.db, {
      within: own,
      subject: { kind: 'webhook', id: undefined },
      limit: 1,
    })
    expect(entry).toMatchObject({ action: 'webhooksReplayed', reason, after: { since: null, delivered: false } })
    for (const unknown of ['none', 'evt_01K4Z3W7V9Q8M2N5R6T1X0Y4AB'])
      expect(await owner.call('GET', `${events}/${unknown}`)).toMatchObject({ status: 404 })
  })

  // In small: seals agree with everything that was done
  longTest('seals agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})

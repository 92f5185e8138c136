import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntriesOf } from '#core/directory'
import { staffRoutes } from '../../src/surfaces/staff-api/routes.ts'
import { by } from '../directory/context.ts'
import { newPerson, ofPage, openBrowserOf } from '../world/dashboard-session.ts'
import { openPartner } from '../world/partner.ts'
import { exportAs, openPeople, type People, type Person } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

describe('people and their tokens, by the interface of the staff', () => {
  let world: World
  let people: People
  let owner: Person
  let ofPartner: Person
  const scope = { kind: 'partner', id: '501' } as const
  const reason = 'She starts on Monday.'
  beforeAll(async () => {
    world = await createWorld()
    people = await openPeople(world)
    owner = await people.person('owner')
    ofPartner = await people.person('owner', scope)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  let added = 0
  const add = (by: Person, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
    const body = { reason, email: `new-${++added}@florin.example`, name: 'Eve', role: 'support', ...more }
    return by.call('POST', '/staff', { body, headers })
  }
  const change = (by: Person, id: unknown, body: object) =>
    by.call('PATCH', `/staff/${id}`, { body: { reason, ...body } })

  test('a person is added once for a repeated key, is changed, and the audit says who did it and why', async () => {
    const headers = { 'idempotency-key': 'eve' }
    const email = 'eve@florin.example'
    const eve = await add(owner, { email }, headers)
    expect(eve).toMatchObject({
      status: 201,
      body: { email, name: 'Eve', role: 'support', active: true, scope: { kind: 'platform', id: 'platform' } },
    })
    expect((await add(owner, { email }, headers)).body).toEqual(eve.body)
    expect(await add(owner, { email })).toMatchObject({ status: 409, body: { reason: 'email_taken', field: 'email' } })
    const { id } = eve.body
    const changed = await change(owner, id, { role: 'finance', seen: { role: 'support', active: 'true' } })
    expect(changed.body).toEqual({ ...eve.body, role: 'finance' })
    expect((await owner.call('GET', `/staff/${id}`)).body).toMatchObject(changed.body)
    // What somebody else has changed since is not overwritten.
    const late = await change(owner, id, { active: false, seen: { active: 'true', role: 'support' } })
    expect(late).toMatchObject({ status: 409, body: { reason: 'setting_changed_meanwhile', field: 'role' } })
    const audited = await auditEntriesOf(world.app.db, { subject: { kind: 'staff', id: String(id) }, limit: 5 })
    expect(audited.map(({ action, actor, reason }) => ({ action, actor, reason }))).toEqual(
      ['staffChanged', 'staffAdded'].map((action) => ({ action, actor: `staff ${owner.staff.id}`, reason })),
    )
  })

  test('a token is made for a person, shown once, narrowed, and ended now', async () => {
    const { id } = (await add(owner, { role: 'compliance' })).body
    const at = `/staff/${id}/tokens`
    const body = { reason, name: 'review desk', permissions: ['approvals:read'], lifetime: 'P1D' }
    const headers = { 'idempotency-key': 'token-1' }
    const mia = openBrowserOf(world)
    const maker = await newPerson(world)
    await mia.logIn(maker)
    const makes = (sent: object) => mia.call('POST', at, sent, { ...ofPage, ...headers })
    const made = await makes(body)
    expect(made).toMatchObject({ status: 201, body: { token: expect.stringMatching(/^fst_/) } })
    const again = await makes(body)
    expect(again).toMatchObject({ status: 409, body: { reason: 'reply_not_stored' } })
    const program = people.calling(String(made.body.token))
    expect(await program('GET', '/approvals')).toMatchObject({ status: 200 })
    expect(await program('GET', '/audit')).toMatchObject({ status: 403 })
    const { body: list } = await owner.call('GET', at)
    expect(list).toMatchObject({
      total: 1,
      data: [{ id: made.body.id, permissions: ['approvals:read'], madeBy: `staff ${maker.id}` }],
    })
    const revoke = (key: string) =>
      owner.call('POST', `${at}/${made.body.id}/revoke`, { body: { reason }, headers: { 'idempotency-key': key } })
    const revoked = await revoke('revoke-1')
    expect(revoked).toMatchObject({ status: 200, body: { revokedAt: expect.any(String) } })
    expect(await program('GET', '/approvals')).toMatchObject({ status: 401 })
    expect((await revoke('revoke-1')).body).toEqual(revoked.body)
    expect(await revoke('revoke-2')).toMatchObject({ status: 404, body: { reason: 'token_not_found' } })
    const wrong = await mia.call('POST', at, { ...body, permissions: ['everything'] })
    expect(wrong).toMatchObject({ status: 400, body: { reason: 'invalid_permission' } })
  })

  test('a program with a token makes no other token, and gets no link that sets a password', async () => {
    const { id } = (await add(owner, { role: 'compliance' })).body
    for (const [path, wanted] of [
      [`/staff/${id}/tokens`, 'token_by_token'],
      [`/staff/${owner.staff.id}/tokens`, 'token_by_token'],
      [`/staff/${id}/invite`, 'invitation_by_token'],
    ] as const) {
      const reply = await owner.call('POST', path, {
        body: { reason, ...(path.endsWith('/tokens') && { name: 'another' }) },
      })
      expect(reply).toMatchObject({ status: 403, body: { reason: wanted } })
    }
    expect((await owner.call('GET', `/staff/${id}/tokens`)).body).toMatchObject({ total: 0 })
  })

  test('nobody makes a token that may do more than they may', async () => {
    const { staff } = await people.person('compliance')
    const { token } = await people.person('owner', undefined, ['staff:change', '*:read'])
    const { permissions: within } = (await world.app.staff.ofToken(token))!
    const made = (permissions?: string[]) =>
      world.app.staff.createToken({ by, staffId: staff.id, name: 'wider', permissions, within })
    for (const permissions of [undefined, ['refunds:create'], ['*:read', 'keys:*'], ['secrets:read']])
      await expect(made(permissions)).rejects.toMatchObject({ code: 'token_wider', field: 'permissions' })
    expect(await made(['payments:read', 'staff:change'])).toMatchObject({ token: expect.anything() })
  })

  test('the operator adds people to a merchant or a partner that there is, and to no other', async () => {
    const { id: merchantId } = await world.app.directory.createMerchant({ by, name: 'Bakery' })
    // The first one has the number whose staff the next test counts.
    const [, { partner }] = [await openPartner(world), await openPartner(world)]
    for (const [kind, id] of [
      ['merchant', String(merchantId)],
      ['partner', String(partner.id)],
    ] as const) {
      const field = `${kind}Id`
      expect(await add(owner, { [field]: id })).toMatchObject({ status: 201, body: { scope: { kind, id } } })
      for (const none of ['4711', '9999999999'])
        expect(await add(owner, { [field]: none })).toMatchObject({
          status: 404,
          body: { reason: `${kind}_not_found`, field },
        })
    }
  })

  test('staff of a partner add and see their own colleagues, and of others not even that they are there', async () => {
    const colleague = await add(ofPartner)
    expect(colleague).toMatchObject({ status: 201, body: { scope } })
    expect(await add(ofPartner, { partnerId: '501' })).toMatchObject({ status: 201, body: { scope } })
    for (const [more, field] of [
      [{ partnerId: '502' }, 'partnerId'],
      [{ merchantId: '501' }, 'merchantId'],
    ] as const)
      expect(await add(ofPartner, more)).toMatchObject({ status: 403, body: { reason: 'another_scope', field } })
    const both = await add(owner, { partnerId: '501', merchantId: '101' })
    expect(both).toMatchObject({ status: 400, body: { reason: 'two_scopes' } })
    const own = (await ofPartner.call('GET', '/staff?size=100')).body as { data: { scope: unknown }[]; total: number }
    expect(own.total).toBe(3)
    for (const one of own.data) expect(one.scope).toEqual(scope)
    const { id } = owner.staff
    for (const [method, path] of [
      ['GET', `/staff/${id}`],
      ['PATCH', `/staff/${id}`],
      ['GET', `/staff/${id}/tokens`],
      ['POST', `/staff/${id}/tokens`],
      ['POST', `/staff/${id}/tokens/${owner.tokenId}/revoke`],
    ] as const) {
      const body = { reason, ...(path.endsWith('/revoke') ? {} : { name: 'theirs' }) }
      const reply = await ofPartner.call(method, path, method === 'GET' ? {} : { body })
      expect([path, reply.status, reply.body.reason]).toEqual([path, 404, 'staff_not_found'])
    }
    const stolen = `/staff/${ofPartner.staff.id}/tokens/${owner.tokenId}/revoke`
    expect(await ofPartner.call('POST', stolen, { body: { reason } })).toMatchObject({
      status: 404,
      body: { reason: 'token_not_found' },
    })
    expect(await owner.call('GET', '/me')).toMatchObject({ status: 200 })
  })

  test('who exports a list is in the audit, whichever list it is', async () => {
    const exporter = await people.person('owner')
    const routes = staffRoutes(world.app).filter(({ method, path }) => method === 'GET' && path.startsWith('/exports/'))
    expect(routes.length).toBeGreaterThan(10)
    for (const { path } of routes) expect([path, (await exporter.call('GET', path)).status]).toEqual([path, 200])
    const audited = await world.app.db.run(
      `select distinct subject_id as list from directory.audit where action = 'listExported' and actor = $1`,
      [`staff ${exporter.staff.id}`],
    )
    expect(audited.map(({ list }) => `/exports/${list}`).toSorted()).toEqual(routes.map(({ path }) => path).toSorted())
  })

  test('the last owner of an organization stays one, and an inactive person is refused at once', async () => {
    const last = await change(ofPartner, ofPartner.staff.id, { role: 'support' })
    expect(last).toMatchObject({ status: 409, body: { reason: 'last_owner' } })
    const leaving = await people.person('support')
    expect(await change(owner, leaving.staff.id, { active: false })).toMatchObject({ body: { active: false } })
    expect(await leaving.call('GET', '/me')).toMatchObject({ status: 401 })
  })

  test('people are listed by whose they are and by their role, and nobody reaches further by it', async () => {
    const listed = async (by: Person, query: string) => {
      const { body } = await by.call('GET', `/staff?size=100&${query}`)
      return body.data as { scope: { kind: string; id: string }; role: string }[]
    }
    const all = await listed(owner, '')
    for (const kind of ['platform', 'partner'] as const)
      expect(await listed(owner, `owner=${kind}`)).toEqual(all.filter(({ scope: whose }) => whose.kind === kind))
    expect(await listed(owner, 'partnerId=501&role=!support')).toEqual(
      all.filter(({ scope: { kind, id }, role }) => kind === 'partner' && id === '501' && role !== 'support'),
    )
    expect(await listed(ofPartner, 'owner=platform')).toEqual([])
    expect(await listed(ofPartner, 'partnerId=502')).toEqual([])
    expect(await listed(ofPartner, 'owner=partner')).toEqual(await listed(ofPartner, ''))
  })

  test('only owners add people, and the list is read on from one of them, there and back, and is a file', async () => {
    const developer = await people.person('developer')
    expect(await add(developer)).toMatchObject({ status: 403, body: { reason: 'permission_missing' } })
    type Page = {
      data: { id: string; email: string; name: string; active: boolean }[]
      total: number
      next?: string
      previous?: string
    }
    const list = async (query: string, by = owner) => (await by.call('GET', `/staff?${query}`)).body as unknown as Page
    const all = await list('size=100')
    const ids = ({ data }: Page) => data.map(({ id }) => id)
    const first = await list('size=2')
    const second = await list(`size=2&after=${first.next}`)
    expect([first.total, ...ids(first), ...ids(second)]).toEqual([all.total, ...ids(all).slice(0, 4)])
    expect(ids(await list(`size=2&before=${second.previous}`))).toEqual(ids(first))
    expect(ids(await list('size=100&sort=-created'))).toEqual(ids(all).toReversed())
    const inactive = all.data.filter(({ active }) => !active).map(({ id }) => id)
    expect(inactive.length).toBeGreaterThan(0)
    expect(ids(await list('size=100&status=inactive'))).toEqual(inactive)
    const { email, id } = all.data.at(-1)!
    expect(ids(await list(`text=${encodeURIComponent(email.toUpperCase())}`))).toEqual([id])
    expect(await list(`text=${encodeURIComponent(email)}`, ofPartner)).toMatchObject({ total: 0 })
    const own = await exportAs(world, ofPartner, 'staff')
    expect(own.lines.slice(1).map((line) => line.split(',')[0])).toEqual(ids(await list('size=100', ofPartner)))
  })

  test('seals agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})

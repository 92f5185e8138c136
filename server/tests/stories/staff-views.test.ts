import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPeople, type People, type Person } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

/** Views of lists: saved for oneself, or shared with the colleagues of the same organization. */

let world: World
let people: People
let ana: Person
let colleague: Person
let stranger: Person
beforeAll(async () => {
  world = await createWorld()
  people = await openPeople(world)
  const scope = { kind: 'partner', id: '501' } as const
  ana = await people.person('support', scope)
  colleague = await people.person('read-only', scope)
  stranger = await people.person('owner', { kind: 'partner', id: '502' })
})
afterAll(() => world[Symbol.asyncDispose]())

const reason = 'Saved in a test.'
const failed = { list: 'topups', name: 'Failed', search: 'status=failed&sort=-created', shared: false }
const views = async (by: Person, list = 'topups') =>
  (await by.call('GET', `/saved-views?list=${list}`)).body.data as Record<string, unknown>[]

test('a view is one’s own until it is shared; colleagues see it then, and strangers never', async () => {
  const made = await ana.call('POST', '/saved-views', { body: { ...failed, reason } })
  expect(made).toMatchObject({ status: 201, body: { ...failed, own: true } })
  const path = `/saved-views/${made.body.id}`
  expect(await views(ana)).toEqual([made.body])
  expect(await views(ana, 'payments')).toEqual([])
  expect(await views(colleague)).toEqual([])

  const shared = await ana.call('PATCH', path, { body: { shared: true, reason } })
  expect(shared.body).toEqual({ ...made.body, shared: true })
  expect(await views(colleague)).toEqual([{ ...made.body, shared: true, own: false, removable: false }])
  expect(await views(stranger)).toEqual([])
  for (const other of [colleague, stranger])
    for (const [method, to] of [
      ['PATCH', path],
      ['POST', `${path}/remove`],
    ] as const)
      expect(
        await other.call(method, to, {
          body: { ...(method === 'PATCH' && { name: 'Mine' }), reason },
          changesNothing: true,
        }),
      ).toMatchObject({
        status: 404,
        body: { reason: 'view_not_found' },
      })

  expect((await ana.call('POST', `${path}/remove`, { body: { reason } })).status).toBe(204)
  expect(await views(colleague)).toEqual([])
  expect((await ana.call('POST', '/saved-views', { body: { ...failed, reason } })).status).toBe(201)
})

test('what somebody who has left shared is removed by who may change the staff, and by nobody else', async () => {
  const scope = ana.staff.scope
  const [owner, leaver] = [await people.person('owner', scope), await people.person('support', scope)]
  const made = await leaver.call('POST', '/saved-views', { body: { ...failed, list: 'cards', shared: true, reason } })
  const removes = (by: Person, options = {}) =>
    by.call('POST', `/saved-views/${made.body.id}/remove`, { body: { reason }, ...options })
  const refused = { status: 404, body: { reason: 'view_not_found' } }
  expect(await views(owner, 'cards')).toMatchObject([{ own: false, removable: false }])
  expect(await removes(owner, { changesNothing: true }), 'its author is here').toMatchObject(refused)

  const by = { actor: 'test', fromWhere: 'test' }
  await world.app.staff.change({ by, id: leaver.staff.id, changes: { active: false } })
  expect(await views(owner, 'cards')).toMatchObject([{ own: false, removable: true }])
  expect(await views(colleague, 'cards')).toMatchObject([{ own: false, removable: false }])
  for (const other of [colleague, stranger])
    expect(await removes(other, { changesNothing: true })).toMatchObject(refused)
  expect((await removes(owner)).status).toBe(204)
  expect(await views(colleague, 'cards')).toEqual([])
})

test('one person has one view of a name, and at most fifty of a list', async () => {
  const save = (name: string, list = 'cards') =>
    ana.call('POST', '/saved-views', { body: { ...failed, list, name, reason }, changesNothing: true })
  const [first, second] = [await save('First'), await save('Second')]
  expect(await save('First')).toMatchObject({ status: 409, body: { reason: 'view_name_taken', field: 'name' } })
  const renamed = await ana.call('PATCH', `/saved-views/${second.body.id}`, {
    body: { name: 'First', reason },
    changesNothing: true,
  })
  expect(renamed).toMatchObject({ status: 409, body: { reason: 'view_name_taken' } })
  expect(first.status).toBe(201)
  for (let nth = 3; nth <= 50; nth++) expect((await save(`View ${nth}`)).status).toBe(201)
  expect(await save('One more')).toMatchObject({ status: 409, body: { reason: 'too_many_views' } })
  expect((await save('First', 'kyc')).status).toBe(201)
  expect(await save('First', 'lists-of-nobody')).toMatchObject({
    status: 400,
    body: { field: 'list' },
  })
})

test('a person has at most five hundred views in all, and an organization shares a hundred of a list', async () => {
  const keeps = (person: Person, views: { list: string; shared: boolean; from: number; to: number }) =>
    world.app.db.run(
      `insert into views.saved (staff_id, scope_kind, scope_id, list, name, search, shared, created_at)
        select $1, 'partner', '501', $2, 'View ' || nth, 'status=failed', $3, now() from generate_series($4::int, $5::int) nth`,
      [person.staff.id, views.list, views.shared, views.from, views.to],
    )
  const eve = await people.person('support', ana.staff.scope)
  const save = (by: Person, list: string, shared: boolean) =>
    by.call('POST', '/saved-views', { body: { ...failed, list, shared, reason }, changesNothing: true })
  await keeps(eve, { list: 'payments', shared: true, from: 1, to: 49 })
  await keeps(colleague, { list: 'payments', shared: true, from: 1, to: 50 })
  const last = await save(eve, 'payments', true)
  expect(last.status).toBe(201)
  expect(await save(ana, 'payments', true)).toMatchObject({
    status: 409,
    body: { reason: 'too_many_shared_views', field: 'shared' },
  })
  const own = await save(ana, 'payments', false)
  const shares = await ana.call('PATCH', `/saved-views/${own.body.id}`, {
    body: { shared: true, reason },
    changesNothing: true,
  })
  expect(shares.body.reason).toBe('too_many_shared_views')
  expect(await views(ana, 'payments')).toHaveLength(101)

  for (const list of ['kyc', 'hits', 'links', 'staff', 'audit', 'limits', 'blocks', 'prices', 'cards'])
    await keeps(eve, { list, shared: false, from: 1, to: 50 })
  expect(await save(eve, 'orders', false)).toMatchObject({ status: 409, body: { reason: 'too_many_views' } })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffRoute } from '#core/access'
import { staffRoutes } from '../../src/surfaces/staff-api/routes.ts'
import { inTurn } from '../world/length.ts'
import { openPeople, type People, type Person, platform } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

/** Every route of the staff's interface, with every token that may not call it, and with bodies that nobody means. */

let world: World
let people: People
let routes: readonly StaffRoute[]
let owner: Person

beforeAll(async () => {
  // A law calls more often than a person would.
  const limits = ['wrong_api_keys', 'staff_by_address', 'staff_by_token'].map((limit) => `${limit}=1000000/PT1M`)
  world = await createWorld({ environment: { FLORIN_RATE_LIMITS: limits.join() } })
  people = await openPeople(world)
  routes = staffRoutes(world.app)
  owner = await people.person()
})
afterAll(() => world[Symbol.asyncDispose]())

const changing = () => routes.filter(({ method }) => method !== 'GET')
/** What is sent to be looked at: a draft is too large for an address, and nothing is changed. And what an open page says by itself. */
const looking: readonly string[] = [
  ...['previewLink', 'previewSite', 'previewSchedule', 'checkProcessorConnection'],
  ...['holdKycCase', 'releaseKycCase'],
]
const pathOf = ({ path }: StaffRoute, id = '999999'): string => path.replaceAll(/:\w+/g, id)
const call = (token: string | undefined, route: StaffRoute, body: unknown = { reason: 'A law tries it.' }) =>
  people.calling(token)(route.method, pathOf(route), route.method === 'GET' ? {} : { body })

describe('every route of the staff interface', () => {
  test('is refused with 401 without a token, and with one that is wrong, of others, expired, revoked or of an inactive person', async () => {
    const by = { actor: 'test', fromWhere: 'test' }
    const [revoked, inactive] = [await people.person(), await people.person()]
    const lifetime = Temporal.Duration.from('PT1H')
    const expired = await world.app.staff.createToken({ by, staffId: owner.staff.id, name: 'short', lifetime })
    await world.app.staff.revokeToken({ by, id: revoked.tokenId })
    await world.app.staff.change({ by, id: inactive.staff.id, changes: { active: false } })
    world.clock.pass({ hours: 1 })
    const tokens = {
      none: undefined,
      wrong: `fst_${'a'.repeat(43)}`,
      partnerKey: `fpk_test_${'a'.repeat(43)}`,
      expired: expired.token.reveal(),
      revoked: revoked.token,
      inactive: inactive.token,
    }
    for (const [index, route] of routes.entries())
      for (const [name, token] of inTurn(Object.entries(tokens), index, 2)) {
        const { status, body } = await call(token, route)
        expect([route.path, name, status]).toEqual([route.path, name, 401])
        expect(body.reason).toBe(token === undefined ? 'missing_token' : 'invalid_staff_token')
      }
    expect(routes.length).toBeGreaterThanOrEqual(6)
  })

  test('is refused with 403 to a token without its permission, and to staff of others what is the operator’s', async () => {
    const narrow = await people.person('owner', platform, ['nothing:read'])
    const partnerOwner = await people.person('owner', { kind: 'partner', id: '501' })
    for (const route of routes.filter(({ caller }) => caller !== 'staffToken')) {
      const { status, body } = await call(narrow.token, route)
      expect([route.path, status, body.reason]).toEqual([route.path, 403, 'permission_missing'])
      if (route.caller !== 'operator') continue
      const foreign = await call(partnerOwner.token, route)
      expect([route.path, foreign.status, foreign.body.reason]).toEqual([route.path, 403, 'operator_only'])
    }
  })

  test('recognizes an owner of the operator', async () => {
    for (const route of routes) {
      const { status } = await call(owner.token, route, {})
      expect([route.path, [401, 403].includes(status), status < 500]).toEqual([route.path, false, true])
    }
  })

  test('says why, when it changes something: without a reason nothing is done', async () => {
    const reasons = [undefined, '', 'no', 7, 'x'.repeat(1_001)]
    const writing = changing().filter(({ operationId }) => !looking.includes(operationId))
    for (const [index, route] of writing.entries()) {
      for (const reason of inTurn(reasons, index, 2)) {
        const { status, body } = await call(owner.token, route, { reason })
        const named = [body.field, ...((body.problems ?? []) as { field: string }[]).map(({ field }) => field)]
        expect([route.path, status, named.includes('reason')]).toEqual([route.path, 400, true])
      }
    }
  })

  test('refuses every oddity with a reply of the document', async () => {
    const oddities = ['[]', 'null', '7', '"text"', '{"', `{"reason":${'['.repeat(200)}}`, '{"reason":{"a":1}}']
    const tries = async (route: StaffRoute, payload?: string) => {
      const path = `${pathOf(route, '%00odd')}?page=x&size=[]`
      const { status } = await people.calling(owner.token)(route.method, path, payload ? { body: payload } : {})
      expect([route.path, payload, status >= 200 && status < 500]).toEqual([route.path, payload, true])
    }
    for (const route of routes.filter(({ method }) => method === 'GET')) await tries(route)
    for (const [index, route] of changing().entries())
      for (const payload of inTurn(oddities, index, 2)) await tries(route, payload)
  })

  test('reads no body that is larger than it has a use for', async () => {
    for (const route of changing()) {
      const reason = 'x'.repeat((route.bodyBytesMax ?? 64 * 1_024) + 5_000)
      const { status, body } = await call(owner.token, route, { reason })
      expect([route.path, status, body.reason]).toEqual([route.path, 400, 'request_too_large'])
    }
  })

  test('has a name of its own in the document, which is open', async () => {
    const document = await world.http.inject('/staff/v1/openapi.json')
    const { paths } = document.json() as { paths: Record<string, object> }
    const operations = Object.values(paths).flatMap((path) => Object.values(path) as { operationId: string }[])
    expect(operations).toHaveLength(routes.length)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length)
  })

  test('is limited by token and by address', async () => {
    await using limited = await createWorld({
      environment: { FLORIN_RATE_LIMITS: 'staff_by_token=2/PT1M,staff_by_address=5/PT1M,wrong_api_keys=1/PT1M' },
    })
    const others = await openPeople(limited)
    const [one, other] = [await others.person(), await others.person()]
    const statusOf = async (token: string) => (await others.calling(token)('GET', '/me')).status
    const statuses = []
    for (const token of [one.token, one.token, one.token, other.token, other.token, 'wrong'])
      statuses.push(await statusOf(token))
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429])
  })
})

test('a token tells whose it is and what it may see of the audit', async () => {
  const scope = { kind: 'partner', id: '501' } as const
  const theirs = await people.person('developer', scope)
  const me = await theirs.call('GET', '/me')
  const { id, email, name } = theirs.staff
  const { permissions, now, ...rest } = me.body
  expect(now).toBe(world.clock.now().toString({ smallestUnit: 'millisecond' }))
  const own = { id: String(id), email, name, role: 'developer', scope, tokenId: String(theirs.tokenId), testMode: true }
  expect(rest).toEqual(own)
  expect(permissions).toEqual(expect.arrayContaining(['keys:rotate', 'webhooks:replay']))
  expect(permissions).not.toContain('refunds:create')
  const audit = await theirs.call('GET', '/audit')
  const entries = audit.body.data as { owner: unknown; from?: string }[]
  expect(entries.length).toBeGreaterThan(0)
  for (const entry of entries) {
    expect(entry.owner).toEqual(scope)
    expect(entry.from).toBeUndefined()
  }
  expect((await theirs.call('GET', '/audit?ownerKind=platform&ownerId=platform')).body).toMatchObject({ total: 0 })
  const all = await owner.call('GET', `/audit?subjectType=staff&subjectId=${id}&size=1`)
  expect(all.body).toMatchObject({
    total: 2,
    totalIsExact: true,
    data: [{ action: 'staffTokenCreated', owner: scope, from: 'test', actor: 'test' }],
  })
})

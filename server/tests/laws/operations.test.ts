import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StaffRoute, StaffScope } from '#core/access'
import { staffRoles } from '#core/access'
import { staffRoutes } from '../../src/surfaces/staff-api/routes.ts'
import { isLong } from '../world/length.ts'
import { openPeople, type People, platform } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'
import { mayDo } from './operations.ts'

/**
 * The law of operations: what people may do here is a list, and every operation is tried as every role of the operator,
 * of a merchant and of a partner. That each change has an entry in the audit is checked by `world/staff.ts` in every
 * story that changes something.
 */

let world: World
let people: People
let routes: readonly StaffRoute[]

beforeAll(async () => {
  const limits = ['wrong_api_keys', 'staff_by_address', 'staff_by_token'].map((limit) => `${limit}=1000000/PT1M`)
  world = await createWorld({ environment: { FLORIN_RATE_LIMITS: limits.join() } })
  people = await openPeople(world)
  routes = staffRoutes(world.app)
})
afterAll(() => world[Symbol.asyncDispose]())

test('each permission of an operation is listed with the roles that have it, and no other is', () => {
  const permissions = new Set(routes.flatMap(({ permission }) => permission ?? []))
  expect(Object.keys(mayDo).toSorted()).toEqual([...permissions].toSorted())
})

const scopes: Readonly<Record<StaffScope['kind'], StaffScope>> = {
  platform,
  merchant: { kind: 'merchant', id: '101' },
  partner: { kind: 'partner', id: '501' },
}

test('every operation lets the listed roles pass, of the scope that it is for, and refuses all others with 403', async () => {
  const wrong: string[] = []
  for (const [turn, role] of staffRoles.entries())
    for (const [place, scope] of Object.values(scopes).entries()) {
      const { token } = await people.person(role, scope)
      for (const [index, route] of routes.entries()) {
        if (!route.permission || !(isLong || isTriedInShort(route, { index, turn, place, role }))) continue
        const status = await statusOf(route, token)
        const isOfScope = route.caller !== 'operator' || scope.kind === 'platform'
        const passes = isOfScope && mayDo[route.permission]!.split(' ').includes(role)
        if (passes === (status === 403))
          wrong.push(`${route.method} ${route.path} as ${role} of ${scope.kind}: ${status}`)
      }
    }
  expect(wrong).toEqual([])
})

/**
 * A long run tries each operation as every role of every scope. A short one tries each as an owner, and one of each
 * permission as every role, of scopes that take turns.
 */
function isTriedInShort(
  route: StaffRoute,
  { index, turn, place, role }: { index: number; turn: number; place: number; role: string },
): boolean {
  if ((index + turn) % 3 !== place) return false
  return role === 'owner' || routes.find(({ permission }) => permission === route.permission) === route
}

/** Nothing is there under this id, and the body says nothing: a caller who may call is refused for that. */
async function statusOf({ method, path }: StaffRoute, token: string): Promise<number> {
  const { statusCode } = await world.http.inject({
    method,
    url: `/staff/v1${path.replaceAll(/:\w+/g, '999999')}`,
    headers: { authorization: `Bearer ${token}`, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { payload: '{}' }),
  })
  return statusCode
}

import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Staff, StaffScope } from '#core/access'
import { auditEntriesOf } from '#core/directory'
import { Secret } from '#kernel/base/secret.ts'
import { createWorld, type World } from '../world/world.ts'

/** Modules that import it by name call the watched one too. */
const argon2 = vi.spyOn(crypto, 'argon2')
syncBuiltinESMExports()
afterAll(() => {
  argon2.mockRestore()
  syncBuiltinESMExports()
})

describe('staff', () => {
  const by = { actor: 'staff 7', fromWhere: '203.0.113.9', reason: 'She starts on Monday.' }
  const password = new Secret('correct horse battery staple')
  const platform: StaffScope = { kind: 'platform', id: 'platform' }
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world[Symbol.asyncDispose]())
  beforeEach(() => {
    argon2.mockClear()
  })
  let people = 0
  const add = (role = 'support', scope = platform): Promise<Staff> =>
    world.app.staff.add({ by, scope, email: `person-${++people}@florin.example`, name: 'Ana', role, password })

  test('a person is known by e-mail, in letters of either case, and password', async () => {
    const ana = await add()
    const check = (email: string, typed = password) => world.app.staff.checkPassword({ email, password: typed })
    expect(await check(ana.email.toUpperCase())).toEqual(ana)
    expect(await check(ana.email, new Secret('wrong'))).toBeUndefined()
    expect(await check('nobody@florin.example')).toBeUndefined()
  })

  test('an unknown e-mail costs the same work as a known one', async () => {
    const { email } = await add()
    const workOf = async (typed: string) => {
      argon2.mockClear()
      await world.app.staff.checkPassword({ email: typed, password: new Secret('wrong') })
      return argon2.mock.calls.map(([algorithm, { memory, passes }]) => ({ algorithm, memory, passes }))
    }
    const known = await workOf(email)
    expect(known).toHaveLength(1)
    expect(await workOf('nobody@florin.example')).toEqual(known)
  })

  test('the audit says who added a person and why, and neither the password nor its hash', async () => {
    const { id, email } = await add('finance')
    const [entry] = await auditEntriesOf(world.app.db, { subject: { kind: 'staff', id: String(id) }, limit: 10 })
    expect(entry).toMatchObject({ action: 'staffAdded', actor: 'staff 7', reason: 'She starts on Monday.' })
    expect(entry!.after).toEqual({ email, name: 'Ana', role: 'finance' })
  })

  test.each([
    ['email', 'invalid_email', { email: 'nowhere' }],
    ['name', 'invalid_name', { name: ' ' }],
    ['role', 'invalid_role', { role: 'king' }],
    ['password', 'invalid_password', { password: new Secret('short') }],
  ])('a wrong %s is refused by name, before any work is done', async (field, code, wrong) => {
    const good = { by, scope: platform, email: 'good@florin.example', name: 'Good', role: 'support', password }
    await expect(world.app.staff.add({ ...good, ...wrong })).rejects.toMatchObject({ code, field })
    expect(argon2).not.toHaveBeenCalled()
  })

  test('an e-mail address belongs to one person, however many add it at once', async () => {
    const one = { by, scope: platform, email: 'One@florin.example', name: 'One', role: 'support' }
    const results = await Promise.allSettled([1, 2, 3].map(() => world.app.staff.add(one)))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  })

  test('a token calls with what the role allows, narrowed to what the token names', async () => {
    const { id } = await add('support')
    const { token } = await world.app.staff.createToken({
      by,
      staffId: id,
      name: 'desk',
      permissions: ['*:read', 'kyc:*'],
    })
    const { permissions } = (await world.app.staff.ofToken(token.reveal()))!
    const may = (permission: `${string}:${string}`) => permissions === 'all' || permissions.has(permission)
    expect(may('payments:read')).toBe(true)
    expect(may('refunds:create'), 'the role may, the token may not').toBe(false)
    expect(may('kyc:decide'), 'the token names it, the role may not').toBe(false)
    expect(may('documents:read'), 'no *:read opens documents').toBe(false)
  })

  test('a token ends when it expires, is revoked, or its person is not active any more', async () => {
    const ana = await add('support')
    const make = () =>
      world.app.staff.createToken({ by, staffId: ana.id, name: 'desk', lifetime: Temporal.Duration.from('P2D') })
    const [expired, revoked, orphan] = [await make(), await make(), await make()]
    const works = async (one: typeof expired) => (await world.app.staff.ofToken(one.token.reveal())) !== undefined
    await world.app.staff.revokeToken({ by, id: revoked.id })
    expect([await works(expired), await works(revoked)]).toEqual([true, false])
    await expect(world.app.staff.revokeToken({ by, id: revoked.id })).rejects.toMatchObject({ code: 'token_not_found' })
    await world.app.staff.change({ by, id: ana.id, changes: { active: false } })
    expect(await works(orphan)).toBe(false)
    await world.app.staff.change({ by, id: ana.id, changes: { active: true } })
    expect(await works(orphan)).toBe(true)
    world.clock.pass({ hours: 48 })
    expect(await works(expired)).toBe(false)
  })

  test('the last owner stays one, also when two owners remove one another at the same moment', async () => {
    const scope: StaffScope = { kind: 'merchant', id: '4711' }
    const [ana, bob] = [await add('owner', scope), await add('owner', scope)]
    const demote = (id: Staff['id']) => world.app.staff.change({ by, id, changes: { role: 'support' } })
    const held = await world.holdRow('access.staff', ana.id)
    const both = Promise.allSettled([demote(ana.id), demote(bob.id)])
    await world.untilWaiting(2)
    await held.release()
    const results = await both
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const owners = (await world.app.staff.list(scope)).filter(({ role }) => role === 'owner')
    expect(owners).toHaveLength(1)
  })

  test('a person is the author of what the role allows, and refused by name what it does not', async () => {
    const { id, email } = await add('support')
    const from = { fromWhere: 'command line' }
    expect(await world.app.staff.author(email, 'limits:lift', from)).toEqual({
      ...from,
      actor: `staff ${id}`,
      staffId: id,
    })
    const refused = world.app.staff.author(email, 'sites:change', from)
    await expect(refused).rejects.toMatchObject({ code: 'permission_missing', details: { permission: 'sites:change' } })
    const theirs = await add('owner', { kind: 'partner', id: '501' })
    const foreign = world.app.staff.author(theirs.email, 'limits:lift', from)
    await expect(foreign).rejects.toMatchObject({ code: 'operator_staff_only', details: { scope: 'partner 501' } })
  })

  test('seals agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})

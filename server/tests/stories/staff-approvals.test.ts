import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import {
  authorOf,
  reasonField,
  type StaffAuthor,
  type StaffCallers,
  staffRoute,
  waitingShape,
  waitsFor,
} from '#core/access'
import { auditEntriesOf } from '#core/directory'
import type { Owner } from '#kernel/base/owner.ts'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import { mountBareJson } from '../../src/surfaces/bare-json/bare-json.ts'
import { openPeople, type People, type Person, platform } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

describe('approvals', () => {
  let world: World
  let people: People
  let ana: Person
  let bob: Person
  beforeAll(async () => {
    world = await createWorld({ environment: { FLORIN_APPROVALS: 'kyc:decide,screening:decide@501' } })
    people = await openPeople(world)
    ana = await people.person('compliance')
    bob = await people.person('compliance')
  })
  afterAll(() => world[Symbol.asyncDispose]())
  let cases = 0
  let subject: { type: string; id: string }
  beforeEach(() => {
    subject = { type: 'kycCase', id: String(++cases) }
  })

  const author = ({ staff }: Person, reason: string | undefined = 'The documents are right.'): StaffAuthor => ({
    actor: `staff ${staff.id}`,
    staffId: staff.id,
    fromWhere: '203.0.113.9',
    reason,
  })
  const partner = (id: string): Owner => ({ kind: 'partner', id })
  type Ask = { by?: StaffAuthor; request?: unknown; owner?: Owner; action?: 'kyc:decide' | 'screening:decide' }
  /** As a use case asks: whether it may go on, with the writes of the approval in its own commit. */
  const ask = ({ by = author(ana), request = { decision: 'approve' }, owner = platform, action = 'kyc:decide' }: Ask) =>
    decide(async () => {
      const cleared = await world.app.approvals.require({ by, action, owner, subject, request })
      if (!cleared.allowed) return { waits: cleared.approval }
      await commit(world.app, world.app.clock.now(), cleared.writes)
      return { waits: undefined }
    })
  const waiting = async (asked: Ask = {}): Promise<string> => String((await ask(asked)).waits!.id)
  const reason = { body: { reason: 'I have looked at them too.' } }

  test('what needs one waits until another person has approved, is then done, and once only', async () => {
    const id = await waiting()
    expect(await waiting()).toBe(id)
    const approved = await bob.call('POST', `/approvals/${id}/approve`, reason)
    expect(approved).toMatchObject({
      status: 200,
      body: { status: 'approved', decidedBy: String(bob.staff.id), decisionReason: 'I have looked at them too.' },
    })
    expect(await ask({})).toEqual({ waits: undefined })
    expect((await ana.call('GET', `/approvals/${id}`)).body).toMatchObject({
      status: 'used',
      usedAt: expect.any(String),
    })
    expect(await waiting()).not.toBe(id)
  })

  test('no person approves what they have asked for, but may withdraw it', async () => {
    const id = await waiting()
    const own = await ana.call('POST', `/approvals/${id}/approve`, reason)
    expect(own).toMatchObject({ status: 403, body: { reason: 'approval_by_same_person' } })
    const back = await ana.call('POST', `/approvals/${id}/reject`, reason)
    expect(back).toMatchObject({ status: 200, body: { status: 'rejected', decidedBy: String(ana.staff.id) } })
  })

  test('of two who decide at once one does, and the other reads what it is now', async () => {
    const eve = await people.person('compliance')
    const id = await waiting()
    const held = await world.holdRow('access.approvals', BigInt(id))
    const both = Promise.all([
      bob.call('POST', `/approvals/${id}/approve`, reason),
      eve.call('POST', `/approvals/${id}/approve`, reason),
    ])
    await world.untilWaiting(2)
    await held.release()
    const replies = (await both).toSorted((one, other) => one.status - other.status)
    expect(replies.map(({ status }) => status)).toEqual([200, 409])
    expect(replies[1]!.body).toMatchObject({ reason: 'approval_not_open', allowed: ['reject'] })
    const about = { kind: 'approval', id }
    const audited = await auditEntriesOf(world.app.db, { subject: about, limit: 10 })
    expect(audited.map(({ action }) => action)).toEqual(['approvalApproved', 'approvalRequested'])
  })

  test('of two who use it at once one does, and the other waits for the next', async () => {
    const id = await waiting()
    await bob.call('POST', `/approvals/${id}/approve`, reason)
    const held = await world.holdRow('access.approvals', BigInt(id))
    const both = Promise.all([ask({}), ask({})])
    await world.untilWaiting(2)
    await held.release()
    const waits = (await both).filter((one) => one.waits !== undefined)
    expect(waits).toHaveLength(1)
    expect(String(waits[0]!.waits!.id)).not.toBe(id)
  })

  test('two who ask at once ask for one approval', async () => {
    const asked = await Promise.allSettled([ask({}), ask({}), ask({ by: author(bob) })])
    const ids = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value.waits!.id] : []))
    expect(new Set(ids).size).toBe(1)
    const [row] = await world.query(`select count(*) from access.approvals where subject_id = '${subject.id}'`)
    expect(Number(row!.count)).toBe(1)
  })

  test('an approval is for what was requested and for who has asked, and for nothing else', async () => {
    const id = await waiting({ request: { decision: 'approve', note: { b: 1, a: 2 } } })
    await bob.call('POST', `/approvals/${id}/approve`, reason)
    const pending = { code: 'approval_pending' }
    await expect(ask({ request: { decision: 'reject' } })).rejects.toMatchObject(pending)
    await expect(ask({ by: author(bob), request: { decision: 'approve' } })).rejects.toMatchObject(pending)
    expect(await ask({ request: { note: { a: 2, b: 1 }, decision: 'approve' } })).toEqual({ waits: undefined })
  })

  test('an approval that was not used is withdrawn, and does not count any more', async () => {
    const id = await waiting()
    await bob.call('POST', `/approvals/${id}/approve`, reason)
    await bob.call('POST', `/approvals/${id}/reject`, reason)
    expect(await waiting()).not.toBe(id)
  })

  test('after seven days it has expired, decided or not, and the next call asks again', async () => {
    const open = await waiting()
    world.clock.pass({ hours: 24 * 7 })
    expect((await bob.call('GET', `/approvals/${open}`)).body).toMatchObject({ status: 'expired' })
    const late = await bob.call('POST', `/approvals/${open}/approve`, reason)
    expect(late).toMatchObject({ status: 409, body: { reason: 'approval_not_open' } })
    expect(String(late.body.message)).toContain('expired')
    const next = await waiting()
    expect(next).not.toBe(open)
    await bob.call('POST', `/approvals/${next}/approve`, reason)
    world.clock.pass({ hours: 24 * 7 })
    expect(await waiting()).not.toBe(next)
    const about = { kind: 'approval', id: next }
    const [last] = await auditEntriesOf(world.app.db, { subject: about, limit: 1 })
    expect(last).toMatchObject({ action: 'approvalExpired' })
  })

  test('what no configuration names is done at once; a rule can be for one partner', async () => {
    const screening = { action: 'screening:decide' as const }
    expect(await ask({ ...screening, owner: partner('502') })).toEqual({ waits: undefined })
    expect((await ask({ ...screening, owner: partner('501') })).waits).toMatchObject({ status: 'requested' })
  })

  test('who asks is a person by name and says why', async () => {
    const unnamed: StaffAuthor = { actor: 'operator', fromWhere: 'command line', reason: 'Because.' }
    await expect(ask({ by: unnamed })).rejects.toMatchObject({ code: 'person_required' })
    await expect(ask({ by: author(ana, '  ') })).rejects.toMatchObject({ code: 'invalid_reason', field: 'reason' })
    const decision = { by: unnamed, id: 1n as never, decision: 'approve' as const }
    await expect(world.app.approvals.decide(decision)).rejects.toMatchObject({ code: 'person_required' })
  })

  test('who approves must be permitted the action itself, by role and by token', async () => {
    const id = await waiting()
    const finance = await people.person('finance')
    const narrowed = await people.person('compliance', platform, ['approvals:decide', '*:read'])
    for (const { call } of [finance, narrowed])
      expect(await call('POST', `/approvals/${id}/approve`, reason)).toMatchObject({
        status: 403,
        body: { reason: 'permission_missing' },
      })
    const reader = await people.person('read-only')
    expect(await reader.call('GET', `/approvals/${id}`)).toMatchObject({ status: 200 })
    expect(await reader.call('POST', `/approvals/${id}/approve`, reason)).toMatchObject({ status: 403 })
  })

  test('staff of a partner see and decide what is theirs, and nothing of others', async () => {
    const scope = { kind: 'partner', id: '777' } as const
    const theirs = await people.person('compliance', scope)
    const own = await waiting({ owner: partner('777') })
    subject = { type: 'kycCase', id: `${subject.id}-of-another` }
    const foreign = await waiting({ owner: partner('778') })
    const list = await theirs.call('GET', '/approvals')
    expect(list.body).toMatchObject({ total: 1, data: [{ id: own, owner: scope }] })
    for (const [method, path, body] of [
      ['GET', `/approvals/${foreign}`, undefined],
      ['POST', `/approvals/${foreign}/approve`, reason.body],
      ['GET', '/approvals/999999', undefined],
      ['GET', '/approvals/none', undefined],
    ] as const)
      expect(await theirs.call(method, path, { body })).toMatchObject({
        status: 404,
        body: { reason: 'approval_not_found' },
      })
    expect(await theirs.call('POST', `/approvals/${own}/approve`, reason)).toMatchObject({ status: 200 })
  })

  test('the list has pages, oldest first, of one status when one is named', async () => {
    const ids = [await waiting()]
    subject = { type: 'kycCase', id: `${subject.id}-second` }
    ids.push(await waiting())
    const all = (await ana.call('GET', '/approvals?status=requested&size=100')).body
    const data = all.data as { id: string; status: string }[]
    expect(data.map(({ id }) => id).slice(-2)).toEqual(ids)
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['requested']))
    const last = (await ana.call('GET', `/approvals?status=requested&size=1&page=${data.length}`)).body
    expect(last).toMatchObject({ page: data.length, size: 1, total: data.length, data: [{ id: ids[1] }] })
    for (const status of ['approved', 'rejected', 'expired', 'used']) {
      const page = (await ana.call('GET', `/approvals?status=${status}`)).body.data as { status: string }[]
      expect(new Set(page.map((one) => one.status)), status).toEqual(new Set([status]))
    }
  })

  test('a repeated key decides once and replies the same', async () => {
    const id = await waiting()
    const keyed = { ...reason, headers: { 'idempotency-key': 'decide-1' } }
    const first = await bob.call('POST', `/approvals/${id}/approve`, keyed)
    const again = await bob.call('POST', `/approvals/${id}/approve`, keyed)
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test('a route that has to wait replies 202 with the approval, and does it when it is called again', async () => {
    const http = Fastify()
    onTestFinished(() => http.close())
    const { approvals } = world.app
    const done: string[] = []
    const route = staffRoute({
      method: 'POST',
      path: '/cases/:id/decide',
      operationId: 'decideCase',
      group: 'Cases',
      summary: 'Decide',
      caller: 'staff',
      permission: 'kyc:decide',
      repeated: 'stored',
      params: z.object({ id: z.string() }),
      body: z.object({ ...reasonField, decision: z.string() }),
      reply: z.strictObject({ done: z.boolean() }),
      accepted: waitingShape,
      run: async ({ params, body, caller, ip, once }) =>
        decide(async () => {
          const by = authorOf({ caller, ip, body })
          const about = { owner: platform, subject: { type: 'kycCase', id: params.id } }
          const request = { decision: body.decision }
          const cleared = await approvals.require({ by, action: 'kyc:decide', ...about, request, once })
          if (!cleared.allowed) return waitsFor(cleared.approval)
          await commit(world.app, world.app.clock.now(), [...cleared.writes, ...once(params.id)])
          done.push(body.decision)
          return { done: true }
        }),
      recover: async () => ({ done: true }),
    })
    const caller = { staff: ana.staff, via: { kind: 'token' as const, id: ana.tokenId }, permissions: 'all' as const }
    mountBareJson<StaffCallers>(http, world.app, {
      root: '/test',
      routes: [route],
      recognize: async () => caller,
      ownerOf: ({ staff }) => ({ kind: 'staff', id: String(staff.id) }),
      document: {
        title: 'Test',
        description: 'Test',
        securitySchemes: {},
        schemeOf: { staff: '', operator: '', staffToken: '' },
      },
    })
    const call = async (key: string) => {
      const url = `/test/cases/${subject.id}/decide`
      const payload = { reason: 'The documents are right.', decision: 'approve' }
      const reply = await http.inject({ method: 'POST', url, headers: { 'idempotency-key': key }, payload })
      return { status: reply.statusCode, body: reply.json() }
    }
    const first = await call('one')
    expect(first).toMatchObject({ status: 202, body: { approval: { status: 'requested', action: 'kyc:decide' } } })
    expect(await call('one')).toEqual(first)
    const { id } = first.body.approval
    expect(await bob.call('POST', `/approvals/${id}/approve`, reason)).toMatchObject({ status: 200 })
    expect(await call('two')).toEqual({ status: 200, body: { done: true } })
    expect(await call('two')).toEqual({ status: 200, body: { done: true } })
    expect(done).toEqual(['approve'])
    const { paths } = (await http.inject('/test/openapi.json')).json()
    expect(Object.keys(paths['/cases/{id}/decide'].post.responses)).toEqual(['200', '202', '429', 'default'])
  })

  test('seals agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})

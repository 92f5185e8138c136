import { expect, test } from 'vitest'
import { screenPerson } from '#issuing/screening'
import { longTest } from '../world/length.ts'
import { lenka, loads, tavio } from '../world/sanctions.ts'
import { list, namesake, openScreened } from '../world/screened.ts'
import { exportAs, openPeople } from '../world/staff.ts'

async function openHit(environment: Record<string, string> = {}) {
  const screened = await openScreened(environment)
  await loads(screened.world, 'ofac', list(tavio))
  const people = await openPeople(screened.world)
  const { holderId } = await screened.customer()
  const [hit] = await screenPerson(screened.app, holderId, namesake)
  return { ...screened, people, holderId, hit: hit!, compliance: await people.person('compliance') }
}
const clears = { body: { decision: 'clear', reason: 'Born 1994, the passport is genuine.' } }

test('compliance sees who waits, reads the customer beside the entry, and decides', async () => {
  const { compliance, holderId, hit, partner } = await openHit()
  const open = await compliance.call('GET', '/screening/hits?status=open')
  expect(open.body).toMatchObject({
    total: 1,
    data: [
      { id: String(hit.id), customerId: holderId, reference: '9001', score: 1, birth: 'different', strong: false },
    ],
  })
  expect(await compliance.call('GET', `/screening/hits/${hit.id}`)).toMatchObject({
    status: 200,
    body: {
      partnerId: String(partner.partner.id),
      customer: { names: ['Tavio Brenholm'], birthDate: '1994-10-07', countries: ['RO'] },
      entry: { names: ['Tavio BRENHOLM'], births: ['07 Oct 1962'], countries: ['IR'], current: true },
      history: [{ action: 'open', status: 'open' }],
    },
  })
  const decided = await compliance.call('POST', `/screening/hits/${hit.id}/decide`, clears)
  expect(decided).toMatchObject({ status: 200, body: { status: 'false_positive', decidedAt: expect.any(String) } })
  const again = await compliance.call('POST', `/screening/hits/${hit.id}/decide`, clears)
  expect(again).toMatchObject({ status: 409, body: { reason: 'hit_transition', allowed: ['reopen'] } })
  const audited = await compliance.call('GET', `/audit?subjectType=hit&subjectId=${hit.id}`)
  expect(
    (audited.body.data as { action: string; actor: string }[]).map(({ action, actor }) => [action, actor]),
  ).toEqual([
    ['hitDecided', `staff ${compliance.staff.id}`],
    ['hitViewed', `staff ${compliance.staff.id}`],
  ])
})

test('a repeated key decides once; where two people are needed the call waits, is approved, and decides', async () => {
  const { compliance, people, hit } = await openHit({ FLORIN_APPROVALS: 'screening:decide' })
  const bob = await people.person('compliance')
  const path = `/screening/hits/${hit.id}/decide`
  const keyed = (key: string) => ({ ...clears, headers: { 'idempotency-key': key } })
  const first = await compliance.call('POST', path, keyed('one'))
  expect(first).toMatchObject({ status: 202, body: { approval: { action: 'screening:decide', status: 'requested' } } })
  expect(await compliance.call('POST', path, keyed('one'))).toMatchObject({ status: 202, body: first.body })
  const { id } = first.body.approval as { id: string }
  await bob.call('POST', `/approvals/${id}/approve`, { body: { reason: 'I have compared them too.' } })
  const carryOut = `/approvals/${id}/carry-out`
  const carried = { body: { reason: clears.body.reason }, headers: { 'idempotency-key': 'two' } }
  const done = await compliance.call('POST', carryOut, carried)
  expect(done).toMatchObject({ status: 200, body: { status: 'used' } })
  expect((await compliance.call('POST', carryOut, carried)).body).toEqual(done.body)
  expect((await compliance.call('GET', `/screening/hits/${hit.id}`)).body).toMatchObject({ status: 'false_positive' })
})

// In small: shows staff of a partner its own customers, and no cases of others
longTest('staff of a partner see the hits of its customers, and of others there are none', async () => {
  const { world, people, partner, hit, compliance, holderId } = await openHit()
  const own = await people.person('compliance', { kind: 'partner', id: String(partner.partner.id) })
  const other = await people.person('compliance', { kind: 'partner', id: '999' })
  const merchant = await people.person('compliance', { kind: 'merchant', id: String(partner.partner.id) })
  expect((await own.call('GET', `/screening/hits?customerId=${holderId}`)).body).toMatchObject({ total: 1 })
  expect(await own.call('GET', `/screening/hits/${hit.id}`)).toMatchObject({ status: 200 })
  for (const { call } of [other, merchant]) {
    expect((await call('GET', '/screening/hits')).body).toMatchObject({ total: 0 })
    for (const [method, path, options] of [
      ['GET', '', {}],
      ['POST', '/decide', clears],
    ] as const)
      expect(await call(method, `/screening/hits/${hit.id}${path}`, options)).toMatchObject({
        status: 404,
        body: { reason: 'hit_not_found' },
      })
  }
  for (const [query, total] of [
    [`partnerId=${partner.partner.id}&status=open`, 1],
    ['status=!open', 0],
    ['list=ofac&strong=false&text=BRENHOLM&created=today', 1],
    ['text=9001', 1],
    ['list=eu', 0],
    ['strong=true', 0],
    ['text=nobody', 0],
  ] as const)
    expect([query, (await compliance.call('GET', `/screening/hits?${query}`)).body]).toMatchObject([query, { total }])
  for (const [person, lines] of [
    [own, 2],
    [other, 1],
  ] as const)
    expect((await exportAs(world, person, 'screening-hits?status=open')).lines).toHaveLength(lines)
  expect((await compliance.call('GET', '/screening/hits?customerId=nobody')).body).toMatchObject({ total: 0 })
  expect(await compliance.call('GET', '/screening/hits/none')).toMatchObject({ status: 404 })
})

test('who is not of compliance neither sees hits nor decides them', async () => {
  const { people, hit } = await openHit()
  const support = await people.person('support')
  for (const path of ['/screening/hits', `/screening/hits/${hit.id}`])
    expect(await support.call('GET', path)).toMatchObject({ status: 403, body: { reason: 'permission_missing' } })
})

test('the operator sees the versions of the lists, and has everybody compared again', async () => {
  const { world, compliance } = await openHit()
  await loads(world, 'ofac', list(tavio, lenka))
  const lists = await compliance.call('GET', '/screening/lists')
  expect(lists.body).toMatchObject({
    total: 2,
    data: [
      { list: 'ofac', entries: 12, names: 13, added: 1, removed: 0, publishedOn: '2026-05-02', current: true },
      { entries: 11, current: false },
    ],
  })
  const asked = { body: { reason: 'Other thresholds.' }, headers: { 'idempotency-key': 'compare' } }
  const begun = await compliance.call('POST', '/screening/comparisons', asked)
  expect(begun).toMatchObject({ status: 200, body: { cause: 'asked', status: 'running', screened: 0 } })
  expect((await compliance.call('POST', '/screening/comparisons', asked)).body).toEqual(begun.body)
  await world.runUntilIdle()
  const runs = await compliance.call('GET', '/screening/comparisons')
  expect((runs.body.data as { status: string }[]).map(({ status }) => status)).toEqual([
    'done',
    'superseded',
    'superseded',
  ])
})

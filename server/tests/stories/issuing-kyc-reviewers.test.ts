import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntriesOf } from '#core/directory'
import { caseOf, submitsAll, waitsForPerson } from '../world/kyc.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openPeople, type People, type Person } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

let world: World
let nordwind: PartnerFixture
let people: People
let ana: Person
let bob: Person
beforeAll(async () => {
  world = await createWorld()
  nordwind = await openPartner(world)
  people = await openPeople(world)
  ana = await people.person('compliance')
  bob = await people.person('compliance')
})
afterAll(() => world[Symbol.asyncDispose]())

const reason = 'The documents are right.'
const nameOf = ({ staff }: Person) => `staff ${staff.id}`
const waiting = () => waitsForPerson({ world, partner: nordwind, by: ana })
const held = async (caseId: string, by = ana) => (await by.call('GET', `/kyc/cases/${caseId}`)).body
const post = (by: Person, caseId: string, verb: string, more: object = {}) =>
  by.call('POST', `/kyc/cases/${caseId}/${verb}`, { body: { reason, ...more } })
/** Holds, renews or releases a case: the audit has what is new of it. */
const works = (by: Person, caseId: string, verb: 'hold' | 'release') =>
  by.call('POST', `/kyc/cases/${caseId}/${verb}`, { changesNothing: true })
const audited = async (caseId: string) =>
  (await auditEntriesOf(world.app.db, { subject: { kind: 'kycCase', id: caseId }, limit: 50 }))
    .map(({ action }) => action)
    .filter((action) => action !== 'kycCaseViewed')
    .toReversed()

describe('a case that somebody looks at', () => {
  test('is held for ten minutes, which an open page renews, and others see by whom; it keeps nobody from deciding', async () => {
    const { caseId, decide } = await waiting()
    expect((await works(ana, caseId, 'hold')).body).toMatchObject({ held: { by: nameOf(ana) } })
    world.clock.pass({ minutes: 9 })
    await works(ana, caseId, 'hold')
    world.clock.pass({ minutes: 9 })
    // What is held stays theirs: the reply says whose it is.
    expect((await works(bob, caseId, 'hold')).body).toMatchObject({ held: { by: nameOf(ana) } })
    expect(await held(caseId, bob)).toMatchObject({
      held: { by: nameOf(ana), until: expect.any(String) },
      actions: { approve: { allowed: true }, takeOver: { allowed: true } },
    })
    expect(await held(caseId)).toMatchObject({ actions: { takeOver: { because: 'kyc_case_not_held' } } })
    expect(await decide('reject', { rejectReason: 'data_differs' }, bob)).toMatchObject({ status: 200 })
    expect(await held(caseId)).not.toHaveProperty('held')
    expect(await audited(caseId)).toEqual(['kycCaseHeld', 'kycCaseDecided'])
  })

  test('is free when the ten minutes are over, when it is left, and when another has taken it over', async () => {
    const { caseId } = await waiting()
    await works(ana, caseId, 'hold')
    world.clock.pass({ minutes: 10 })
    expect(await held(caseId)).not.toHaveProperty('held')
    expect((await works(bob, caseId, 'hold')).body).toMatchObject({ held: { by: nameOf(bob) } })
    expect((await post(ana, caseId, 'take-over')).body).toMatchObject({ held: { by: nameOf(ana) } })
    // Of a case that is not theirs, nothing is released.
    expect((await works(bob, caseId, 'release')).body).toMatchObject({ held: { by: nameOf(ana) } })
    expect((await works(ana, caseId, 'release')).body).not.toHaveProperty('held')
    expect(await post(ana, caseId, 'take-over')).toMatchObject({ status: 409, body: { reason: 'kyc_case_not_held' } })
    expect(await audited(caseId)).toEqual(['kycCaseHeld', 'kycCaseHeld', 'kycCaseTakenOver', 'kycCaseReleased'])
  })

  test('is held by one of two who open it at the same moment', async () => {
    const { caseId } = await waiting()
    const both = await Promise.all([ana, bob].map((one) => works(one, caseId, 'hold')))
    const [{ by } = { by: '' }] = both.map(({ body }) => body.held as { by: string })
    expect(both.map(({ body }) => (body.held as { by: string }).by)).toEqual([by, by])
    expect(await audited(caseId)).toEqual(['kycCaseHeld'])
  })
})

describe('a case of a colleague', () => {
  test('is assigned to who may decide, found under “mine”, and to no one again', async () => {
    const [one, other] = [await waiting(), await waiting()]
    expect((await ana.call('GET', '/kyc/reviewers')).body.data).toEqual(
      expect.arrayContaining([{ id: String(bob.staff.id), name: bob.staff.name }]),
    )
    expect(await post(ana, one.caseId, 'assign', { staffId: Number(bob.staff.id) })).toMatchObject({
      status: 200,
      body: { assignedTo: nameOf(bob) },
    })
    const idsOf = async (by: Person, reviewer: string) =>
      ((await by.call('GET', `/kyc/cases?reviewer=${reviewer}&size=100`)).body.data as { id: string }[]).map(
        ({ id }) => id,
      )
    expect(await idsOf(bob, 'me')).toEqual([one.caseId])
    expect(await idsOf(ana, 'me')).toEqual([])
    expect(await idsOf(ana, 'nobody')).toEqual(expect.not.arrayContaining([one.caseId]))
    expect(await idsOf(ana, 'nobody')).toContain(other.caseId)
    expect((await post(bob, one.caseId, 'assign')).body).not.toHaveProperty('assignedTo')
    expect(await idsOf(ana, 'nobody')).toContain(one.caseId)
    expect(await audited(one.caseId)).toEqual(['kycCaseAssigned', 'kycCaseAssigned'])
  })

  test('is not assigned to who may not decide, who is of another organization, or once it is decided', async () => {
    const { caseId, decide } = await waiting()
    const support = await people.person('support')
    const theirs = await people.person('compliance', { kind: 'partner', id: String(nordwind.partner.id) })
    for (const { staff } of [support, theirs])
      expect(await post(ana, caseId, 'assign', { staffId: Number(staff.id) })).toMatchObject({
        status: 400,
        body: { reason: 'kyc_reviewer_not_found' },
      })
    expect((await post(theirs, caseId, 'assign', { staffId: Number(theirs.staff.id) })).status).toBe(200)
    await decide('approve')
    expect(await post(ana, caseId, 'assign')).toMatchObject({ status: 409, body: { reason: 'kyc_case_decided' } })
    expect(await works(ana, caseId, 'hold')).toMatchObject({ status: 409, body: { reason: 'kyc_case_not_waiting' } })
  })
})

test('a case shows the earlier ones of its customer, with who has rejected them, when and why', async () => {
  const first = await waiting()
  await first.decide('reject', { rejectReason: 'document_expired', reason: 'The passport is of 2019.' }, bob)
  await submitsAll(world, first.call)
  await world.runUntilIdle()
  const caseId = await caseOf(world, first.customerId)
  const { earlier } = await held(caseId)
  expect(earlier).toEqual([
    {
      id: first.caseId,
      status: 'rejected',
      rejectReason: 'document_expired',
      decidedAt: expect.any(String),
      decidedBy: nameOf(bob),
      reason: 'The passport is of 2019.',
    },
  ])
})

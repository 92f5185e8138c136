import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntriesOf } from '#core/directory'
import { startVisit } from '../world/documents.ts'
import { caseOf, formSteps, handsInPassport, submits, waitsForPerson } from '../world/kyc.ts'
import { byLength } from '../world/length.ts'
import { jpeg } from '../world/media.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openPeople, type People, type Person } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

let world: World
let nordwind: PartnerFixture
let people: People
let ana: Person
beforeAll(async () => {
  world = await createWorld()
  nordwind = await openPartner(world)
  people = await openPeople(world)
  ana = await people.person('compliance')
})
afterAll(() => world[Symbol.asyncDispose]())

const waiting = () => waitsForPerson({ world, partner: nordwind, by: ana })

describe('at the same moment', () => {
  test.each([
    ['approves', 'approve', {}],
    ['sends a step back', 'ask', { steps: [{ step: 'gender' }] }],
  ])('one person rejects and another one %s: one of them does', async (_what, decision, more) => {
    const bob = await people.person('compliance')
    const { decide, caseId } = await waiting()
    const held = await world.holdRow('kyc.cases', BigInt(caseId))
    const both = Promise.all([decide('reject', { rejectReason: 'other' }), decide(decision, more, bob)])
    await world.untilWaiting(2)
    await held.release()
    const replies = (await both).toSorted((one, another) => one.status - another.status)
    expect(replies.map(({ status }) => status)).toEqual([200, 409])
    expect(replies[1]!.body).toMatchObject({ reason: 'kyc_transition' })
    const subject = { kind: 'kycCase', id: caseId }
    expect(await auditEntriesOf(world.app.db, { subject, limit: 9 })).toHaveLength(1)
  })

  test('a customer corrects a step and a person approves: what was approved is what was seen', async () => {
    const { decide, call, kyc, caseId } = await waiting()
    const held = await world.holdRow('kyc.cases', BigInt(caseId))
    const approved = decide('approve')
    await world.untilWaiting(1)
    const corrected = await submits(call, 'residence', { city: 'Sibiu' })
    await held.release()
    expect(corrected).toMatchObject({ status: 409, body: { reason: 'kyc_not_open' } })
    expect((await approved).status).toBe(200)
    expect(await kyc()).toMatchObject({ status: 'approved' })
  })

  test('the last documents are handed in and the last step is sent: the case is handed in once', async () => {
    const { customerId, call } = await nordwind.customer()
    const [last, ...others] = formSteps
    for (const step of others) await submits(call, step)
    await handsInPassport(world, call)
    const caseId = await caseOf(world, customerId)
    const visitor = await startVisit(world, call, 'poa')
    await visitor.fill({ kind: 'utility_bill', issuedOn: '2026-05-01' })
    await visitor.sends(jpeg())
    const held = await world.holdRow('kyc.cases', BigInt(caseId))
    const both = Promise.all([visitor.fill({}), submits(call, last!)])
    await world.untilWaiting(2)
    await held.release()
    const [page, step] = await both
    expect([page.status, step.status]).toEqual([200, 200])
    expect((await call('GET', '/kyc')).body).toMatchObject({ status: 'pending_review', missing: [] })
    expect(await world.query(`select status from kyc.identity_checks where case_id = ${caseId}`)).toHaveLength(1)
  })

  const submissions = byLength({ short: 12, long: 100 })
  test(`${submissions} submissions of one customer at once are stored or refused, and none fails`, async () => {
    const { customerId, call } = await nordwind.customer()
    const replies = await Promise.all(Array.from({ length: submissions }, () => submits(call, 'gender')))
    const stored = replies.filter(({ status }) => status === 200)
    const others = replies.filter(({ status }) => status !== 200)
    expect(stored.length).toBeGreaterThan(0)
    for (const { status, body: refused } of others) expect([status, refused.reason]).toEqual([409, 'changed_meanwhile'])
    const [row] = await world.query(
      `select count(*) from kyc.submissions s join kyc.cases c on c.id = s.case_id where c.holder_id = '${customerId}'`,
    )
    expect(Number(row!.count)).toBe(stored.length)
  })
})

test('seals and checks agree with everything that was done', async () => {
  await world.runUntilIdle()
  expect((await world.verify()).differences).toEqual([])
})

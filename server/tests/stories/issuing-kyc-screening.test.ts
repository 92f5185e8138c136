import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { decideHit, openHitsOf, screenPerson } from '#issuing/screening'
import { answersOfAna, submitsAll, waitsForPerson } from '../world/kyc.ts'
import { longTest } from '../world/length.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { compliance, type ListedPerson, loads } from '../world/sanctions.ts'
import { list } from '../world/screened.ts'
import { openPeople, type Person } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

let world: World
let nordwind: PartnerFixture
let ana: Person
beforeEach(async () => {
  world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  nordwind = await openPartner(world)
  ana = await (await openPeople(world)).person('compliance')
})

/** Somebody on the list with the name of a customer. */
const listed = (first: string): ListedPerson => ({ id: 9500, first, last: answersOfAna['personal-info'].lastName })
const holderOf = ({ customerId }: { customerId: string }) => customerId as Parameters<typeof openHitsOf>[1]

test('whom the provider approves, and who is like somebody on a list, waits for a person', async () => {
  await loads(world, 'ofac', list(listed('Approve')))
  const { call, customerId } = await nordwind.customer()
  await submitsAll(world, call, { firstName: 'Approve' })
  await world.runUntilIdle()
  expect((await call('GET', '/kyc')).body).toMatchObject({ status: 'pending_review' })
  const { body } = await ana.call('GET', `/kyc/cases?customerId=${customerId}`)
  expect(body).toMatchObject({ data: [{ check: { status: 'review', because: ['screening_hit'] } }] })
  expect((await world.verify()).differences).toEqual([])
})

test('a case with a hit is approved after the hit was cleared, and not before', async () => {
  await loads(world, 'ofac', list(listed('Ana')))
  const customer = await waitsForPerson({ world, partner: nordwind, by: ana })
  const [hit] = await openHitsOf(world.app.db, holderOf(customer))
  const { body: file } = await ana.call('GET', `/kyc/cases/${customer.caseId}`)
  expect(file).toMatchObject({ screening: { open: [String(hit!.id)], trueMatches: [] } })
  expect(await customer.decide('approve')).toMatchObject({
    status: 409,
    body: { reason: 'kyc_hits_open', message: expect.stringContaining(`${hit!.id}.`) },
  })
  await decideHit(world.app, { by: compliance, hitId: hit!.id, decision: 'clear' })
  expect(await customer.decide('approve')).toMatchObject({ status: 200, body: { status: 'approved' } })
})

test('a customer who is confirmed to be on a list cannot be approved, but rejected', async () => {
  await loads(world, 'ofac', list(listed('Ana')))
  const customer = await waitsForPerson({ world, partner: nordwind, by: ana })
  const [hit] = await openHitsOf(world.app.db, holderOf(customer))
  await decideHit(world.app, { by: compliance, hitId: hit!.id, decision: 'confirm' })
  expect(await customer.decide('approve')).toMatchObject({ status: 409, body: { reason: 'kyc_hits_open' } })
  expect(await customer.decide('reject', { rejectReason: 'declined_by_policy' })).toMatchObject({ status: 200 })
  expect(await customer.kyc()).toMatchObject({ status: 'rejected', rejectReason: 'declined_by_policy' })
})

// In small: a case with a hit is approved after the hit was cleared, and not before
longTest('a list that is loaded after the case was handed in is asked before the approval', async () => {
  const customer = await waitsForPerson({ world, partner: nordwind, by: ana })
  await loads(world, 'ofac', list(listed('Ana')))
  expect(await customer.decide('approve')).toMatchObject({ status: 409, body: { reason: 'kyc_hits_open' } })
})

test('a hit that is opened while its customer is approved does not pass unseen', async () => {
  const customer = await waitsForPerson({ world, partner: nordwind, by: ana })
  const held = await world.holdRow('kyc.cases', BigInt(customer.caseId))
  const approved = customer.decide('approve')
  await world.untilWaiting(1)
  await loads(world, 'ofac', list(listed('Ana')))
  const facts = { names: [`Ana ${answersOfAna['personal-info'].lastName}`], countries: [] }
  const screened = screenPerson(world.app, holderOf(customer), facts)
  await world.untilWaiting(2)
  await held.release()
  await Promise.all([approved, screened])
  expect(await openHitsOf(world.app.db, holderOf(customer))).toHaveLength(1)
  expect(await customer.kyc()).toMatchObject({ status: 'pending_review' })
})

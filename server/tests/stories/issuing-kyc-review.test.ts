import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntriesOf } from '#core/directory'
import { type CustomerChanges, caseOf, submits, submitsAll, waitsForPerson } from '../world/kyc.ts'
import { longTest } from '../world/length.ts'
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

const body = { reason: 'The documents are right.' }

/** A customer whose case waits for a person. */
const waiting = (partner = nordwind, changes: CustomerChanges = {}) =>
  waitsForPerson({ world, partner, by: ana }, changes)

describe('the queue', () => {
  test('has who waits for a decision, longest first, with why and nothing personal', async () => {
    const one = await waiting()
    world.clock.pass({ minutes: 1 })
    const other = await waiting(nordwind, { firstName: 'Review' })
    const { body: page } = await ana.call('GET', '/kyc/cases?size=100')
    const ids = (page.data as { id: string }[]).map(({ id }) => id)
    expect(ids.slice(-2)).toEqual([one.caseId, other.caseId])
    expect((page.data as unknown[]).at(-1)).toEqual({
      id: other.caseId,
      customerId: other.customerId,
      partnerId: String(nordwind.partner.id),
      status: 'pending_review',
      createdAt: expect.any(String),
      submittedAt: expect.any(String),
      check: { status: 'review', provider: 'sandbox', reference: expect.any(String), because: ['provider'] },
    })
    expect((await ana.call('GET', `/kyc/cases?customerId=${one.customerId}`)).body).toMatchObject({
      total: 1,
      data: [{ id: one.caseId }],
    })
    expect((await ana.call('GET', '/kyc/cases?customerId=nobody')).body).toMatchObject({ total: 0 })
    await other.decide('approve')
    expect((await ana.call('GET', '/kyc/cases?status=approved')).body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id: other.caseId, decidedAt: expect.any(String) })]),
    })
  })

  test('shows staff of a partner its own customers, and no cases of others', async () => {
    const foehn = await openPartner(world, 'Foehn Bank')
    const [own, foreign] = [await waiting(foehn), await waiting()]
    const theirs = await people.person('compliance', { kind: 'partner', id: String(foehn.partner.id) })
    expect((await theirs.call('GET', '/kyc/cases')).body).toMatchObject({ total: 1, data: [{ id: own.caseId }] })
    const shop = await people.person('owner', { kind: 'merchant', id: '815' })
    expect((await shop.call('GET', '/kyc/cases')).body).toMatchObject({ total: 0, data: [] })
    for (const reply of [
      await theirs.call('GET', `/kyc/cases/${foreign.caseId}`),
      await foreign.decide('approve', {}, theirs),
      await foreign.decide('approve', {}, shop),
      await ana.call('GET', '/kyc/cases/999999'),
      await ana.call('GET', '/kyc/cases/none'),
    ])
      expect(reply).toMatchObject({ status: 404, body: { reason: 'kyc_case_not_found' } })
    expect(await own.decide('approve', {}, theirs)).toMatchObject({ status: 200, body: { status: 'approved' } })
    expect(await foreign.kyc()).toMatchObject({ status: 'pending_review' })
  })
})

describe('the file of a case', () => {
  test('has all that the customer has submitted, and the audit has who looked', async () => {
    const customer = await nordwind.customer()
    await submits(customer.call, 'residence', { city: 'Cluj-Napoca' })
    await submitsAll(world, customer.call)
    await world.runUntilIdle()
    const caseId = await caseOf(world, customer.customerId)
    const { body: file } = await ana.call('GET', `/kyc/cases/${caseId}`)
    const submitted = (file.submissions as { step: string; answers: { city?: string } }[]).filter(
      ({ step }) => step === 'residence',
    )
    expect(submitted.map(({ answers }) => answers.city)).toEqual(['Brașov', 'Cluj-Napoca'])
    expect(file).toMatchObject({
      status: 'pending_review',
      steps: { pep: true },
      sentBack: [],
      history: [
        { action: 'begin', status: 'in_progress', actor: `holder ${customer.customerId}` },
        { action: 'submit', status: 'pending_review' },
      ],
    })
    const subject = { kind: 'kycCase', id: caseId }
    expect(await auditEntriesOf(world.app.db, { subject, limit: 9 })).toMatchObject([
      {
        action: 'kycCaseViewed',
        actor: `staff ${ana.staff.id}`,
        owner: { kind: 'partner', id: String(nordwind.partner.id) },
        fromWhere: `127.0.0.1, token ${ana.tokenId}`,
      },
    ])
  })

  // In small: step by step, and it is there for reviewers as it was sent
  longTest('has the documents, which are read by those who may, and the audit has who did', async () => {
    const [one, other] = [await waiting(), await waiting()]
    const { body: file } = await ana.call('GET', `/kyc/cases/${one.caseId}`)
    expect(file).toMatchObject({
      identity: { documentKind: 'passport', country: 'RO', number: 'C01X00T47', expiresOn: '2030-07-31' },
      address: { proofKind: 'utility_bill' },
    })
    const { documents } = file.identity as { documents: { id: string; place: string }[] }
    expect(documents.map(({ place }) => place)).toEqual(['front', 'selfie'])
    const [{ id } = { id: '' }] = documents
    const read = (caseId: string, documentId: string, { token } = ana) =>
      world.http.inject({
        url: `/staff/v1/kyc/cases/${caseId}/documents/${documentId}`,
        headers: { authorization: `Bearer ${token}` },
      })
    const document = await read(one.caseId, id)
    expect([document.statusCode, document.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(document.rawPayload).toEqual(jpeg())
    expect(await auditEntriesOf(world.app.db, { subject: { kind: 'document', id }, limit: 9 })).toMatchObject([
      { action: 'kycDocumentViewed', actor: `staff ${ana.staff.id}`, after: { kycCase: one.caseId } },
    ])
    for (const [caseId, documentId] of [
      [other.caseId, id],
      [one.caseId, 'none'],
    ] as const)
      expect((await read(caseId, documentId)).json()).toMatchObject({ code: 404, reason: 'kyc_document_not_found' })
    const reader = await people.person('read-only')
    expect((await read(one.caseId, id, reader)).statusCode).toBe(403)
  })

  // In small: who is not of compliance neither sees hits nor decides them
  longTest('is for those who review: reading everything else is not enough', async () => {
    const { caseId, decide } = await waiting()
    for (const role of ['support', 'finance', 'read-only']) {
      const reader = await people.person(role)
      expect((await reader.call('GET', '/kyc/cases')).status).toBe(200)
      expect(await reader.call('GET', `/kyc/cases/${caseId}`)).toMatchObject({
        status: 403,
        body: { reason: 'permission_missing' },
      })
      expect((await decide('approve', {}, reader)).status).toBe(403)
    }
  })
})

describe('a person', () => {
  test('approves a politically exposed person, whom no machine approves', async () => {
    const customer = await waiting(nordwind, { firstName: 'Approve', isPep: true })
    await customer.call('POST', '/kyc/confirm-pep', { body: { confirmed: true } })
    await world.runUntilIdle()
    const { body: found } = await ana.call('GET', `/kyc/cases?customerId=${customer.customerId}`)
    expect(found).toMatchObject({ data: [{ check: { because: ['politically_exposed'] } }] })
    expect(await customer.decide('approve')).toMatchObject({ status: 200, body: { status: 'approved' } })
    expect(await customer.kyc()).toMatchObject({ status: 'approved' })
    expect((await customer.call('POST', '/accounts', { body: { currency: 'EUR' } })).status).toBe(201)
    const subject = { kind: 'kycCase', id: customer.caseId }
    expect(await auditEntriesOf(world.app.db, { subject, limit: 1 })).toMatchObject([
      {
        action: 'kycCaseDecided',
        actor: `staff ${ana.staff.id}`,
        before: { status: 'pending_review' },
        after: { status: 'approved' },
        reason: body.reason,
      },
    ])
    const again = await customer.decide('approve')
    expect(again).toMatchObject({ status: 409, body: { reason: 'kyc_transition', allowed: ['expire', 'review'] } })
  })

  // In small: a rejection brings its reason
  longTest('rejects with a reason of the published list, which the customer learns', async () => {
    const { decide, kyc } = await waiting()
    expect(await decide('reject', { rejectReason: 'ugly' })).toMatchObject({
      status: 400,
      body: { field: 'rejectReason' },
    })
    expect(await decide('reject', { rejectReason: 'screen_copy' })).toMatchObject({
      status: 200,
      body: { status: 'rejected', rejectReason: 'screen_copy' },
    })
    expect(await kyc()).toMatchObject({ status: 'rejected', rejectReason: 'screen_copy' })
  })

  test('sends steps back, which the customer takes again before the case comes back', async () => {
    const { decide, kyc, call, caseId } = await waiting()
    const steps = [{ step: 'residence', rejectReason: 'address_not_proven' }, { step: 'gender' }]
    expect(await decide('ask', { steps })).toMatchObject({ status: 200, body: { status: 'in_progress' } })
    expect(await kyc()).toMatchObject({
      status: 'in_progress',
      steps: { residence: false, gender: false, birthplace: true },
      missing: ['residence', 'gender'],
      sentBack: [{ step: 'gender' }, { step: 'residence', rejectReason: 'address_not_proven' }],
    })
    expect((await submits(call, 'residence', { city: 'Sibiu' })).body).toMatchObject({ missing: ['gender'] })
    expect(await kyc()).toMatchObject({ sentBack: [{ step: 'gender' }] })
    expect((await submits(call, 'gender')).body).toEqual({ status: 'pending_review', missing: [] })
    expect(await kyc()).not.toHaveProperty('sentBack')
    const checks = await world.query(`select status from kyc.identity_checks where case_id = ${caseId} order by id`)
    expect(checks.map(({ status }) => status)).toEqual(['review', 'waiting'])
    expect(await decide('approve')).toMatchObject({ status: 200, body: { check: { status: 'withdrawn' } } })
  })

  // In small: sends steps back, which the customer takes again before the case comes back
  longTest('sends back only what the customer has taken, and something at least', async () => {
    const { decide } = await waiting()
    expect(await decide('ask', { steps: [] })).toMatchObject({ status: 400, body: { field: 'steps' } })
    expect(await decide('ask', { steps: [{ step: 'confirm-pep' }] })).toMatchObject({
      status: 409,
      body: { reason: 'kyc_step_not_taken', field: 'steps' },
    })
    expect(await decide('ask', { steps: [{ step: 'hobby' }] })).toMatchObject({ status: 400 })
  })

  // In small: sends steps back, which the customer takes again before the case comes back
  longTest('decides nothing about a case that the customer has not handed in', async () => {
    const { customerId, call } = await nordwind.customer()
    await submits(call, 'gender')
    for (const [decision, more] of [
      ['approve', {}],
      ['reject', { rejectReason: 'other' }],
      ['ask', { steps: [{ step: 'gender' }] }],
    ] as const) {
      const path = `/kyc/cases/${await caseOf(world, customerId)}/${decision}`
      expect(await ana.call('POST', path, { body: { ...body, ...more } })).toMatchObject({
        status: 409,
        body: { reason: 'kyc_transition', allowed: ['submit'] },
      })
    }
  })

  // In small: a repeated key decides once; where two people are needed the call waits, is approved, and decides
  longTest('decides once with one Idempotency-Key', async () => {
    const { decide, caseId } = await waiting()
    const headers = { 'idempotency-key': `approve-${caseId}` }
    const first = await decide('approve', {}, ana, headers)
    const again = await decide('approve', {}, ana, headers)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers['idempotent-replayed']).toBe('true')
  })
})

describe('with a second person', () => {
  test('a decision waits until another one approves it, for this decision and this version of the case', async () => {
    await using careful = await createWorld({ environment: { FLORIN_APPROVALS: 'kyc:decide' } })
    const partner = await openPartner(careful)
    const staff = await openPeople(careful)
    const [one, other] = [await staff.person('compliance'), await staff.person('compliance')]
    const { call } = await partner.customer()
    await submitsAll(careful, call)
    await careful.runUntilIdle()
    const [{ id } = {}] = await careful.query('select id from kyc.cases')
    const approve = (headers: Record<string, string> = {}) =>
      one.call('POST', `/kyc/cases/${id}/approve`, { body, headers })
    const keyed = { 'idempotency-key': 'approve-1' }
    const asked = await approve(keyed)
    expect(asked).toMatchObject({
      status: 202,
      body: {
        approval: {
          status: 'requested',
          action: 'kyc:decide',
          owner: { kind: 'partner', id: String(partner.partner.id) },
          subject: { type: 'kycCase', id: String(id) },
          request: { decision: 'approve', version: expect.any(Number) },
        },
      },
    })
    expect((await approve(keyed)).body).toEqual(asked.body)
    expect((await call('GET', '/kyc')).body).toMatchObject({ status: 'pending_review' })
    const { id: approvalId } = (asked.body as { approval: { id: string } }).approval
    await other.call('POST', `/approvals/${approvalId}/approve`, { body })
    const rejected = await one.call('POST', `/kyc/cases/${id}/reject`, { body: { ...body, rejectReason: 'other' } })
    expect(rejected).toMatchObject({ status: 409, body: { reason: 'approval_pending' } })
    const carriesOut = () => one.call('POST', `/approvals/${approvalId}/carry-out`, { body })
    await careful.query(`update kyc.cases set version = version + 1 where id = ${id}`)
    const outdated = await carriesOut()
    expect(outdated).toMatchObject({ status: 409, body: { reason: 'approval_outdated' } })
    expect(outdated.body.message).toMatch(/: version was (\d+) and is \d+\./)
    await careful.query(`update kyc.cases set version = version - 1 where id = ${id}`)
    expect(await carriesOut()).toMatchObject({ status: 200, body: { status: 'used' } })
    expect((await one.call('GET', `/kyc/cases/${id}`)).body).toMatchObject({ status: 'approved' })
    await careful.runUntilIdle()
    expect((await careful.verify()).differences).toEqual([])
  })
})

test('seals and checks agree with everything that was done', async () => {
  await world.runUntilIdle()
  expect((await world.verify()).differences).toEqual([])
})

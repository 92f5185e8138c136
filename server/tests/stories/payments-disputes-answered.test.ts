import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addEvidenceFile, changeEvidence } from '#acquiring/disputes'
import type { PaymentId } from '#acquiring/ids'
import type { SubmitEvidenceRequest } from '#connectors/acquirer/port.ts'
import { delay } from '../world/acquirer-fault-proxy.ts'
import { banksOf } from '../world/disputes.ts'
import { jpeg, pdf, zip } from '../world/media.ts'
import { makePaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'
import { exportAs, openPeople, type Person } from '../world/staff.ts'

describe('a dispute, answered by the staff of its merchant', () => {
  let fixture: PaymentsFixture
  let banks: ReturnType<typeof banksOf>
  let owner: Person
  let support: Person
  let stranger: Person
  let sent: SubmitEvidenceRequest[]
  beforeAll(async () => {
    fixture = await makePaymentsFixture()
    banks = banksOf(fixture)
    const people = await openPeople(fixture.world)
    const merchant = { kind: 'merchant', id: String(fixture.site.merchantId) } as const
    owner = await people.person('owner', merchant)
    support = await people.person('support', merchant)
    const other = await fixture.world.merchant()
    stranger = await people.person('owner', { kind: 'merchant', id: String(other.site.merchantId) })
    const { acquirerProxy } = fixture
    const submit = acquirerProxy.submitEvidence
    acquirerProxy.submitEvidence = (request) => {
      sent.push(request)
      return submit(request)
    }
  })
  afterAll(async () => {
    const { differences } = await fixture.world.verify()
    await fixture.world[Symbol.asyncDispose]()
    expect(differences).toEqual([])
  })
  beforeEach(() => {
    sent = []
  })

  const reason = 'Ticket 88: the courier has confirmed it.'
  const disputed = async (why: Parameters<typeof banks.disputes>[2] = 'not_received', pays = {}) => {
    const payment = await fixture.pays(pays)
    const name = await banks.disputes(payment, undefined, why)
    const [{ id }] = (await fixture.followersOf(payment)) as unknown as [{ id: PaymentId }]
    const path = `/disputes/${id}`
    const call = (method: 'PATCH' | 'POST', action: string, body = {}, by = owner) =>
      by.call(method, `${path}/${action}`, { body: { reason, ...body } })
    return {
      payment,
      name,
      id: String(id),
      path,
      shown: async (by = owner) => (await by.call('GET', path)).body,
      says: (texts: object, by = owner) => call('PATCH', 'evidence', texts, by),
      attaches: (content: Uint8Array, kind = 'delivery_proof') =>
        call('POST', 'files', { kind, content: Buffer.from(content).toString('base64') }),
      does: (action: string, body = {}, by = owner) => call('POST', action, body, by),
    }
  }

  test('says until when a response is taken, and is there for its merchant alone', async () => {
    const { id, payment, path } = await disputed()
    const listed = (await owner.call('GET', '/disputes?status=needsResponse')).body
    expect(listed).toMatchObject({
      total: 1,
      data: [{ id, paymentId: String(payment.id), actions: ['submit', 'accept'] }],
    })
    const [{ openedAt, respondBy }] = listed.data as [{ openedAt: string; respondBy: string }]
    expect(Temporal.Instant.from(respondBy).since(openedAt).total('days')).toBeCloseTo(7, 1)
    expect((await stranger.call('GET', '/disputes')).body).toMatchObject({ total: 0 })
    expect(await stranger.call('GET', `/disputes?siteId=${fixture.site.id}`)).toMatchObject({ status: 404 })
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', '/submit'],
      ['POST', '/accept'],
      ['PATCH', '/evidence'],
    ] as const) {
      const body = { reason, ...(rest === '/accept' && { confirm: true }) }
      const tried = await stranger.call(method, `${path}${rest}`, method === 'GET' ? {} : { body })
      expect([rest, tried.status, tried.body.reason]).toEqual([rest, 404, 'dispute_not_found'])
    }
    expect((await support.call('GET', path)).status).toBe(200)
    const lines = fixture.world.logged.map((text) => JSON.parse(text) as Record<string, unknown>)
    expect(lines.filter(({ msg }) => msg === 'answered').at(-1)).toMatchObject({
      path: '/staff/v1/disputes/:disputeId',
      disputeId: id,
      staffId: String(support.staff.id),
      status: 200,
    })
    const exported = async (by: Person) => (await exportAs(fixture.world, by, 'disputes')).lines
    const [headings, line] = await exported(owner)
    expect(headings).toMatch(/,reason,dispute_status,respond_by,times are in UTC$/)
    expect(line).toMatch(
      new RegExp(`^${id},chargeback,opened,.*,not_received,needsResponse,2026-05-11T10:00:00\\+00:00,$`),
    )
    expect(await exported(stranger)).toHaveLength(1)
    const refused = await support.call('POST', `${path}/submit`, { body: { reason } })
    expect(refused).toMatchObject({ status: 403, body: { reason: 'permission_missing' } })
  })

  test('is won by evidence: texts and files are a draft until they are submitted, once', async () => {
    const { name, payment, path, ...dispute } = await disputed()
    expect((await dispute.does('submit')).body).toMatchObject({ reason: 'evidence_empty' })
    expect((await dispute.says({ refundPolicy: 'None.' })).body).toMatchObject({
      reason: 'evidence_field_not_for_reason',
      field: 'refundPolicy',
    })
    await dispute.says({ explanation: 'Left with the neighbour.', carrier: 'Post' })
    await dispute.says({ explanation: 'Signed for: winning_evidence. Card 4111 1111 1111 1111.', carrier: null })
    // A colleague has changed it since.
    const late = { explanation: 'Lost.', carrier: 'None', seen: { explanation: 'Left with the neighbour.' } }
    const { status, body } = await owner.call('PATCH', `${path}/evidence`, { body: { reason, ...late } })
    expect([status, body.reason, body.field]).toEqual([409, 'setting_changed_meanwhile', 'explanation'])
    await dispute.says({ carrier: null, seen: { carrier: '' } })
    const attached = await dispute.attaches(pdf())
    expect(attached).toMatchObject({
      status: 201,
      body: { files: [{ name: 'delivery_proof-1.pdf', type: 'application/pdf' }] },
    })
    const [file] = attached.body.files as [{ id: string }]
    await dispute.attaches(jpeg(), 'receipt')
    expect((await dispute.does(`files/${file.id}/remove`)).body).toMatchObject({ files: [{ name: 'receipt-1.jpg' }] })
    expect((await dispute.does(`files/${file.id}/remove`)).body).toMatchObject({ reason: 'evidence_file_not_found' })
    await dispute.attaches(pdf())

    const shown = await dispute.shown()
    const written = (shown.evidence as { field: string; text?: string }[]).filter(({ text }) => text !== undefined)
    expect(written).toMatchObject([
      { field: 'explanation', text: 'Signed for: winning_evidence. Card 4111 11** **** 1111.' },
    ])
    const [, proof] = shown.files as [unknown, { id: string; bytes: number }]
    const got = await owner.call('GET', `${path}/files/${proof.id}`)
    expect(got.headers).toMatchObject({ 'content-type': 'application/pdf' })
    expect(got.headers['content-disposition']).toContain('delivery_proof-2.pdf')
    expect((await support.call('GET', `${path}/files/${proof.id}`)).status).toBe(403)

    const rows = await fixture.world.query(
      `select to_jsonb(c)::text as row from disputes.cases c union all select to_jsonb(f)::text from disputes.documents f
       union all select encode(sealed, 'escape') from disputes.document_pieces
       union all select to_jsonb(a)::text from directory.audit a`,
    )
    for (const secret of ['winning_evidence', '%PDF', '4111 11'])
      expect(rows.filter(({ row }) => String(row).includes(secret))).toEqual([])

    fixture.acquirerProxy.next('submitEvidence', 'request lost', 'response lost')
    const key = { body: { reason }, headers: { 'idempotency-key': 'submit-88' } }
    const submitted = await owner.call('POST', `${path}/submit`, key)
    expect(submitted.body).toMatchObject({ status: 'submitting', actions: [] })
    expect((await owner.call('POST', `${path}/submit`, key)).body).toEqual(submitted.body)
    for (const again of [dispute.says({ explanation: 'More.' }), dispute.attaches(pdf()), dispute.does('submit')])
      expect((await again).body).toMatchObject({
        reason: 'dispute_state',
        message: expect.stringContaining('submitting'),
      })
    for (let tries = 0; tries < 3; tries++) await fixture.world.pass({ minutes: 1 })
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map((one) => one.key)).size).toBe(1)
    expect(sent[0]).toMatchObject({
      dispute: name,
      authorization: payment.key,
      text: 'What happened:\nSigned for: winning_evidence. Card 4111 11** **** 1111.',
      documents: [
        { name: 'receipt-1.jpg', mediaType: 'image/jpeg' },
        { name: 'delivery_proof-2.pdf', mediaType: 'application/pdf' },
      ],
    })
    expect(Buffer.from(sent[0]!.documents[1]!.content).equals(pdf())).toBe(true)
    await fixture.world.pass({ minutes: 5 })
    expect(await banks.followers(payment)).toEqual(['chargeback won 1000', 'representment represented 1000'])
    const over = await dispute.shown()
    expect(over).toMatchObject({ status: 'won' })
    expect((over.history as { action: string }[]).map(({ action }) => action)).toEqual([
      'open',
      'requestResponse',
      'submit',
      'respond',
      'win',
    ])
    expect(
      (over.audit as { action: string; actor: string }[]).map(({ action, actor }) => [action, actor]),
    ).toContainEqual(['disputeFileRead', `staff ${owner.staff.id}`])
  })

  test('takes no file that is no picture or PDF, none that is too large, and no sixth', async () => {
    const dispute = await disputed()
    const refusals = async (content: Uint8Array) => (await dispute.attaches(content)).body
    expect(await refusals(zip())).toMatchObject({
      reason: 'invalid_evidence_file',
      field: 'content',
      message: expect.stringContaining('it is ZIP'),
    })
    expect(await refusals(Buffer.alloc(10))).toMatchObject({ reason: 'invalid_evidence_file', field: 'content' })
    expect(await dispute.does('files', { kind: 'receipt', content: '!!' })).toMatchObject({
      status: 400,
      body: { field: 'content' },
    })
    expect(await refusals(pdf())).toMatchObject({ status: 'needsResponse' })
    for (let more = 0; more < 4; more++) await dispute.attaches(pdf())
    expect(await refusals(pdf())).toMatchObject({ reason: 'too_many_evidence_files' })
    const { app } = fixture.world
    const by = { actor: 'operator', fromWhere: 'test', reason }
    const { id } = dispute
    const tooLarge = {
      by,
      dispute: { id: BigInt(id) as PaymentId },
      kind: 'other',
      content: Buffer.alloc(4_000_001),
    } as const
    await expect(addEvidenceFile(app, tooLarge)).rejects.toMatchObject({ code: 'evidence_file_too_large' })
    const tooLong = { by, dispute: tooLarge.dispute, changes: { explanation: 'x'.repeat(4_001) } }
    await expect(changeEvidence(app, tooLong)).rejects.toMatchObject({
      code: 'evidence_text_too_long',
      field: 'explanation',
    })
  })

  test('is accepted when that is confirmed, and lost then', async () => {
    const { payment, ...dispute } = await disputed()
    expect((await dispute.does('accept')).body).toMatchObject({
      reason: 'dispute_acceptance_not_confirmed',
      field: 'confirm',
    })
    expect((await dispute.does('accept', { confirm: true })).body).toMatchObject({ status: 'accepting' })
    await fixture.world.pass({ minutes: 1 })
    expect(await dispute.shown()).toMatchObject({ status: 'accepted' })
    await fixture.world.pass({ minutes: 5 })
    expect(await dispute.shown()).toMatchObject({ status: 'lost' })
    expect(await banks.followers(payment)).toEqual(['chargeback lost 1000'])
  })

  test('of two people who respond at once one does', async () => {
    const { id, ...dispute } = await disputed()
    await dispute.says({ explanation: 'It was sent.' })
    const both = await Promise.all([dispute.does('submit'), dispute.does('accept', { confirm: true })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await fixture.world.pass({ minutes: 1 })
    const { requests } = fixture.acquirerProxy
    const [row] = await fixture.world.query(`select request_key from disputes.cases where id = ${id}`)
    expect(requests.filter(({ key }) => key === row!.request_key)).toHaveLength(1)
  })

  test('that was decided while a response was under way is as it was decided', async () => {
    const { name, payment, ...dispute } = await disputed()
    await dispute.says({ explanation: 'It was sent.' })
    const held = delay()
    fixture.acquirerProxy.next('submitEvidence', held.mishap)
    await dispute.does('submit')
    const passing = fixture.world.pass({ minutes: 1 })
    await held.reached
    await banks.decides(payment, name, 'lost')
    held.goOn()
    await passing
    await fixture.world.pass({ hours: 2 })
    expect(await dispute.shown()).toMatchObject({ status: 'lost' })
  })

  test('is reminded of three days before its time is over, and then expires by the clock', async () => {
    const dispute = await disputed()
    await fixture.world.pass({ hours: 24 * 3 })
    const reminded = async () =>
      (await fixture.world.query(`select reminded_at from disputes.cases where id = ${dispute.id}`))[0]!.reminded_at
    expect(await reminded()).toBeNull()
    await fixture.world.pass({ hours: 24 })
    expect(await reminded()).not.toBeNull()
    await fixture.world.pass({ hours: 24 * 2 })
    expect(await dispute.shown()).toMatchObject({ status: 'needsResponse' })
    await fixture.world.pass({ hours: 24 })
    expect(await dispute.shown()).toMatchObject({ status: 'expired', actions: [] })
    const late = await dispute.says({ explanation: 'Late.' })
    expect(late.body).toMatchObject({ reason: 'dispute_state', message: expect.stringContaining('expired') })
  })

  test('is refused a response when its time is over and no worker has looked yet', async () => {
    const dispute = await disputed()
    fixture.world.clock.pass({ hours: 24 * 7 })
    expect((await dispute.says({ explanation: 'Late.' })).body).toMatchObject({ reason: 'dispute_response_too_late' })
    await fixture.world.pass({ minutes: 1 })
  })
})

test('a connector without responses to disputes has disputes that are opened, and says where to respond', async () => {
  const fixture = await makePaymentsFixture({}, { sandbox: { disputeResponses: false } })
  const people = await openPeople(fixture.world)
  const owner = await people.person()
  const payment = await fixture.pays()
  await banksOf(fixture).disputes(payment)
  const { body } = await owner.call('GET', '/disputes')
  expect(body).toMatchObject({ data: [{ status: 'opened', actions: [] }] })
  const [{ id }] = body.data as [{ id: string }]
  const tried = await owner.call('PATCH', `/disputes/${id}/evidence`, {
    body: { reason: 'A try.', explanation: 'Sent.' },
  })
  expect(tried).toMatchObject({ status: 409, body: { reason: 'dispute_without_response' } })
  expect((await fixture.world.verify()).differences).toEqual([])
  await fixture.world[Symbol.asyncDispose]()
})

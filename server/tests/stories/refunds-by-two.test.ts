import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Payment } from '#acquiring/payments'
import { auditEntriesOf } from '#core/directory'
import { Accepted } from '#kernel/http/json-route.ts'
import { staffRoutes } from '../../src/surfaces/staff-api/routes.ts'
import { longTest } from '../world/length.ts'
import { makePaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'
import { openPeople, type Person } from '../world/staff.ts'

describe('a refund by hand above an amount', () => {
  let fixture: PaymentsFixture
  let ana: Person
  let bob: Person
  let stranger: Person
  let operator: Person
  beforeAll(async () => {
    fixture = await makePaymentsFixture({}, { environment: { FLORIN_APPROVALS: 'refunds:create>10.00EUR' } })
    const people = await openPeople(fixture.world)
    const merchant = { kind: 'merchant', id: String(fixture.site.merchantId) } as const
    ana = await people.person('support', merchant)
    bob = await people.person('finance', merchant)
    operator = await people.person()
    const other = await fixture.world.merchant()
    stranger = await people.person('owner', { kind: 'merchant', id: String(other.site.merchantId) })
  })
  afterAll(async () => {
    const { differences } = await fixture.world.verify()
    await fixture.world[Symbol.asyncDispose]()
    expect(differences).toEqual([])
  })

  const reason = 'Ticket 712: the customer has called.'
  const pays = () => fixture.pays({ amount: '25.00' })
  const refunds = (payment: Pick<Payment, 'id'>, body = {}, by = ana, changesNothing = false) =>
    by.call('POST', `/payments/${payment.id}/refund`, { body: { reason, ...body }, changesNothing })
  const decides = (id: string, decision: 'approve' | 'reject', by = bob) =>
    by.call('POST', `/approvals/${id}/${decision}`, { body: { reason: 'I have looked at it too.' } })
  const waiting = async (payment: Pick<Payment, 'id'>, body = {}): Promise<string> => {
    const { status, body: reply } = await refunds(payment, body)
    expect(status).toBe(202)
    return (reply.approval as { id: string }).id
  }
  const refundedOf = async (payment: Payment) => (await fixture.now(payment)).refunded.minor

  test('waits for a colleague, is done when they have approved, and once', async () => {
    const payment = await pays()
    const id = await waiting(payment, { amount: '12.00' })
    const again = await refunds(payment, { amount: '12.00' }, ana, true)
    expect(again).toMatchObject({ status: 202, body: { approval: { id, status: 'requested' } } })
    expect(await refundedOf(payment)).toBe(0n)
    expect((await decides(id, 'approve', ana)).body).toMatchObject({ reason: 'approval_by_same_person' })
    expect((await decides(id, 'approve', stranger)).status).toBe(404)
    const waitingOf = async (by: Person, whose: object) =>
      (await by.call('GET', `/approvals?status=requested&${new URLSearchParams({ ...whose })}`)).body.total
    const own = { merchantId: String(fixture.site.merchantId) }
    expect([await waitingOf(ana, {}), await waitingOf(ana, own), await waitingOf(operator, own)]).toEqual([1, 1, 1])
    expect([await waitingOf(stranger, own), await waitingOf(operator, { partnerId: own.merchantId })]).toEqual([0, 0])
    expect((await decides(id, 'approve')).body).toMatchObject({
      status: 'approved',
      request: { amount: '12.00', currency: 'EUR' },
    })
    const done = await refunds(payment, { amount: '12.00' })
    expect(done).toMatchObject({ status: 200, body: { type: 'refund', status: 'refunded', amount: '12.00' } })
    expect(await waiting(payment, { amount: '12.00' })).not.toBe(id)
    expect(await refundedOf(payment)).toBe(1_200n)
  })

  test('of two calls with one approval one refunds; what both ask for is not refunded twice', async () => {
    const payment = await pays()
    const id = await waiting(payment, { amount: '11.00' })
    const approvals = await Promise.all([decides(id, 'approve'), decides(id, 'approve')])
    expect(approvals.map(({ status }) => status).sort()).toEqual([200, 409])
    const both = await Promise.all([refunds(payment, { amount: '11.00' }), refunds(payment, { amount: '11.00' })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 202])
    expect(await refundedOf(payment)).toBe(1_100n)
  })

  const carriesOut = (id: string, by = ana, headers = {}) =>
    by.call('POST', `/approvals/${id}/carry-out`, { body: { reason }, headers })

  test('is carried out from the approval by who asked, once, however often and by however many keys', async () => {
    const payment = await pays()
    const id = await waiting(payment, { amount: '12.00' })
    expect((await carriesOut(id)).body).toMatchObject({ reason: 'approval_not_approved' })
    await decides(id, 'approve')
    expect((await carriesOut(id, bob)).body).toMatchObject({ reason: 'approval_of_another' })
    expect((await carriesOut(id, stranger)).status).toBe(404)
    const held = await fixture.world.holdRow('access.approvals', BigInt(id))
    const keys = ['press-1', 'press-2'].map((key) => ({ 'idempotency-key': `${key}-of-${id}` }))
    const both = Promise.all(keys.map((headers) => carriesOut(id, ana, headers)))
    await fixture.world.untilWaiting(2)
    await held.release()
    const replies = await both
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = replies.find(({ status }) => status === 409)!
    expect(late.body).toMatchObject({ reason: 'approval_not_open' })
    expect(await refundedOf(payment)).toBe(1_200n)
    const first = replies.findIndex(({ status }) => status === 200)
    const made = { type: 'payment', id: expect.any(String) }
    expect(replies[first]!.body).toMatchObject({ id, status: 'used', usedAt: expect.any(String), made })
    const { id: refundId } = replies[first]!.body.made as { id: string }
    expect((await bob.call('GET', `/payments/${refundId}`)).body).toMatchObject({ type: 'refund', amount: '12.00' })
    expect((await carriesOut(id, ana, keys[first])).body).toEqual(replies[first]!.body)
    expect((await carriesOut(id)).body).toMatchObject({ reason: 'approval_not_open' })
    expect(await refundedOf(payment)).toBe(1_200n)
    const audited = await auditEntriesOf(fixture.world.app.db, { subject: { kind: 'approval', id }, limit: 10 })
    expect(audited.map(({ action }) => action)).toEqual(['approvalUsed', 'approvalApproved', 'approvalRequested'])
  })

  test('is not carried out when it is something else by now, and says what has changed', async () => {
    const payment = await pays()
    const id = await waiting(payment, { amount: '12.00' })
    await decides(id, 'approve')
    const [row] = await fixture.world.query(`select request from access.approvals where id = ${id}`)
    expect(row).toEqual({ request: { amount: '12.00', currency: 'EUR' } })
    await fixture.reverses(payment, '20.00')
    expect((await carriesOut(id)).body).toMatchObject({ reason: 'refund_too_large' })
    expect(await refundedOf(payment)).toBe(2_000n)
    // Both of its people see why; it can be tried again.
    const failure = { reason: 'refund_too_large', message: expect.any(String), at: expect.any(String) }
    expect((await bob.call('GET', `/approvals/${id}`)).body).toMatchObject({ status: 'approved', failure })
  })

  test('that is refused by the same call again says why to both of its people, and another call says nothing', async () => {
    const payment = await pays()
    const id = await waiting(payment, { amount: '12.00' })
    await decides(id, 'approve')
    const failed = async () => (await bob.call('GET', `/approvals/${id}`)).body.failure
    expect((await refunds(payment, { amount: '26.00' })).body).toMatchObject({ reason: 'refund_too_large' })
    expect(await failed()).toBeUndefined()
    await fixture.reverses(payment, '20.00')
    expect((await refunds(payment, { amount: '12.00' })).body).toMatchObject({ reason: 'refund_too_large' })
    expect(await failed()).toMatchObject({ reason: 'refund_too_large', at: expect.any(String) })
    const audited = await auditEntriesOf(fixture.world.app.db, { subject: { kind: 'approval', id }, limit: 1 })
    expect(audited).toMatchObject([{ action: 'approvalNotCarriedOut' }])
  })

  test('below it needs nobody, and parts of one payment count together', async () => {
    const payment = await pays()
    expect((await refunds(payment, { amount: '6.00' })).status).toBe(200)
    expect((await refunds(payment, { amount: '4.00' })).status).toBe(200)
    await waiting(payment, { amount: '0.01' })
    const authorized = await fixture.pays({ kind: 'auth', amount: '25.00' })
    const voided = await ana.call('POST', `/payments/${authorized.id}/void`, { body: { reason } })
    expect(voided).toMatchObject({ status: 200, body: { status: 'voided' } })
  })

  // In small: is not carried out when it is something else by now, and says what has changed
  longTest('that was refunded meanwhile is not done by an approval that no longer fits', async () => {
    const payment = await pays()
    const id = await waiting(payment)
    await decides(id, 'approve')
    await fixture.reverses(payment, '20.00')
    const late = await refunds(payment)
    expect(late).toMatchObject({ status: 409, body: { reason: 'approval_pending' } })
    expect(await refundedOf(payment)).toBe(2_000n)
    await decides(id, 'reject', ana)
    await waiting(payment)
    expect((await refunds(payment, { amount: '25.00' })).body).toMatchObject({ reason: 'refund_too_large' })
  })
  test('small ones at the same moment are not a large one that was never approved', async () => {
    const payment = await pays()
    const amounts = ['4.00', '4.01', '4.02', '4.03', '4.04']
    const tried = await Promise.all(amounts.map((amount) => refunds(payment, { amount }, ana, true)))
    expect(await refundedOf(payment)).toBeLessThanOrEqual(1_000n)
    const statuses = tried.map(({ status }) => status).sort()
    expect(statuses.slice(0, 3)).toEqual([200, 200, 202])
    // Of one payment one approval is open at a time.
    expect(new Set(statuses.slice(3))).toEqual(new Set([409]))
  })

  test('whose reply got lost is answered by the approval that it waits for, as in every call that may wait', async () => {
    const payment = await pays()
    const call = { body: { reason }, headers: { 'idempotency-key': 'refund-7' } }
    const { body } = await ana.call('POST', `/payments/${payment.id}/refund`, call)
    const { id } = body.approval as { id: string }
    const [row] = await fixture.world.query(`select subject_id from florin.idempotency_keys where key = 'refund-7'`)
    expect(row).toEqual({ subject_id: `approval ${id}` })

    const caller = { staff: ana.staff, via: { kind: 'token' as const, id: ana.tokenId }, permissions: 'all' } as const
    const mayWait = staffRoutes(fixture.world.app).filter(({ accepted, repeated }) => accepted && repeated)
    expect(mayWait.length).toBeGreaterThan(6)
    for (const { path, recover } of mayWait)
      expect([path, await recover!(caller, `approval ${id}`, undefined)]).toEqual([path, new Accepted(body)])
    const refund = mayWait.find(({ operationId }) => operationId === 'refundPayment')!
    expect(await refund.recover!(caller, String(payment.id), undefined)).toMatchObject({ id: String(payment.id) })
  })
})

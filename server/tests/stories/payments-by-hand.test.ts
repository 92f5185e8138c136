import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Payment } from '#acquiring/payments'
import { momentText } from '#kernel/http/json-shape.ts'
import { banksOf } from '../world/disputes.ts'
import { longTest } from '../world/length.ts'
import { makePaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'
import { openPeople, type Person } from '../world/staff.ts'

type Pending = { nextAt: string; reversedBy?: string }

describe('payments, by the interface of the staff', () => {
  let fixture: PaymentsFixture
  let ana: Person
  let owner: Person
  let stranger: Person
  beforeAll(async () => {
    fixture = await makePaymentsFixture()
    const people = await openPeople(fixture.world)
    ana = await people.person('finance')
    owner = await people.person('owner', { kind: 'merchant', id: String(fixture.site.merchantId) })
    const other = await fixture.world.merchant()
    stranger = await people.person('owner', { kind: 'merchant', id: String(other.site.merchantId) })
  })
  afterAll(async () => {
    const { differences } = await fixture.world.verify()
    await fixture.world[Symbol.asyncDispose]()
    expect(differences).toEqual([])
  })

  const reason = 'Ticket 712: the customer has called.'
  const post = (by: Person, payment: Pick<Payment, 'id'>, action: string, body = {}, headers = {}) =>
    by.call('POST', `/payments/${payment.id}/${action}`, { body: { reason, ...body }, headers })
  const shown = async (payment: Pick<Payment, 'id'>, by = ana) => (await by.call('GET', `/payments/${payment.id}`)).body
  const possible = async (payment: Pick<Payment, 'id'>) =>
    ((await shown(payment)).actions as { action: string; possible: boolean }[])
      .filter((one) => one.possible)
      .map(({ action }) => action)
  const lost = async (amount?: string) => {
    fixture.acquirerProxy.next('authorize', 'response lost')
    return fixture.pays(amount === undefined ? {} : { amount })
  }

  test('a payment is found by everything that is remembered of it, and by nothing of another merchant', async () => {
    const payment = await fixture.pays({ amount: '12.34' })
    const order = await fixture.orderNow(payment)
    const { authorizationCode, reference, key } = payment
    const texts = [
      String(payment.id),
      String(order.id),
      order.externalId,
      reference!,
      authorizationCode!,
      key,
      '1111 12.34',
      '12.34 EUR 2026-05-04',
      '411111******1111',
    ]
    const find = async (by: Person, text: string) => {
      const { status, body } = await by.call('GET', `/payments/find?text=${encodeURIComponent(text)}`)
      expect(status).toBe(200)
      return (body.data as { payment: { id: string } }[]).map((one) => one.payment.id)
    }
    for (const text of texts) {
      expect([text, await find(ana, text)]).toEqual([text, expect.arrayContaining([String(payment.id)])])
      expect(await find(owner, text)).toContain(String(payment.id))
      expect([text, await find(stranger, text)]).toEqual([text, []])
    }
    expect(await find(ana, '12.35 EUR 2026-05-04')).toEqual([])
    const unclear = await ana.call('GET', '/payments/find?text=12.34%20EUR')
    expect(unclear).toMatchObject({ status: 400, body: { reason: 'payment_text_not_understood', field: 'text' } })
  })

  test('an authorization is captured in part, and the rest of its life is shown with who did it', async () => {
    const payment = await fixture.pays({ kind: 'auth' })
    expect(await possible(payment)).toEqual(['capture', 'void'])
    const key = { 'idempotency-key': 'capture-1' }
    const captured = await post(owner, payment, 'capture', { amount: '7.50' }, key)
    expect(captured).toMatchObject({ status: 200, body: { status: 'captured', captured: '7.50', amount: '10.00' } })
    expect((await post(owner, payment, 'capture', { amount: '7.50' }, key)).body).toEqual(captured.body)
    const whole = await shown(payment)
    expect(whole).toMatchObject({
      timeline: [{ action: 'start' }, { action: 'approve' }, { action: 'requestCapture' }, { action: 'capture' }],
      entries: [{ recipe: 'paymentCaptured', reference: `payment ${payment.id}` }],
      audit: [{ actor: `staff ${owner.staff.id}`, action: 'captureRequested', reason, from: expect.any(String) }],
    })
    expect((whole.audit as { after: unknown }[])[0]!.after).toEqual({ amount: '7.50', currency: 'EUR' })
    const theirs = (await shown(payment, owner)).audit as { from?: string }[]
    expect(theirs[0]!.from).toBeUndefined()
    const listed = await owner.call('GET', `/audit?subjectType=payment&subjectId=${payment.id}`)
    expect(listed.body).toMatchObject({ total: 1, data: [{ action: 'captureRequested' }] })
    expect((await stranger.call('GET', `/audit?subjectType=payment&subjectId=${payment.id}`)).body.total).toBe(0)
  })

  test('a refund is a refund and a void a void: neither does the other', async () => {
    const authorized = await fixture.pays({ kind: 'auth' })
    expect((await post(ana, authorized, 'refund')).body).toMatchObject({ reason: 'unexpected_payment_status' })
    expect((await post(ana, authorized, 'void')).body).toMatchObject({ status: 'voided' })
    const captured = await fixture.pays()
    // Whole and before it is settled, a refund would be a cancellation, which costs no fee.
    expect(await shown(captured)).toMatchObject({
      actions: [{}, {}, { action: 'refund', most: '10.00', cancels: true, feeBack: '0.39' }, {}, {}, {}],
    })
    expect((await post(ana, captured, 'void')).body).toMatchObject({ reason: 'unexpected_payment_status' })
    const refund = await post(ana, captured, 'refund', { amount: '4.00' })
    expect(refund.body).toMatchObject({ type: 'refund', status: 'refunded', parentId: String(captured.id) })
    expect(await shown(captured)).toMatchObject({
      followers: [{ type: 'refund', amount: '4.00' }],
      actions: [
        {},
        {},
        { action: 'refund', possible: true, most: '6.00', cancels: false, feeBack: '0.09' },
        {},
        {},
        {},
      ],
    })
    expect((await post(ana, captured, 'refund', { amount: '6.01' })).body).toMatchObject({ reason: 'refund_too_large' })
  })

  test('staff of another merchant find no payment to read or to change', async () => {
    const payment = await fixture.pays({ kind: 'auth' })
    expect(await stranger.call('GET', `/payments/${payment.id}`)).toMatchObject({ status: 404 })
    for (const action of ['capture', 'void', 'refund'])
      expect(await post(stranger, payment, action)).toMatchObject({
        status: 404,
        body: { reason: 'payment_not_found' },
      })
    expect(await stranger.call('GET', `/payments?siteId=${fixture.site.id}`)).toMatchObject({ status: 404 })
    expect(await fixture.now(payment)).toMatchObject({ status: 'authorized' })
    const listed = await owner.call('GET', `/payments?siteId=${fixture.site.id}&size=1`)
    expect(listed.body).toMatchObject({ data: [{ id: String(payment.id) }] })
  })

  test('the result that an acquirer has told a person is recorded, of whatever was requested', async () => {
    const approved = await lost()
    expect((await ana.call('GET', '/payments/unresolved')).body).toMatchObject({ data: [{ id: String(approved.id) }] })
    expect(await post(ana, approved, 'resolve', { result: 'approved' })).toMatchObject({
      status: 400,
      body: { reason: 'reference_missing', field: 'reference' },
    })
    const answer = { result: 'approved', reference: 'acq-77', authorizationCode: 'A1B2C3' }
    expect((await post(ana, approved, 'resolve', answer)).body).toMatchObject({
      status: 'captured',
      reference: 'acq-77',
      authorizationCode: 'A1B2C3',
    })
    expect(await fixture.orderNow(approved)).toMatchObject({ status: 'complete-ok' })
    const declined = await lost('0.05')
    expect((await post(ana, declined, 'resolve', { result: 'declined' })).body).toMatchObject({ status: 'failed' })
    expect((await post(ana, declined, 'resolve', answer)).body).toMatchObject({ reason: 'payment_not_unresolved' })
    expect((await shown(declined)).audit).toMatchObject([{ action: 'paymentResolvedManually', reason }])
    expect((await post(owner, approved, 'resolve', answer)).status).toBe(403)

    for (const [action, begin] of [
      ['voiding', 'void'],
      ['capturing', 'capture'],
    ] as const) {
      const payment = await fixture.pays({ kind: 'auth' })
      fixture.acquirerProxy.next(begin === 'void' ? 'reverse' : 'capture', 'request lost')
      expect((await post(ana, payment, begin)).body).toMatchObject({ status: action })
      expect((await post(ana, payment, 'resolve', { result: 'declined' })).body).toMatchObject({
        reason: 'result_still_awaited',
      })
      fixture.world.clock.pass({ minutes: 1 })
      expect((await post(ana, payment, 'resolve', { result: 'declined' })).body).toMatchObject({ status: 'authorized' })
    }
  })

  test('the queue says since when an outcome is not known, when it is asked for again, and when it is undone', async () => {
    const { clock, runUntilIdle } = fixture.world
    const payment = await lost()
    const lostAt = momentText(clock.now())
    const queued = async () => {
      const listed = (await ana.call('GET', '/payments/unresolved')).body.data as { id: string; pending: Pending }[]
      return listed.find(({ id }) => id === String(payment.id))?.pending
    }
    const first = await queued()
    const undone = momentText(clock.now().add({ hours: 4, minutes: 55 }))
    let inquiries = 0
    for (let pending = first; pending; pending = await queued()) {
      expect(pending).toMatchObject({ kind: 'authorize', since: lostAt, inquiries, reversedBy: undone })
      fixture.acquirerProxy.next('inquire', 'request lost')
      clock.set(Temporal.Instant.from(pending.nextAt))
      await runUntilIdle()
      inquiries += 1
    }
    expect([momentText(clock.now()), inquiries]).toEqual([undone, 11])
    expect(await shown(payment)).toMatchObject({ status: 'failed' })
  })

  test('a person who asks again and again neither puts off nor hastens the moment when a payment is undone', async () => {
    const { clock, runUntilIdle } = fixture.world
    const payment = await lost()
    const undone = clock.now().add({ hours: 4, minutes: 55 })
    const asksInVain = async () => {
      fixture.acquirerProxy.next('inquire', 'request lost')
      expect((await post(ana, payment, 'inquire')).body).toMatchObject({ status: 'uncertain' })
      const { pending } = (await shown(payment)) as { pending: Pending }
      expect(pending.reversedBy).toBe(momentText(undone))
      return pending
    }
    let pending = await asksInVain()
    while (pending.nextAt !== pending.reversedBy) {
      for (let again = 0; again < 2; again++) expect(await asksInVain()).toEqual(pending)
      fixture.acquirerProxy.next('inquire', 'request lost')
      clock.set(Temporal.Instant.from(pending.nextAt))
      await runUntilIdle()
      pending = await asksInVain()
    }
    clock.set(undone.subtract({ seconds: 1 }))
    expect(await asksInVain()).toEqual(pending)
    fixture.acquirerProxy.next('inquire', 'request lost')
    clock.set(undone)
    await runUntilIdle()
    expect(await shown(payment)).toMatchObject({ status: 'failed' })
  })

  test('an event of a dispute that fits nothing is reviewed, by the operator alone', async () => {
    const banks = banksOf(fixture)
    await banks.sends({ reason: 'not_received' })
    const listed = (await ana.call('GET', '/dispute-events')).body
    expect(listed).toMatchObject({ total: 1, data: [{ kind: 'opened', booked: false, trouble: expect.any(String) }] })
    const [{ id }] = listed.data as [{ id: string }]
    const send = (by: Person, action: string) =>
      by.call('POST', `/dispute-events/${id}/${action}`, { body: { reason } })
    expect((await send(owner, 'retry')).status).toBe(403)
    expect((await send(ana, 'retry')).body).toMatchObject({ id, booked: false })
    expect((await send(ana, 'acknowledge')).body).toMatchObject({ id })
    expect((await ana.call('GET', '/dispute-events')).body.total).toBe(0)
  })

  // In small: the queue says since when an outcome is not known, when it is asked for again, and when it is undone
  longTest('an uncertain payment is given up, or inquired about, at once', async () => {
    const [one, other] = [await lost(), await lost()]
    expect((await post(ana, one, 'give-up')).body).toMatchObject({ status: 'failed' })
    expect((await fixture.record.story(one.key)).map(({ kind }) => kind)).toEqual(['sale', 'reverse'])
    expect((await post(ana, one, 'give-up')).body).toMatchObject({ reason: 'unexpected_payment_status' })
    expect((await post(ana, other, 'inquire')).body).toMatchObject({ status: 'captured' })
    expect((await shown(other)).audit).toMatchObject([{ action: 'inquiryRequested', actor: `staff ${ana.staff.id}` }])
  })
})

import { expect, test } from 'vitest'
import type { Approved, Declined } from '#connectors/acquirer/port.ts'
import { isModification } from '#connectors/acquirer/sandbox/record.ts'
import { delay } from '../world/acquirer-fault-proxy.ts'
import { longTest } from '../world/length.ts'
import { passMinutes } from '../world/pass-minutes.ts'
import { challengedCard, openPaymentsFixture, rightCode } from '../world/payments-fixture.ts'

const minute = { minutes: 1 }
const refused: Declined = { outcome: 'declined', reason: 'rejected_by_processor', reference: 'r-1', checks: undefined }

test('an approval whose answer is lost is found out, and the shopper has paid once', async () => {
  const fixture = await openPaymentsFixture()
  fixture.acquirerProxy.next('authorize', 'response lost')
  const uncertain = await fixture.pays()
  expect(uncertain).toMatchObject({ status: 'uncertain', captured: { minor: 0n } })
  expect(await fixture.orderNow(uncertain)).toMatchObject({ status: 'start' })
  await fixture.world.pass(minute)
  expect(await fixture.now(uncertain)).toMatchObject({
    status: 'captured',
    captured: { minor: 1000n },
    dueAt: undefined,
  })
  expect(await fixture.orderNow(uncertain)).toMatchObject({ status: 'complete-ok' })
  expect(fixture.acquirerProxy.requests.filter(({ kind }) => kind === 'authorize')).toHaveLength(1)
})

// In small: an approval whose answer is lost is found out, and the shopper has paid once
longTest('a decline whose answer is lost is found out too', async () => {
  const fixture = await openPaymentsFixture()
  fixture.acquirerProxy.next('authorize', 'response lost')
  const uncertain = await fixture.pays({ amount: '0.05' })
  await fixture.world.pass(minute)
  expect(await fixture.now(uncertain)).toMatchObject({ status: 'failed', declineReason: 'declined_by_bank' })
})

test('a request that never arrived is reversed by our own key, so that it cannot act when it arrives after all', async () => {
  const fixture = await openPaymentsFixture()
  const slow = delay()
  fixture.acquirerProxy.next('authorize', slow.mishap)
  const paying = fixture.pays()
  await slow.reached
  await fixture.world.pass(minute)
  slow.goOn()
  const failed = await paying
  expect(failed).toMatchObject({ status: 'failed', captured: { minor: 0n }, dueAt: undefined, request: undefined })
  const story = await fixture.record.story(failed.key)
  expect(story.map(({ kind, result }) => [kind, result.outcome])).toEqual([
    ['reverse', 'done'],
    ['sale', 'declined'],
  ])
})

test('while it is not known whether an order is paid, it cannot be paid again', async () => {
  const fixture = await openPaymentsFixture()
  fixture.acquirerProxy.next('authorize', 'response lost')
  const ordered = await fixture.order()
  await fixture.tries(ordered)
  await expect(fixture.tries(ordered)).rejects.toMatchObject({ code: 'payment_in_progress' })
})

// In small: a request that never arrived is reversed by our own key, so that it cannot act when it arrives after all
longTest('once a lost attempt is reversed, the order can be paid', async () => {
  const fixture = await openPaymentsFixture()
  fixture.acquirerProxy.next('authorize', 'request lost')
  const ordered = await fixture.order()
  await fixture.tries(ordered)
  await fixture.world.pass(minute)
  expect(await fixture.tries(ordered)).toMatchObject({ status: 'captured' })
  expect(await fixture.orderNow(ordered)).toMatchObject({ status: 'complete-ok', attempts: 0 })
})

test('an acquirer that is away for hours is inquired less and less often, then everything in doubt is reversed', async () => {
  const fixture = await openPaymentsFixture()
  fixture.acquirerProxy.next('authorize', 'response lost')
  const uncertain = await fixture.pays()
  fixture.acquirerProxy.cut()
  await passMinutes(fixture.world, 4 * 60)
  expect(await fixture.now(uncertain)).toMatchObject({ status: 'uncertain' })
  expect(fixture.acquirerProxy.requests.filter(({ kind }) => kind === 'inquire')).toHaveLength(10)
  await passMinutes(fixture.world, 60)
  expect(await fixture.now(uncertain)).toMatchObject({ status: 'reversing', dueTries: expect.any(Number) })
  fixture.acquirerProxy.restore()
  await passMinutes(fixture.world, 60)
  expect(await fixture.now(uncertain)).toMatchObject({ status: 'failed', request: undefined, dueAt: undefined })
  expect((await fixture.record.story(uncertain.key)).map(({ kind }) => kind)).toEqual(['sale', 'reverse'])
})

test('a reversal whose response is lost is sent again under its key', async () => {
  const fixture = await openPaymentsFixture()
  fixture.acquirerProxy.next('authorize', 'request lost')
  fixture.acquirerProxy.next('reverse', 'response lost')
  const lost = await fixture.pays()
  await fixture.world.pass(minute)
  expect(await fixture.now(lost)).toMatchObject({ status: 'reversing' })
  await fixture.world.pass(minute)
  expect(await fixture.now(lost)).toMatchObject({ status: 'failed' })
  const keys = fixture.acquirerProxy.requests.filter(({ kind }) => kind === 'reverse').map(({ key }) => key)
  expect(keys).toEqual([keys[0], keys[0]])
})

test('what cannot be reversed because it was captured stands: the shopper has paid', async () => {
  const fixture = await openPaymentsFixture()
  fixture.acquirerProxy.next('authorize', 'response lost')
  fixture.acquirerProxy.next('inquire', { outcome: 'not_found' })
  fixture.acquirerProxy.next('reverse', refused)
  const payment = await fixture.pays({ save: true })
  await fixture.world.pass(minute)
  expect(await fixture.now(payment)).toMatchObject({
    status: 'captured',
    storesToken: undefined,
    cardId: expect.any(BigInt),
  })
  expect(await fixture.orderNow(payment)).toMatchObject({ status: 'complete-ok' })
})

// In small: what cannot be reversed because it was captured stands: the shopper has paid
longTest('what cannot be reversed because it was declined has failed', async () => {
  const fixture = await openPaymentsFixture()
  fixture.acquirerProxy.next('authorize', refused)
  fixture.acquirerProxy.next('authorize', 'request lost')
  const declined = await fixture.pays()
  expect(declined.status).toBe('failed')
  fixture.acquirerProxy.next('inquire', { outcome: 'not_found' }, refused)
  fixture.acquirerProxy.next('reverse', refused)
  const lost = await fixture.pays()
  await fixture.world.pass(minute)
  expect(await fixture.now(lost)).toMatchObject({ status: 'failed' })
})

test('what cannot be reversed and is not known to be declined is not given up', async () => {
  const fixture = await openPaymentsFixture()
  fixture.acquirerProxy.next('authorize', 'request lost')
  fixture.acquirerProxy.next('inquire', { outcome: 'not_found' }, challenge)
  fixture.acquirerProxy.next('reverse', refused)
  const lost = await fixture.pays()
  await fixture.world.pass(minute)
  expect(await fixture.now(lost)).toMatchObject({ status: 'reversing', dueTries: 1 })
  await fixture.world.pass(minute)
  expect(await fixture.now(lost)).toMatchObject({ status: 'failed' })
})
const challenge = {
  outcome: 'challenge',
  reference: 'c-1',
  redirect: { url: 'https://bank.example/', method: 'POST', fields: {} },
} as const

test('a reversal that was declined while the challenge is open is requested anew, since its key stays declined', async () => {
  const fixture = await openPaymentsFixture()
  const challenged = await fixture.pays({ pan: challengedCard, atBrowser: true })
  fixture.acquirerProxy.next('completeChallenge', 'request lost')
  fixture.acquirerProxy.next('reverse', refused)
  await fixture.returnsFromBank(challenged, rightCode)
  await fixture.world.pass(minute)
  expect(await fixture.now(challenged)).toMatchObject({ status: 'reversing', dueTries: 1 })
  await fixture.world.pass(minute)
  expect(await fixture.now(challenged)).toMatchObject({ status: 'failed' })
  const keys = fixture.acquirerProxy.requests.filter(({ kind }) => kind === 'reverse').map(({ key }) => key)
  expect(new Set(keys).size).toBe(2)
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest(
  'a payment that the bank thinks about for an hour is waited for, however long, and never reversed',
  async () => {
    const fixture = await openPaymentsFixture()
    const pending = await fixture.pays({ amount: '0.04' })
    expect(pending).toMatchObject({ status: 'uncertain', reference: expect.stringMatching(/^sbx_/) })
    await passMinutes(fixture.world, 58)
    expect(await fixture.now(pending)).toMatchObject({ status: 'uncertain' })
    await passMinutes(fixture.world, 60)
    expect(await fixture.now(pending)).toMatchObject({ status: 'captured' })
    expect(fixture.acquirerProxy.requests.some(({ kind }) => kind === 'reverse')).toBe(false)
  },
)

test('what the bank answered about a challenge is found out when that answer is lost', async () => {
  const fixture = await openPaymentsFixture()
  const challenged = await fixture.pays({ pan: challengedCard, atBrowser: true })
  fixture.acquirerProxy.next('completeChallenge', 'response lost')
  expect(await fixture.returnsFromBank(challenged, rightCode)).toMatchObject({ status: 'uncertain' })
  await fixture.world.pass(minute)
  expect(await fixture.now(challenged)).toMatchObject({ status: 'captured', threeDSecure: 'challenged' })
})

// In small: a request that never arrived is reversed by our own key, so that it cannot act when it arrives after all
longTest('when the completion of a challenge never arrived, the attempt is reversed', async () => {
  const fixture = await openPaymentsFixture()
  const challenged = await fixture.pays({ pan: challengedCard, atBrowser: true })
  fixture.acquirerProxy.next('completeChallenge', 'request lost')
  await fixture.returnsFromBank(challenged, rightCode)
  await fixture.world.pass(minute)
  expect(await fixture.now(challenged)).toMatchObject({ status: 'failed' })
  expect((await fixture.record.story(challenged.key)).at(-1)).toMatchObject({
    kind: 'reverse',
    result: { outcome: 'done' },
  })
})

// In small: an answer that comes after the resolver has found it out changes nothing
longTest('a caller that learns of a lost response only after the resolver has the result changes nothing', async () => {
  const fixture = await openPaymentsFixture()
  const slow = delay()
  fixture.acquirerProxy.next('authorize', async (deliver) => {
    await slow.mishap(deliver)
    throw new Error('and its answer is lost')
  })
  fixture.acquirerProxy.next('inquire', 'request lost')
  const paying = fixture.pays()
  await slow.reached
  await fixture.world.pass(minute)
  slow.goOn()
  expect(await paying).toMatchObject({ status: 'uncertain', dueTries: 1 })
  await fixture.world.pass(minute)
  expect(await fixture.now(await paying)).toMatchObject({ status: 'captured' })
})

test('an answer that comes after the resolver has found it out changes nothing', async () => {
  const fixture = await openPaymentsFixture()
  const slow = delay()
  fixture.acquirerProxy.next('authorize', async (deliver) => {
    const result = (await deliver()) as Approved
    await slow.mishap(async () => result)
    return result
  })
  const paying = fixture.pays()
  await slow.reached
  await fixture.world.pass(minute)
  slow.goOn()
  expect(await paying).toMatchObject({ status: 'captured', version: 2 })
})

test.for([
  ['capture', 'response lost', 'captured'],
  ['capture', 'request lost', 'captured'],
  ['reverse', 'response lost', 'voided'],
  ['reverse', 'request lost', 'voided'],
] as const)('a %s with its %s is found or sent again under its own key: %s', async ([kind, mishap, status]) => {
  const fixture = await openPaymentsFixture()
  const authorized = await fixture.pays({ kind: 'auth' })
  fixture.acquirerProxy.next(kind, mishap)
  const recorded = await (kind === 'capture' ? fixture.captures(authorized) : fixture.reverses(authorized))
  expect(recorded).toMatchObject({ status: kind === 'capture' ? 'capturing' : 'voiding' })
  await fixture.world.pass(minute)
  expect(await fixture.now(authorized)).toMatchObject({ status, request: undefined, dueAt: undefined, dueTries: 0 })
  expect((await fixture.record.story(authorized.key)).filter(isModification)).toHaveLength(1)
})

test.for([
  ['cancellation', 'response lost', undefined, 'cancelled'],
  ['cancellation', 'request lost', undefined, 'cancelled'],
  ['refund', 'response lost', '4.00', 'captured'],
  ['refund', 'request lost', '4.00', 'captured'],
] as const)('a %s with its %s is found or sent again under its own key', async ([, mishap, amount, status]) => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  fixture.acquirerProxy.next(amount ? 'refund' : 'reverse', mishap)
  const recorded = await fixture.reverses(payment, amount)
  expect(recorded.status).toBe(amount ? 'refunding' : 'cancelling')
  await fixture.world.pass(minute)
  expect(await fixture.now(payment)).toMatchObject({ status, refunded: { minor: amount ? 400n : 0n } })
  expect(await fixture.now(recorded)).toMatchObject({ status: amount ? 'refunded' : 'cancelled', dueAt: undefined })
  expect((await fixture.record.story(payment.key)).filter(isModification)).toHaveLength(1)
})

// In small: an acquirer that is away for hours is inquired less and less often, then everything in doubt is reversed
longTest('a capture is never declined while the acquirer is away, and is made when it is back', async () => {
  const fixture = await openPaymentsFixture()
  const authorized = await fixture.pays({ kind: 'auth' })
  fixture.acquirerProxy.cut()
  await fixture.captures(authorized)
  await passMinutes(fixture.world, 26 * 60)
  expect(await fixture.now(authorized)).toMatchObject({ status: 'capturing' })
  fixture.acquirerProxy.restore()
  await passMinutes(fixture.world, 60)
  expect(await fixture.now(authorized)).toMatchObject({ status: 'captured' })
})

// In small: what is answered later is asked about until it is known
longTest('a refund that the acquirer decides later is waited for', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  const pending = { outcome: 'pending', reference: 'p-1' } as const
  fixture.acquirerProxy.next('refund', pending)
  fixture.acquirerProxy.next('inquire', pending, { outcome: 'done', reference: 'p-1' })
  const refund = await fixture.reverses(payment, '4.00')
  expect(refund.status).toBe('refunding')
  await fixture.world.pass(minute)
  expect(await fixture.now(refund)).toMatchObject({ status: 'refunding', dueTries: 1 })
  await fixture.world.pass(minute)
  expect(await fixture.now(refund)).toMatchObject({ status: 'refunded', reference: 'p-1' })
})

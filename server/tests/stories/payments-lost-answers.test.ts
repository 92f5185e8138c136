import { expect, test } from 'vitest'
import type { Approved, Declined } from '#connectors/acquirer/acquirer.ts'
import { isFollow } from '#connectors/acquirer/sandbox/record.ts'
import { paymentJobs } from '#payments'
import { delay } from '../world/line-to-acquirer.ts'
import { challengedCard, openTill, rightCode, type Till } from '../world/till.ts'

const minute = { minutes: 1 }
const refused: Declined = { outcome: 'declined', reason: 'rejected_by_processor', reference: 'r-1', checks: undefined }

test('an approval whose answer is lost is found out, and the shopper has paid once', async () => {
  const till = await openTill()
  till.line.next('authorize', 'answer lost')
  const uncertain = await till.pays()
  expect(uncertain).toMatchObject({ status: 'uncertain', captured: { minor: 0n } })
  expect(await till.orderNow(uncertain)).toMatchObject({ status: 'start' })
  await till.world.pass(minute)
  expect(await till.now(uncertain)).toMatchObject({ status: 'captured', captured: { minor: 1000n }, dueAt: undefined })
  expect(await till.orderNow(uncertain)).toMatchObject({ status: 'complete-ok' })
  expect(till.line.asked.filter(({ kind }) => kind === 'authorize')).toHaveLength(1)
})

test('a decline whose answer is lost is found out too', async () => {
  const till = await openTill()
  till.line.next('authorize', 'answer lost')
  const uncertain = await till.pays({ amount: '0.05' })
  await till.world.pass(minute)
  expect(await till.now(uncertain)).toMatchObject({ status: 'failed', declineReason: 'declined_by_bank' })
})

test('an ask that never arrived is taken back by our own key, so that it cannot act when it arrives after all', async () => {
  const till = await openTill()
  const slow = delay()
  till.line.next('authorize', slow.mishap)
  const paying = till.pays()
  await slow.reached
  await till.world.pass(minute)
  slow.goOn()
  const failed = await paying
  expect(failed).toMatchObject({ status: 'failed', captured: { minor: 0n }, dueAt: undefined, ask: undefined })
  const story = await till.record.story(failed.key)
  expect(story.map(({ kind, answer }) => [kind, answer.outcome])).toEqual([
    ['reverse', 'done'],
    ['sale', 'declined'],
  ])
})

test('while nobody knows whether an order is paid, nobody can pay it again', async () => {
  const till = await openTill()
  till.line.next('authorize', 'answer lost')
  const ordered = await till.order()
  await till.tries(ordered)
  await expect(till.tries(ordered)).rejects.toMatchObject({ code: 'attempt_under_way' })
})

test('once a lost attempt is taken back, the order can be paid', async () => {
  const till = await openTill()
  till.line.next('authorize', 'ask lost')
  const ordered = await till.order()
  await till.tries(ordered)
  await till.world.pass(minute)
  expect(await till.tries(ordered)).toMatchObject({ status: 'captured' })
  expect(await till.orderNow(ordered)).toMatchObject({ status: 'complete-ok', attempts: 0 })
})

test('an acquirer that is away for hours is asked less and less often, then everything in doubt is taken back', async () => {
  const till = await openTill()
  till.line.next('authorize', 'answer lost')
  const uncertain = await till.pays()
  till.line.cut()
  await passMinutes(till, 4 * 60)
  expect(await till.now(uncertain)).toMatchObject({ status: 'uncertain' })
  expect(till.line.asked.filter(({ kind }) => kind === 'whatBecameOf')).toHaveLength(10)
  await passMinutes(till, 60)
  expect(await till.now(uncertain)).toMatchObject({ status: 'reversing', dueTries: expect.any(Number) })
  till.line.mend()
  await passMinutes(till, 60)
  expect(await till.now(uncertain)).toMatchObject({ status: 'failed', ask: undefined, dueAt: undefined })
  expect((await till.record.story(uncertain.key)).map(({ kind }) => kind)).toEqual(['sale', 'reverse'])
})

test('a reversal whose answer is lost is asked again under its key', async () => {
  const till = await openTill()
  till.line.next('authorize', 'ask lost')
  till.line.next('reverse', 'answer lost')
  const lost = await till.pays()
  await till.world.pass(minute)
  expect(await till.now(lost)).toMatchObject({ status: 'reversing' })
  await till.world.pass(minute)
  expect(await till.now(lost)).toMatchObject({ status: 'failed' })
  const keys = till.line.asked.filter(({ kind }) => kind === 'reverse').map(({ key }) => key)
  expect(keys).toEqual([keys[0], keys[0]])
})

test('what cannot be reversed because it was taken stands: the shopper has paid', async () => {
  const till = await openTill()
  till.line.next('authorize', 'answer lost')
  till.line.next('whatBecameOf', { outcome: 'never heard of it' })
  till.line.next('reverse', refused)
  const payment = await till.pays({ save: true })
  await till.world.pass(minute)
  expect(await till.now(payment)).toMatchObject({
    status: 'captured',
    storesToken: undefined,
    cardId: expect.any(BigInt),
  })
  expect(await till.orderNow(payment)).toMatchObject({ status: 'complete-ok' })
})

test('what cannot be reversed because it was declined has failed', async () => {
  const till = await openTill()
  till.line.next('authorize', refused)
  till.line.next('authorize', 'ask lost')
  const declined = await till.pays()
  expect(declined.status).toBe('failed')
  till.line.next('whatBecameOf', { outcome: 'never heard of it' }, refused)
  till.line.next('reverse', refused)
  const lost = await till.pays()
  await till.world.pass(minute)
  expect(await till.now(lost)).toMatchObject({ status: 'failed' })
})

test('what cannot be reversed and is not known to be declined is not given up', async () => {
  const till = await openTill()
  till.line.next('authorize', 'ask lost')
  till.line.next('whatBecameOf', { outcome: 'never heard of it' }, challenge)
  till.line.next('reverse', refused)
  const lost = await till.pays()
  await till.world.pass(minute)
  expect(await till.now(lost)).toMatchObject({ status: 'reversing', dueTries: 1 })
  await till.world.pass(minute)
  expect(await till.now(lost)).toMatchObject({ status: 'failed' })
})
const challenge = {
  outcome: 'challenge',
  reference: 'c-1',
  redirect: { url: 'https://bank.example/', method: 'POST', fields: {} },
} as const

test('a payment that the bank thinks about for an hour is waited for, however long, and never reversed', async () => {
  const till = await openTill()
  const pending = await till.pays({ amount: '0.04' })
  expect(pending).toMatchObject({ status: 'uncertain', reference: expect.stringMatching(/^sbx_/) })
  await passMinutes(till, 58)
  expect(await till.now(pending)).toMatchObject({ status: 'uncertain' })
  await passMinutes(till, 60)
  expect(await till.now(pending)).toMatchObject({ status: 'captured' })
  expect(till.line.asked.some(({ kind }) => kind === 'reverse')).toBe(false)
})

test('what the bank answered about a challenge is found out when that answer is lost', async () => {
  const till = await openTill()
  const challenged = await till.pays({ pan: challengedCard, atBrowser: true })
  till.line.next('proceed', 'answer lost')
  expect(await till.returnsFromBank(challenged, rightCode)).toMatchObject({ status: 'uncertain' })
  await till.world.pass(minute)
  expect(await till.now(challenged)).toMatchObject({ status: 'captured', threeDSecure: 'challenged' })
})

test('when the way on from a challenge never arrived, the attempt is taken back', async () => {
  const till = await openTill()
  const challenged = await till.pays({ pan: challengedCard, atBrowser: true })
  till.line.next('proceed', 'ask lost')
  await till.returnsFromBank(challenged, rightCode)
  await till.world.pass(minute)
  expect(await till.now(challenged)).toMatchObject({ status: 'failed' })
  expect((await till.record.story(challenged.key)).at(-1)).toMatchObject({
    kind: 'reverse',
    answer: { outcome: 'done' },
  })
})

test('the one who asked hears that the answer is lost only after the resolver knew it: nothing changes', async () => {
  const till = await openTill()
  const slow = delay()
  till.line.next('authorize', async (deliver) => {
    await slow.mishap(deliver)
    throw new Error('and its answer is lost')
  })
  till.line.next('whatBecameOf', 'ask lost')
  const paying = till.pays()
  await slow.reached
  await till.world.pass(minute)
  slow.goOn()
  expect(await paying).toMatchObject({ status: 'uncertain', dueTries: 1 })
  await till.world.pass(minute)
  expect(await till.now(await paying)).toMatchObject({ status: 'captured' })
})

test('an answer that comes after the resolver has found it out changes nothing', async () => {
  const till = await openTill()
  const slow = delay()
  till.line.next('authorize', async (deliver) => {
    const answer = (await deliver()) as Approved
    await slow.mishap(async () => answer)
    return answer
  })
  const paying = till.pays()
  await slow.reached
  await till.world.pass(minute)
  slow.goOn()
  expect(await paying).toMatchObject({ status: 'captured', version: 2 })
})

test.for([
  ['capture', 'answer lost', 'captured'],
  ['capture', 'ask lost', 'captured'],
  ['reverse', 'answer lost', 'voided'],
  ['reverse', 'ask lost', 'voided'],
] as const)('a %s with its %s is found out or asked again under its own key: %s', async ([kind, mishap, status]) => {
  const till = await openTill()
  const authorized = await till.pays({ kind: 'auth' })
  till.line.next(kind, mishap)
  const promised = await (kind === 'capture' ? till.captures(authorized) : till.undoes(authorized))
  expect(promised).toMatchObject({ status: kind === 'capture' ? 'capturing' : 'voiding' })
  await till.world.pass(minute)
  expect(await till.now(authorized)).toMatchObject({ status, ask: undefined, dueAt: undefined, dueTries: 0 })
  expect((await till.record.story(authorized.key)).filter(isFollow)).toHaveLength(1)
})

test.for([
  ['cancellation', 'answer lost', undefined, 'cancelled'],
  ['cancellation', 'ask lost', undefined, 'cancelled'],
  ['refund', 'answer lost', '4.00', 'captured'],
  ['refund', 'ask lost', '4.00', 'captured'],
] as const)('a %s with its %s is found out or asked again under its own key', async ([, mishap, amount, status]) => {
  const till = await openTill()
  const payment = await till.pays()
  till.line.next(amount ? 'refund' : 'reverse', mishap)
  const promised = await till.undoes(payment, amount)
  expect(promised.status).toBe(amount ? 'refunding' : 'cancelling')
  await till.world.pass(minute)
  expect(await till.now(payment)).toMatchObject({ status, refunded: { minor: amount ? 400n : 0n } })
  expect(await till.now(promised)).toMatchObject({ status: amount ? 'refunded' : 'cancelled', dueAt: undefined })
  expect((await till.record.story(payment.key)).filter(isFollow)).toHaveLength(1)
})

test('a capture is never taken for refused while the acquirer is away, and is made when it is back', async () => {
  const till = await openTill()
  const authorized = await till.pays({ kind: 'auth' })
  till.line.cut()
  await till.captures(authorized)
  await passMinutes(till, 26 * 60)
  expect(await till.now(authorized)).toMatchObject({ status: 'capturing' })
  till.line.mend()
  await passMinutes(till, 60)
  expect(await till.now(authorized)).toMatchObject({ status: 'captured' })
})

test('a refund that the acquirer decides later is waited for', async () => {
  const till = await openTill()
  const payment = await till.pays()
  const pending = { outcome: 'pending', reference: 'p-1' } as const
  till.line.next('refund', pending)
  till.line.next('whatBecameOf', pending, { outcome: 'done', reference: 'p-1' })
  const refund = await till.undoes(payment, '4.00')
  expect(refund.status).toBe('refunding')
  await till.world.pass(minute)
  expect(await till.now(refund)).toMatchObject({ status: 'refunding', dueTries: 1 })
  await till.world.pass(minute)
  expect(await till.now(refund)).toMatchObject({ status: 'refunded', reference: 'p-1' })
})

test('after two months of asking in vain a person is called, and nothing is asked any more', async () => {
  const till = await openTill()
  const authorized = await till.pays({ kind: 'auth' })
  till.line.cut()
  await till.captures(authorized)
  await till.world.app.db.run('update payments.payments set due_tries = 1500 where id = $1', [authorized.id])
  await till.world.pass(minute)
  expect(await till.now(authorized)).toMatchObject({ status: 'capturing', dueAt: undefined })
  expect(till.world.logged.join()).toContain('a person must ask')
})

test('a payment with nothing more to come that is due all the same is left alone from then on', async () => {
  const till = await openTill()
  const payment = await till.pays()
  await till.world.app.db.run('update payments.payments set due_at = $2 where id = $1', [payment.id, payment.createdAt])
  await till.world.settle()
  expect(await till.now(payment)).toMatchObject({ status: 'captured', dueAt: undefined })
  expect(till.line.asked).toHaveLength(1)
})

test('two workers who resolve one payment at once do it once', async () => {
  const till = await openTill()
  till.line.next('authorize', 'answer lost')
  const uncertain = await till.pays()
  till.world.clock.pass(minute)
  const [resolving] = paymentJobs(till.world.app)
  const row = await till.world.holdRow('payments.payments', uncertain.id)
  const both = [resolving!.run(uncertain.id), resolving!.run(uncertain.id)]
  await till.world.untilWaiting(2)
  await row.release()
  await Promise.all(both)
  expect(await till.now(uncertain)).toMatchObject({ status: 'captured', version: 3 })
})

async function passMinutes({ world }: Till, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed++) await world.pass(minute)
}

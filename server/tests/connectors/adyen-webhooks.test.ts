import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { counter, wholeList } from '#connectors/acquirer/conformance-counter.ts'
import { NoResponse } from '#connectors/acquirer/port.ts'
import { clockInHand } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { conformant, openAdyenUnderTest } from '../emulators/adyen/adyen-under-test.ts'
import type { Item } from '../emulators/adyen/state.ts'
import { copyOfTemplate } from '../world/database.ts'

let db: Db
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
})
afterAll(() => db.close())

async function open() {
  const underTest = await openAdyenUnderTest(db, clockInHand())
  onTestFinished(async () => {
    await underTest.connection.close()
    await underTest.emulator[Symbol.asyncDispose]()
  })
  const { emulator, acquirer, apply } = underTest
  const sale = async () => {
    const paid = await counter(conformant(underTest)).authorize('sale', 1000n)
    const { pspReference } = [...emulator.state.payments.values()].at(-1)!
    emulator.takeItems()
    return { ...paid.requested, pspReference }
  }
  const says = (item: Partial<Item> & Pick<Item, 'eventCode' | 'pspReference'>) =>
    apply([emulator.sign({ amount: { currency: 'EUR', value: 1000 }, ...item })])
  const kinds = async () => (await wholeList((place) => acquirer.disputesSince(place))).events.map(({ kind }) => kind)
  return { ...underTest, ...counter(conformant(underTest)), acquirer, sale, says, kinds }
}

test('what Adyen has not signed is refused before it is read; replaced credentials count while they overlap', async () => {
  const { connection, emulator, another, authorize, clock } = await open()
  await authorize('sale', 1000n)
  const items = emulator.takeItems()
  const receive = (webhooks: typeof connection.webhooks, sent: ReturnType<typeof emulator.deliver>) =>
    webhooks!.receive({ ...sent, receivedAt: clock.now() })
  expect(await receive(connection.webhooks, emulator.deliver(items))).toMatchObject({
    accepted: [{ type: 'AUTHORISATION', id: expect.stringMatching(/^AUTHORISATION:PSP\w+:true$/) }],
  })
  const changed = items.map((item) => ({ ...item, amount: { ...item.amount, value: 1 } }))
  const unsigned = items.map((item) => ({ ...item, additionalData: {} }))
  const refused = { refused: 'signature' }
  expect(await receive(connection.webhooks, emulator.deliver(changed))).toMatchObject(refused)
  expect(await receive(connection.webhooks, emulator.deliver(unsigned))).toMatchObject(refused)
  expect(await receive(connection.webhooks, emulator.deliver(items, { password: 'guessed' }))).toMatchObject(refused)
  const [one] = items
  expect(await receive(connection.webhooks, emulator.deliver([one!, ...changed]))).toMatchObject(refused)
  const broken = { ...emulator.deliver(items), body: Buffer.from('{"notificationItems":[') }
  expect(await receive(connection.webhooks, broken)).toMatchObject({ refused: 'unreadable' })
  const replaced = another({ hmacKey: 'AB'.repeat(32), webhookPassword: 'another' })
  expect(await receive(replaced.webhooks, emulator.deliver(items))).toMatchObject(refused)
  expect(connection.webhooks!.reply).toEqual({ body: '[accepted]', contentType: 'text/plain' })
})

test('webhooks in the wrong order, twice and in one delivery end as they would one by one', async () => {
  const { acquirer, emulator, authorize, following, apply } = await open()
  const { requested } = await authorize('auth', 1000n)
  const capture = following(requested, 700n)
  expect((await acquirer.capture(capture)).outcome).toBe('pending')
  const [refund, tooMuch] = [following(requested, 300n), following(requested, 500n)]
  const before = emulator.takeItems()
  await apply(before.toReversed())
  expect((await acquirer.refund(refund)).outcome).toBe('pending')
  const items = [...before, ...emulator.takeItems()].toReversed()
  await apply([...items, ...items])
  expect(await acquirer.inquire(capture.key)).toMatchObject({ outcome: 'done' })
  expect(await acquirer.inquire(refund.key)).toMatchObject({ outcome: 'done' })
  expect(await acquirer.refund(tooMuch)).toMatchObject({ outcome: 'declined' })
})

test('a webhook that comes before the answer to its request waits for it, unless it names our key', async () => {
  const { acquirer, emulator, authorize, following, apply, settle } = await open()
  const { requested } = await authorize('auth', 1000n)
  await settle()
  for (let tries = 0; tries < 3; tries++) emulator.fault(/captures$/, 'closedAfter')
  const capture = following(requested, 1000n)
  await expect(acquirer.capture(capture)).rejects.toThrow(NoResponse)
  const { pspReference, originalReference = '' } = emulator.takeItems()[0]!
  const about = { eventCode: 'CAPTURE', pspReference, originalReference, amount: { currency: 'EUR', value: 1000 } }
  await expect(apply([emulator.sign({ ...about, merchantReference: requested.key })])).rejects.toThrow(
    'not recorded yet',
  )
  expect(await apply([emulator.sign({ ...about, merchantReference: capture.key })])).toMatchObject([
    { key: capture.key, result: { outcome: 'done' } },
  ])
})

test('what is not of this connection changes nothing', async () => {
  const { sale, says, kinds } = await open()
  await sale()
  for (const eventCode of [
    'AUTHORISATION',
    'CAPTURE',
    'REFUND',
    'CANCEL_OR_REFUND',
    'EXPIRE',
    'OFFER_CLOSED',
    'CHARGEBACK',
  ])
    expect(await says({ eventCode, pspReference: 'ELSEWHERE1', merchantReference: 'till-42' })).toEqual([])
  expect(await kinds()).toEqual([])
})

test('an approval of a part is no payment: it is declined and cancelled', async () => {
  const { acquirer, emulator, request, says, settle } = await open()
  for (let tries = 0; tries < 3; tries++) emulator.fault(/payments$/, 'closedAfter')
  const requested = request('auth', 1000n)
  await expect(acquirer.authorize(requested)).rejects.toThrow(NoResponse)
  const { pspReference } = emulator.takeItems()[0]!
  const about = { eventCode: 'AUTHORISATION', pspReference, merchantReference: requested.key }
  expect(await says({ ...about, amount: { currency: 'EUR', value: 400 } })).toMatchObject([
    { key: requested.key, result: { outcome: 'declined' } },
  ])
  await settle()
  expect(emulator.balanceOf(requested.key).status).toBe('cancelled')
  expect((await acquirer.inquire(requested.key)).outcome).toBe('declined')
})

test('an authorization that expired is reversed without a call, and cannot be captured', async () => {
  const { acquirer, emulator, authorize, following, says, settle } = await open()
  const { requested } = await authorize('auth', 1000n)
  await settle()
  const { pspReference } = [...emulator.state.payments.values()].at(-1)!
  await says({ eventCode: 'EXPIRE', pspReference, merchantReference: requested.key })
  const calls = emulator.exchanges.length
  expect(await acquirer.capture(following(requested, 1000n))).toMatchObject({ outcome: 'declined' })
  expect(await acquirer.reverse(following(requested, 1000n))).toMatchObject({ outcome: 'done' })
  expect(emulator.exchanges).toHaveLength(calls)
})

test('an offer that is closed ends a payment whose answer is lost, and its reversal', async () => {
  const { acquirer, emulator, following, request, says, settle } = await open()
  for (let tries = 0; tries < 3; tries++) emulator.fault(/payments$/, 'closedBefore')
  const requested = request('auth', 1000n)
  await expect(acquirer.authorize(requested)).rejects.toThrow(NoResponse)
  const reversal = following(requested, 1000n)
  await acquirer.reverse(reversal)
  await settle()
  expect((await acquirer.inquire(reversal.key)).outcome).toBe('pending')
  await says({ eventCode: 'OFFER_CLOSED', pspReference: 'OFFER1', merchantReference: requested.key })
  expect((await acquirer.inquire(reversal.key)).outcome).toBe('done')
  expect((await acquirer.inquire(requested.key)).outcome).toBe('declined')
})

test('a refund that failed after it was done has come back, however often it is said, and before that is a decline', async () => {
  const { acquirer, emulator, following, sale, says, settle } = await open()
  const requested = await sale()
  const [first, second] = [following(requested, 100n), following(requested, 200n)]
  for (const refund of [first, second]) await acquirer.refund(refund)
  const [done] = emulator.takeItems()
  const failed = (key: string, pspReference: string) =>
    says({
      eventCode: 'REFUND_FAILED',
      pspReference,
      originalReference: requested.pspReference,
      merchantReference: key,
    })
  expect(await failed(second.key, 'MODLATER')).toMatchObject([{ key: second.key, result: { outcome: 'declined' } }])
  await says({ ...done!, additionalData: {}, success: true })
  const back = [{ key: first.key, result: { outcome: 'returned', reference: done!.pspReference } }]
  expect(await failed(first.key, done!.pspReference)).toEqual(back)
  expect(await failed(first.key, done!.pspReference)).toEqual(back)
  expect(await acquirer.inquire(first.key)).toEqual(back[0]!.result)
  expect((await acquirer.refund(following(requested, 1000n))).outcome).toBe('pending')
  await settle()
})

test('a sale whose capture failed before its answer was known waits for the answer', async () => {
  const { acquirer, emulator, request, says } = await open()
  const sold = request('sale', 1000n)
  for (let tries = 0; tries < 3; tries++) emulator.fault(/payments$/, 'closedAfter')
  await expect(acquirer.authorize(sold)).rejects.toThrow(NoResponse)
  const [approved] = emulator.takeItems()
  emulator.failCapture(sold.key)
  const [failed] = emulator.takeItems()
  const item = { ...failed!, additionalData: {}, success: true }
  await expect(says(item)).rejects.toThrow('not recorded yet')
  await says({ ...approved!, success: true })
  expect(await says(item)).toMatchObject([{ key: sold.key, result: { outcome: 'failed', authorization: sold.key } }])
})

test('a capture that failed after it was done has failed, also of a sale, however often it is said, and before that is a decline', async () => {
  const { acquirer, emulator, following, sale, request, says, settle } = await open()
  const held = request('auth', 1000n)
  const approved = await acquirer.authorize(held)
  const capture = following(held, 1000n)
  await acquirer.capture(capture)
  await settle()
  emulator.failCapture(held.key)
  const [late] = emulator.takeItems()
  const about = late!
  const failure = { outcome: 'failed', request: 'capture', authorization: held.key, reference: about.pspReference }
  const reported = () => says({ ...about, additionalData: {}, success: true })
  expect(await reported()).toEqual([{ key: capture.key, result: failure }])
  expect(await reported()).toEqual([{ key: capture.key, result: failure }])
  expect(await acquirer.inquire(held.key)).toEqual(failure)
  expect(await acquirer.inquire(capture.key)).toEqual(failure)
  expect(approved.outcome).toBe('approved')

  const sold = await sale()
  await settle()
  emulator.failCapture(sold.key)
  const [ofSale] = emulator.takeItems()
  expect(await says({ ...ofSale!, additionalData: {}, success: true })).toMatchObject([
    { key: sold.key, result: { outcome: 'failed', authorization: sold.key } },
  ])
  expect(await acquirer.inquire(sold.key)).toMatchObject({ outcome: 'failed' })

  const early = request('auth', 1000n)
  await acquirer.authorize(early)
  const first = following(early, 1000n)
  await acquirer.capture(first)
  const [done] = emulator.takeItems().filter(({ eventCode }) => eventCode === 'CAPTURE')
  expect(await says({ ...done!, additionalData: {}, eventCode: 'CAPTURE_FAILED', success: true })).toMatchObject([
    { key: first.key, result: { outcome: 'declined' } },
  ])
  await settle()
})

test('money that a bank takes once more after a dispute was won is another dispute, lost at once', async () => {
  const { acquirer, emulator, kinds, sale, settle, apply } = await open()
  const { key, amount } = await sale()
  emulator.chargeBack(key, 1000)
  emulator.decideDispute(key, 'won')
  const [opened, won] = emulator.takeItems()
  await expect(apply([won!])).rejects.toThrow('before the chargeback')
  await apply([opened!, won!, opened!])
  emulator.decideDispute(key, 'secondChargeback')
  await settle()
  expect(await kinds()).toEqual(['opened', 'won', 'opened', 'lost'])
  const { events } = await acquirer.disputesSince(undefined)
  expect(new Set(events.map(({ dispute }) => dispute)).size).toBe(2)
  expect(events[0]).toMatchObject({ authorization: key, amount, reason: 'not_received', respondBy: expect.anything() })
})

test('a dispute that was lost is won after all when its money is credited later, and not by what happened before', async () => {
  const { clock, emulator, kinds, sale, apply } = await open()
  const { key } = await sale()
  emulator.chargeBack(key, 1000)
  emulator.decideDispute(key, 'lost')
  const [opened, lost] = emulator.takeItems()
  await apply([opened!, lost!])
  clock.pass({ hours: 24 })
  emulator.decideDispute(key, 'won')
  const [won] = emulator.takeItems()
  await apply([{ ...won!, eventDate: opened!.eventDate }])
  expect(await kinds()).toEqual(['opened', 'lost'])
  await apply([won!, won!])
  expect(await kinds()).toEqual(['opened', 'lost', 'won'])
})

test('a dispute is defended once: with the documents that fit, also when the answer is lost', async () => {
  const { acquirer, emulator, sale, settle } = await open()
  const { key } = await sale()
  const dispute = emulator.chargeBack(key, 1000)
  await settle()
  const file = { name: 'receipt.pdf', mediaType: 'application/pdf', content: new Uint8Array([37, 80, 68, 70]) }
  const evidence = {
    key: randomUUID(),
    authorization: key,
    dispute,
    text: 'Signed for at the door.',
    documents: [file],
  }
  await expect(acquirer.submitEvidence({ ...evidence, documents: Array(5).fill(file) })).rejects.toThrow(
    'Customer Area',
  )
  expect(emulator.state.disputes.get(dispute)?.documents).toEqual([])
  emulator.fault(/defendDispute$/, 'closedAfter')
  await expect(acquirer.submitEvidence(evidence)).rejects.toThrow(NoResponse)
  await settle()
  expect(await acquirer.submitEvidence(evidence)).toMatchObject({ outcome: 'done' })
  expect(emulator.state.disputes.get(dispute)?.documents).toEqual(['DefenseMaterial', 'TIDorInvoice'])
  expect(await acquirer.submitEvidence({ ...evidence, key: randomUUID() })).toMatchObject({ outcome: 'closed' })
})

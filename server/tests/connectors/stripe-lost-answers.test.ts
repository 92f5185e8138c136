import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { counter } from '#connectors/acquirer/conformance-counter.ts'
import { type Acquirer, type InquiryResult, NoResponse } from '#connectors/acquirer/port.ts'
import { clockInHand, typedCard } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { withTimeout } from '#connectors/acquirer/with-timeout.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import type { StripeEmulator } from '../emulators/stripe/emulator.ts'
import type { FaultKind } from '../emulators/stripe/faults.ts'
import { copyOfTemplate } from '../world/database.ts'
import { sampled } from '../world/length.ts'
import { emulatorAt, openStripe, stripeUnderTest } from '../world/stripe.ts'

let db: Db
let emulator: StripeEmulator
const clock = clockInHand()
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
  emulator = await emulatorAt(clock)
})
afterAll(async () => {
  await emulator.close()
  await db.close()
})

/** A shop that waits a quarter of a second for an answer, unless it says how long. */
function shop({ timeoutMs = 250 } = {}) {
  const { acquirer } = openStripe({ db, clock, url: emulator.url, timeoutMs })
  return counter(stripeUnderTest(emulator, withTimeout(acquirer, { timeoutMs: 20_000 })))
}

const create = /^POST \/v1\/payment_intents$/
const confirm = /\/confirm$/
const capture = /\/capture$/
const cancel = /\/cancel$/
const refund = /^POST \/v1\/refunds$/
const lostBefore = ['closeBefore'] as const
const lostAfter = ['closeAfter', 'hang', 'truncate', 'faultAfter'] as const

/** What the resolver does about a lost answer: it inquires, and reverses what was not found. */
async function resolved(
  acquirer: Acquirer,
  requested: { key: string; amount: { minor: bigint } },
): Promise<InquiryResult> {
  const inquiry = await acquirer.inquire(requested.key)
  if (inquiry.outcome !== 'not_found') return inquiry
  const { following } = shop()
  expect((await acquirer.reverse(following(requested as never, requested.amount.minor))).outcome).toBe('done')
  return acquirer.inquire(requested.key)
}

const chargesOf = (request: string) => {
  const { id } = emulator.intentFor(request)
  return [...emulator.state.charges.values()].filter(({ intent, status }) => intent === id && status === 'succeeded')
}

test.each<[FaultKind]>(
  sampled(
    [...lostBefore, ...lostAfter].map((kind) => [kind]),
    3,
  ),
)('a payment whose intent was lost (%s) is not found, and never charged once it is reversed', async (kind) => {
  const { acquirer, request } = shop()
  const requested = request('sale', 1000n)
  emulator.faults.plan(create, kind)
  await expect(acquirer.authorize(requested)).rejects.toThrow(NoResponse)
  expect(await acquirer.inquire(requested.key)).toEqual({ outcome: 'not_found' })
  expect(await resolved(acquirer, requested)).toMatchObject({ outcome: 'declined' })
  expect((await acquirer.authorize(requested)).outcome).toBe('declined')
  const made = [...emulator.state.intents.values()].filter(({ metadata }) => metadata.florin_request === requested.key)
  expect(made.filter(({ charge }) => charge !== null)).toEqual([])
})

test.each<[FaultKind]>(lostAfter.map((kind) => [kind]))(
  'a payment that was charged with its answer lost (%s) is found to be approved, once',
  async (kind) => {
    const { acquirer, request } = shop()
    const requested = request('sale', 1000n)
    emulator.faults.plan(confirm, kind)
    await expect(acquirer.authorize(requested)).rejects.toThrow(NoResponse)
    const inquiry = await acquirer.inquire(requested.key)
    expect(inquiry).toMatchObject({ outcome: 'approved', reference: emulator.intentFor(requested.key).id })
    expect(await acquirer.authorize(requested)).toEqual(inquiry)
    expect(chargesOf(requested.key)).toHaveLength(1)
  },
)

test('a card that never arrived is waited for, then not found, and refused once it was reversed', async () => {
  const { acquirer, request } = shop()
  const requested = request('sale', 1000n)
  emulator.faults.plan(confirm, 'closeBefore')
  await expect(acquirer.authorize(requested)).rejects.toThrow(NoResponse)
  expect((await acquirer.inquire(requested.key)).outcome).toBe('pending')
  clock.pass({ minutes: 2 })
  expect(await resolved(acquirer, requested)).toMatchObject({ outcome: 'declined' })
  expect(chargesOf(requested.key)).toEqual([])
})

test('a decline whose answer is lost is found with its reason and the checks of the card', async () => {
  const { acquirer, request } = shop()
  const requested = request('sale', 1000n, typedCard('4000000000000127'))
  emulator.faults.plan(confirm, 'closeAfter')
  await expect(acquirer.authorize(requested)).rejects.toThrow(NoResponse)
  expect(await acquirer.inquire(requested.key)).toMatchObject({
    outcome: 'declined',
    reason: 'security_code_wrong',
    checks: { securityCode: 'mismatch' },
  })
})

const follow = { capture, reverse: cancel, refund } as const
test.each(
  (['capture', 'reverse', 'refund'] as const).flatMap((verb) =>
    sampled([...lostBefore, ...lostAfter], 3).map((kind): [typeof verb, FaultKind] => [verb, kind]),
  ),
)('a %s whose answer is lost (%s) is done once, however often it is sent', async (verb, kind) => {
  const { acquirer, request, following } = shop()
  const requested = request(verb === 'refund' ? 'sale' : 'auth', 1000n)
  await acquirer.authorize(requested)
  const input = following(requested, verb === 'reverse' ? 1000n : 400n)
  emulator.faults.plan(follow[verb], kind)
  await expect(acquirer[verb](input)).rejects.toThrow(NoResponse)
  const inquiry = await acquirer.inquire(input.key)
  expect(inquiry.outcome).toBe(kind === 'closeBefore' ? 'not_found' : 'done')
  const again = await acquirer[verb](input)
  expect(again.outcome).toBe('done')
  expect(await acquirer.inquire(input.key)).toEqual(again)
  const [charge] = chargesOf(requested.key)
  expect([charge?.captured, charge?.refunded]).toEqual(
    { capture: [400, 0], reverse: [0, 0], refund: [1000, 400] }[verb],
  )
})

test('a refund that Stripe may have left half done is not made again, and waits', async () => {
  const { acquirer, request, following } = shop()
  const requested = request('sale', 1000n)
  await acquirer.authorize(requested)
  const input = following(requested, 400n)
  emulator.faults.plan(refund, 'faultBefore')
  await expect(acquirer.refund(input)).rejects.toThrow(NoResponse)
  expect((await acquirer.inquire(input.key)).outcome).toBe('pending')
  await expect(acquirer.refund(input)).rejects.toThrow(NoResponse)
  expect(chargesOf(requested.key)[0]?.refunded).toBe(0)
})

test('a capture that Stripe answers with a fault is made under a further key, since it can be made once only', async () => {
  const { acquirer, request, following } = shop()
  const requested = request('auth', 1000n)
  await acquirer.authorize(requested)
  const input = following(requested, 700n)
  emulator.faults.plan(capture, 'faultBefore')
  await expect(acquirer.capture(input)).rejects.toThrow(NoResponse)
  expect((await acquirer.capture(input)).outcome).toBe('done')
  const sent = emulator.seen.filter(({ path }) => path.endsWith('/capture')).map(({ key }) => key)
  expect(sent.slice(-2)).toEqual([input.key, `${input.key}:2`])
})

test.each(['closeBefore', 'closeAfter'] as const)(
  'a key that Stripe has forgotten is not sent again: what was refunded (%s) is read first',
  async (kind) => {
    const { acquirer, request, following } = shop()
    const requested = request('sale', 1000n)
    await acquirer.authorize(requested)
    const input = following(requested, 400n)
    emulator.faults.plan(refund, kind)
    await expect(acquirer.refund(input)).rejects.toThrow(NoResponse)
    clock.pass({ hours: 25 })
    expect((await acquirer.refund(input)).outcome).toBe('done')
    expect(chargesOf(requested.key)[0]?.refunded).toBe(400)
    const keys = emulator.seen.filter(({ body }) => body.includes(input.key)).map(({ key }) => key)
    expect(keys).toEqual(kind === 'closeAfter' ? [input.key] : [input.key, `${input.key}:2`])
  },
)

test('a card is never sent a second time a day later: Stripe would charge it anew', async () => {
  const { acquirer, request } = shop()
  const requested = request('sale', 1000n)
  emulator.faults.plan(confirm, 'closeBefore')
  await expect(acquirer.authorize(requested)).rejects.toThrow(NoResponse)
  clock.pass({ hours: 25 })
  await expect(acquirer.authorize(requested)).rejects.toThrow(NoResponse)
  expect(emulator.seen.filter(({ key }) => key === `${requested.key}:confirm`)).toHaveLength(1)
})

test('while Stripe is busy with the object, or refuses more requests, the request is sent again', async () => {
  const { acquirer, request, following } = shop({ timeoutMs: 20_000 })
  const requested = request('auth', 1000n)
  emulator.faults.plan(create, 'tooMany', 2)
  emulator.faults.plan(confirm, 'locked', 2)
  expect((await acquirer.authorize(requested)).outcome).toBe('approved')
  emulator.faults.plan(cancel, 'locked', 3)
  expect((await acquirer.reverse(following(requested, 1000n))).outcome).toBe('done')
})

test.each([
  ['before its intent is made', create, 'before', 'declined'],
  ['before it knows its intent', create, 'after', 'declined'],
  ['before its card arrives', confirm, 'before', 'declined'],
  ['before it knows that its card was charged', confirm, 'after', 'approved'],
] as const)(
  'a reversal that overtakes its authorization %s leaves nothing charged',
  async (_when, step, at, outcome) => {
    const { acquirer, request, following } = counter(
      stripeUnderTest(emulator, openStripe({ db, clock, url: emulator.url }).acquirer),
    )
    for (const kind of ['sale', 'auth'] as const) {
      const requested = request(kind, 1000n)
      const gate = emulator.faults.gate(step, at)
      const authorizing = acquirer.authorize(requested)
      await gate.arrived
      const reversed = await acquirer.reverse(following(requested, 1000n))
      gate.open()
      expect([(await authorizing).outcome, reversed.outcome]).toEqual([outcome, 'done'])
      const held = chargesOf(requested.key).filter(({ captured, refunded }) => captured > refunded)
      expect([held, emulator.intentFor(requested.key).status]).not.toContain('requires_capture')
      expect(held).toEqual([])
    }
  },
)

test('evidence whose answer was lost counts as submitted a day later too, and is not submitted again', async () => {
  const { acquirer, authorize } = shop()
  const { requested } = await authorize('sale', 1000n)
  const { id } = emulator.dispute(requested.key, 1000)
  const evidence = { key: randomUUID(), authorization: requested.key, dispute: id, text: 'Signed for.', documents: [] }
  emulator.faults.plan(/^POST \/v1\/disputes/, 'closeAfter')
  await expect(acquirer.submitEvidence(evidence)).rejects.toThrow(NoResponse)
  clock.pass({ hours: 25 })
  expect((await acquirer.submitEvidence(evidence)).outcome).toBe('done')
  expect(emulator.state.disputes.get(id)?.submissions).toBe(1)
})

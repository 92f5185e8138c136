import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { counter, inBrowser } from '#connectors/acquirer/conformance-counter.ts'
import { NoResponse } from '#connectors/acquirer/port.ts'
import { clockInHand } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { conformant, openAdyenUnderTest, typedCard } from '../emulators/adyen/adyen-under-test.ts'
import type { Fault } from '../emulators/adyen/emulator.ts'
import { copyOfTemplate } from '../world/database.ts'

let db: Db
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
})
afterAll(() => db.close())

const payments = /\/v72\/payments$/

async function open() {
  const underTest = await openAdyenUnderTest(db, clockInHand())
  onTestFinished(async () => {
    await underTest.connection.close()
    await underTest.emulator[Symbol.asyncDispose]()
  })
  const { emulator } = underTest
  /** Every try to send a request to this path meets the fault. */
  const always = (path: RegExp, fault: Fault) => {
    for (let tries = 0; tries < 3; tries++) emulator.fault(path, fault)
  }
  const sent = (path: RegExp) => emulator.exchanges.filter((each) => path.test(each.path))
  return { ...underTest, ...counter(conformant(underTest)), acquirer: underTest.acquirer, always, sent }
}

test.each(['closedAfter', 'truncated', 'inProgress'] as const)(
  'an answer that is lost while the card is at hand (%s) is asked for again under its key: one payment',
  async (fault) => {
    const { acquirer, emulator, request, sent } = await open()
    emulator.fault(payments, fault)
    const requested = request('sale', 1000n)
    expect(await acquirer.authorize(requested)).toMatchObject({ outcome: 'approved' })
    expect(emulator.state.payments.size).toBe(1)
    expect(sent(payments).map(({ key }) => key)).toEqual([requested.key, requested.key])
  },
)

test.each([
  ['JANE DOE', 'approved'],
  ['NOT_ENOUGH_BALANCE', 'declined'],
])(
  'an answer that stays lost is not guessed: the webhook brings the result of the card of %s',
  async (holder, outcome) => {
    const { acquirer, always, request, settle } = await open()
    always(payments, 'failedAfter')
    const requested = request('sale', 1000n, typedCard('4111111111111111', holder))
    await expect(acquirer.authorize(requested)).rejects.toThrow(NoResponse)
    await expect(acquirer.inquire(requested.key)).rejects.toThrow(NoResponse)
    const [reported] = await settle()
    expect(reported).toMatchObject({ key: requested.key, result: { outcome } })
    expect(await acquirer.inquire(requested.key)).toEqual(reported?.result)
    expect(await acquirer.authorize(requested)).toEqual(reported?.result)
  },
)

test('a key whose answer is lost is never sent with another amount', async () => {
  const { acquirer, always, request, sent } = await open()
  always(payments, 'closedBefore')
  const requested = request('sale', 1000n)
  await expect(acquirer.authorize(requested)).rejects.toThrow(NoResponse)
  const other = { ...requested, amount: { ...requested.amount, minor: 2000n } }
  await expect(acquirer.authorize(other)).rejects.toThrow('another request')
  expect(sent(payments)).toEqual([])
})

test('two processes that send one request at once make one payment', async () => {
  const { acquirer, another, emulator, request } = await open()
  const other = another()
  const held = emulator.hold(payments)
  const requested = request('sale', 1000n)
  const first = acquirer.authorize(requested)
  await held.arrived
  const second = await other.acquirer.authorize(requested)
  held.release()
  expect(await first).toEqual(second)
  expect(emulator.state.payments.size).toBe(1)
  await other.close()
})

test('too many requests decline an authorization for good, and leave a capture to be sent again', async () => {
  const { acquirer, always, authorize, emulator, following, request, settle } = await open()
  emulator.fault(payments, 'tooMany')
  expect(await acquirer.authorize(request('sale', 1000n))).toMatchObject({ reason: 'provider_error' })
  const { requested } = await authorize('auth', 1000n)
  always(/captures$/, 'tooMany')
  const capture = following(requested, 1000n)
  await expect(acquirer.capture(capture)).rejects.toThrow(NoResponse)
  emulator.takeItems()
  // Nothing of it was looked at, so that it is the first that is sent.
  expect(await acquirer.inquire(capture.key)).toEqual({ outcome: 'not_found' })
  for (let waits = 0; waits < 3; waits++) await acquirer.capture(capture).catch(() => undefined)
  await settle()
  expect(await acquirer.inquire(capture.key)).toMatchObject({ outcome: 'done' })
})

test('a key that Adyen may have forgotten is never sent again', async () => {
  const { acquirer, always, authorize, clock, emulator, following, sent, settle } = await open()
  const { requested } = await authorize('auth', 1000n)
  await settle()
  always(/captures$/, 'closedBefore')
  const capture = following(requested, 1000n)
  await expect(acquirer.capture(capture)).rejects.toThrow(NoResponse)
  clock.pass({ hours: 7 * 24 })
  await expect(acquirer.inquire(capture.key)).rejects.toThrow('too old')
  expect(sent(/captures$/)).toEqual([])
  expect(emulator.balanceOf(requested.key).captured).toBe(0)
})

test('a payment whose answer is lost is reversed, by our reference or by the name that the webhook brings', async () => {
  const { acquirer, always, emulator, following, request, settle } = await open()
  for (const kind of ['auth', 'sale'] as const) {
    always(payments, 'closedAfter')
    const requested = request(kind, 1000n)
    await expect(acquirer.authorize(requested)).rejects.toThrow(NoResponse)
    const reversal = following(requested, 1000n)
    expect((await acquirer.reverse(reversal)).outcome).toBe('pending')
    await settle()
    expect(await acquirer.inquire(reversal.key)).toMatchObject({ outcome: 'done' })
    const { status, captured, refunded } = emulator.balanceOf(requested.key)
    expect(status === 'cancelled' || captured === refunded).toBe(true)
  }
})

test('a reversal that overtakes its authorization ends it as soon as it turns up, also a day later', async () => {
  for (const late of [false, true]) {
    const { acquirer, clock, emulator, following, request, settle } = await open()
    const held = emulator.hold(payments)
    const requested = request('sale', 1000n)
    const authorizing = acquirer.authorize(requested)
    await held.arrived
    const reversal = following(requested, 1000n)
    expect((await acquirer.reverse(reversal)).outcome).toBe('pending')
    await settle()
    if (late) clock.pass({ hours: 25 })
    expect((await acquirer.inquire(reversal.key)).outcome).toBe(late ? 'done' : 'pending')
    held.release()
    expect((await authorizing).outcome).toBe('declined')
    await settle()
    expect(await acquirer.inquire(reversal.key)).toMatchObject({ outcome: 'done' })
    expect(emulator.balanceOf(requested.key)).toMatchObject({ captured: 1000, refunded: 1000 })
  }
})

test('a part that was authorized is no payment: it is declined and cancelled', async () => {
  const { acquirer, emulator, request, settle } = await open()
  const requested = request('auth', 1000n, typedCard('4111111111111111', 'PARTLY'))
  expect((await acquirer.authorize(requested)).outcome).toBe('declined')
  await settle()
  expect(emulator.balanceOf(requested.key).status).toBe('cancelled')
})

test('an approval that no shopper comes back for is cancelled, and not one for which they do', async () => {
  const { acquirer, clock, emulator, request, settle } = await open()
  const challenged = async () => {
    const requested = { ...request('sale', 3000n, typedCard('4212345678901237')), threeDSecure: inBrowser }
    const result = await acquirer.authorize(requested)
    if (result.outcome !== 'challenge') throw new Error(result.outcome)
    const response = await emulator.passThroughBank(result.redirect.url, 'password')
    expect(await settle()).toEqual([])
    return { requested, completion: { key: randomUUID(), authorization: requested.key, response } }
  }
  const [back, gone] = [await challenged(), await challenged()]
  expect(await acquirer.completeChallenge(back.completion)).toMatchObject({ outcome: 'approved' })
  clock.pass({ hours: 2 })
  await settle()
  expect(emulator.balanceOf(back.requested.key)).toMatchObject({ captured: 3000, refunded: 0 })
  expect(emulator.balanceOf(gone.requested.key)).toMatchObject({ captured: 3000, refunded: 3000 })
  expect((await acquirer.completeChallenge(gone.completion)).outcome).toBe('declined')
})

test('the completion of a challenge whose answer is lost is sent again by any process', async () => {
  const { acquirer, another, always, emulator, request } = await open()
  const requested = { ...request('sale', 3000n, typedCard('4212345678901237')), threeDSecure: inBrowser }
  const result = await acquirer.authorize(requested)
  if (result.outcome !== 'challenge') throw new Error(result.outcome)
  const response = await emulator.passThroughBank(result.redirect.url, 'password')
  always(/details$/, 'closedAfter')
  const completion = { key: randomUUID(), authorization: requested.key, response }
  await expect(acquirer.completeChallenge(completion)).rejects.toThrow(NoResponse)
  const other = another()
  expect(await other.acquirer.inquire(completion.key)).toMatchObject({
    outcome: 'approved',
    threeDSecure: 'challenged',
  })
  await other.close()
})

test.each([
  ['captures', [], 'declined', 'declined'],
  ['captures', ['tooMany'], 'unknown', 'declined'],
  ['captures', ['closedBefore'], 'unknown', 'unknown'],
  ['captures', ['closedAfter'], 'unknown', 'unknown'],
  ['refunds', [], 'declined', 'declined'],
  ['refunds', ['tooMany'], 'unknown', 'declined'],
  ['refunds', ['tooMany', 'closedAfter'], 'unknown', 'unknown'],
  ['refunds', ['closedAfter'], 'unknown', 'unknown'],
  ['reversals', [], 'declined', 'declined'],
  ['reversals', ['tooMany'], 'unknown', 'declined'],
  ['reversals', ['closedBefore'], 'unknown', 'unknown'],
  ['reversals', ['closedAfter'], 'unknown', 'unknown'],
] as const)(
  'a refusal of Adyen says of this try alone that it was not carried out: %s after [%s]',
  async (path, before, first, then) => {
    const { acquirer, always, authorize, emulator, following } = await open()
    const { requested } = await authorize(path === 'refunds' ? 'sale' : 'auth', 1000n)
    const request = following(requested, 1000n)
    const verb = ({ captures: 'capture', refunds: 'refund', reversals: 'reverse' } as const)[path]
    const sends = async () =>
      acquirer[verb](request).then(
        ({ outcome }) => outcome,
        (error: unknown) => (error instanceof NoResponse ? 'unknown' : Promise.reject(error)),
      )
    const results: string[] = []
    for (const fault of before) {
      // Of a reversal each try is a call of its own.
      if (fault === 'tooMany' || path === 'reversals') emulator.fault(new RegExp(`${path}$`), fault)
      else always(new RegExp(`${path}$`), fault)
      results.push(await sends())
    }
    emulator.fault(new RegExp(`${path}$`), 'refused')
    const last = await sends()
    expect([results[0] ?? last, last]).toEqual([first, then])
  },
)

test.each(['tooMany', 'refused'] as const)(
  'an authorization whose answer was lost is not declined because its repeat is not accepted (%s)',
  async (fault) => {
    const { acquirer, emulator, request, settle } = await open()
    emulator.fault(payments, 'closedAfter')
    emulator.fault(payments, fault)
    const requested = request('sale', 1000n)
    await expect(acquirer.authorize(requested)).rejects.toThrow(NoResponse)
    await settle()
    expect(await acquirer.inquire(requested.key)).toMatchObject({ outcome: 'approved' })
    expect(emulator.balanceOf(requested.key)).toMatchObject({ captured: 1000, refunded: 0 })
  },
)

test.each([[['closedAfter', 'tooMany']], [['closedAfter', 'refused']], [['tooMany']]] as const)(
  'a challenge that the shopper has passed is not declined because its completion is not accepted (%s)',
  async (faults) => {
    const { acquirer, emulator, request } = await open()
    const requested = { ...request('sale', 3000n, typedCard('4212345678901237')), threeDSecure: inBrowser }
    const result = await acquirer.authorize(requested)
    if (result.outcome !== 'challenge') throw new Error(result.outcome)
    const response = await emulator.passThroughBank(result.redirect.url, 'password')
    for (const fault of faults) emulator.fault(/details$/, fault)
    const completion = { key: randomUUID(), authorization: requested.key, response }
    await expect(acquirer.completeChallenge(completion)).rejects.toThrow(NoResponse)
    expect(await acquirer.inquire(completion.key)).toMatchObject({ outcome: 'approved' })
    expect(emulator.balanceOf(requested.key)).toMatchObject({ captured: 3000, refunded: 0 })
  },
)

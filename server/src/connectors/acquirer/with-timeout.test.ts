import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '#kernel/db/transaction-scope.ts'
import { counter } from './conformance-counter.ts'
import { type Acquirer, type DisputePage, NoResponse, NotSent, NotSupported } from './port.ts'
import { memoryRecord } from './sandbox/memory-record.ts'
import { clockInHand, sandboxUnderTest } from './sandbox/sandbox-under-test.ts'
import { withTimeout } from './with-timeout.ts'

const { acquirer: sandbox, request, following, payout } = counter(sandboxUnderTest(memoryRecord(), clockInHand()))
const impatient = (change: Partial<Acquirer>) => withTimeout({ ...sandbox, ...change }, { timeoutMs: 20_000 })
/** An acquirer's answer as the network brings it: anything. */
const responding = (response: unknown) => async () => JSON.parse(JSON.stringify(response) ?? 'null')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an answer in time is passed on as it is, and no timer stays behind', async () => {
  const requested = request('sale', 1000n)
  const result = await impatient({}).authorize(requested)
  expect(result).toEqual(await sandbox.authorize(requested))
  expect(await impatient({}).inquire(requested.key)).toEqual(result)
  expect(vi.getTimerCount()).toBe(0)
})

test('a request within a transaction throws before anything is sent', async () => {
  let sent = 0
  const counting = impatient({
    authorize: (request) => {
      sent++
      return sandbox.authorize(request)
    },
  })
  const asked = inTransaction('recordPayment', () => counting.authorize(request('sale', 1000n)))
  await expect(asked).rejects.toThrow('a request to an acquirer is called inside the transaction of recordPayment')
  expect(sent).toBe(0)
})

test('a connector that says that nothing was sent is believed, also by a caller who knows only lost answers', async () => {
  const refused = async () => Promise.reject(new NotSent('connection refused'))
  const failing = impatient({ authorize: refused }).authorize(request('sale', 1000n))
  await expect(failing).rejects.toThrow(NotSent)
  await expect(failing).rejects.toThrow(NoResponse)
})

test('an acquirer that hangs is given up after the time-out, and not before', async () => {
  let outcome = 'nothing yet'
  const waiting = impatient({})
    .authorize(request('sale', 8n))
    .catch((error) => {
      outcome = error.name
    })
  await vi.advanceTimersByTimeAsync(19_999)
  expect(outcome).toBe('nothing yet')
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(outcome).toBe('NoResponse')
  expect(vi.getTimerCount()).toBe(0)
})

test('a response that arrives too late does no harm, even when it is a failure', async () => {
  const late = Promise.withResolvers<never>()
  const waiting = expect(impatient({ capture: () => late.promise }).capture(capture())).rejects.toThrow(NoResponse)
  await vi.advanceTimersByTimeAsync(20_000)
  await waiting
  late.reject(new Error('connection reset'))
  await expect(late.promise).rejects.toThrow('connection reset')
})

test('whatever else goes wrong in a connector is no answer, with its cause', async () => {
  const cause = new TypeError('fetch failed')
  const broken = impatient({
    authorize: () => {
      throw cause
    },
  })
  const outcome = await broken.authorize(request('sale', 1000n)).catch((error) => error)
  expect(outcome).toBeInstanceOf(NoResponse)
  expect(outcome.cause).toBe(cause)
})

test('what a connector cannot do is not taken for a lost answer', async () => {
  const refusing = impatient({
    payOut: async () => {
      throw new NotSupported('no payouts')
    },
  })
  await expect(refusing.payOut(payout(1000n))).rejects.toThrow(NotSupported)
})

test.each([
  ['nothing', undefined],
  ['text', 'OK'],
  ['an unknown outcome', { outcome: 'fine', reference: 'r' }],
  ['a follow-up answer to an authorization', { outcome: 'done', reference: 'r' }],
  ['an approval without marks', { outcome: 'approved', reference: 'r' }],
  ['an unknown reason', { outcome: 'declined', reason: 'bad_mood' }],
  ['an empty reference', { outcome: 'pending', reference: '' }],
  ['a reference without end', { outcome: 'pending', reference: 'r'.repeat(256) }],
])('%s is not an answer to an authorization', async (_, response) => {
  await expect(impatient({ authorize: responding(response) }).authorize(request('sale', 1000n))).rejects.toThrow(
    NoResponse,
  )
})

test('a challenge that would send the browser to something else than a web page is not an answer', async () => {
  const challenge = (url: string) => ({
    outcome: 'challenge',
    reference: 'r',
    redirect: { url, method: 'POST', fields: {} },
  })
  const requesting = (url: string) =>
    impatient({ authorize: responding(challenge(url)) }).authorize(request('sale', 1000n))
  expect((await requesting('https://bank.example/acs')).outcome).toBe('challenge')
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '/sandbox/bank', ''])
    await expect(requesting(url)).rejects.toThrow(NoResponse)
})

test('an approval is not an answer to a capture', async () => {
  const approval = await sandbox.authorize(request('sale', 1000n))
  await expect(impatient({ capture: responding(approval) }).capture(capture())).rejects.toThrow(NoResponse)
})

test('a decline may come without reference and checks', async () => {
  const response = { outcome: 'declined', reason: 'card_closed' }
  expect(await impatient({ authorize: responding(response) }).authorize(request('sale', 1000n))).toEqual({
    ...response,
    reference: undefined,
    checks: undefined,
  })
})

test('what cannot be read is not repeated in the error', async () => {
  const response = { outcome: 'pending', reference: ['4111111111111111'] }
  const outcome = await impatient({ authorize: responding(response) })
    .authorize(request('sale', 1000n))
    .catch(String)
  expect(outcome).toBe("NoResponse: the acquirer's response cannot be read: reference")
})

test('a page of dispute events is read whole or not at all', async () => {
  const event = {
    id: 'n-1',
    dispute: 'd-1',
    authorization: 'a-1',
    kind: 'opened',
    amount: { minor: 1n, currency: 'EUR' },
    reason: 'fraud',
    at: Temporal.Instant.from('2026-05-04T10:00:00Z'),
  }
  const listing = (response: unknown) =>
    impatient({ disputesSince: async () => response as DisputePage }).disputesSince('7')
  expect(await listing({ events: [event], place: '8' })).toEqual({ events: [event], place: '8' })
  expect(await listing({ events: [], place: undefined })).toEqual({ events: [], place: undefined })
  const wrong = [
    { id: '' },
    { kind: 'closed' },
    { amount: { minor: 0n, currency: 'EUR' } },
    { amount: { minor: 1n, currency: 'XXX' } },
    { reason: 'bad mood' },
    { at: '2026-05-04' },
  ]
  for (const change of wrong)
    await expect(listing({ events: [event, { ...event, ...change }], place: '9' })).rejects.toThrow(NoResponse)
  await expect(listing({ events: [event], place: undefined })).rejects.toThrow(NoResponse)
})

const capture = () => following(request('auth', 1000n), 1000n)

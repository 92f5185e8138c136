import { expect, test } from 'vitest'
import { counter } from '#connectors/acquirer/conformance-counter.ts'
import { type CaptureRequest, type CaptureResult, NoResponse } from '#connectors/acquirer/port.ts'
import { type AuthorizationState, memoryRecord, stateAt } from '#connectors/acquirer/sandbox/index.ts'
import { clockInHand, sandboxUnderTest } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { acquirerWithBadDays, seededRandom } from './acquirer-with-bad-days.ts'

const bad = { requestsLostPercent: 20, responsesLostPercent: 20 }

function openSandbox(seed: number) {
  const [record, clock] = [memoryRecord(), clockInHand()]
  const sandbox = sandboxUnderTest(record, clock)
  const line = acquirerWithBadDays(sandbox.acquirer, { ...bad, seed })
  const state = async (key: string): Promise<AuthorizationState> => stateAt(await record.story(key), clock.now())
  return { ...counter({ ...sandbox, acquirer: line }), line, sandbox, state }
}

/** One hundred sales of the same shop, as the results that the shop received. */
async function day(seed: number): Promise<string[]> {
  const { authorize } = openSandbox(seed)
  const received: string[] = []
  for (let sale = 0; sale < 100; sale++)
    received.push(
      await authorize('sale', 1000n).then(
        ({ result }) => result.outcome,
        (error: Error) => error.message,
      ),
    )
  return received
}

test('the same seed brings the same day, another seed another', async () => {
  expect(await day(7)).toEqual(await day(7))
  expect(await day(7)).not.toEqual(await day(8))
  expect(new Set(await day(7)).size).toBe(3)
})

test('a lost request never arrived; a lost response was carried out', async () => {
  const { acquirer, request, line, sandbox } = openSandbox(3)
  const faults: Record<string, string[]> = {
    'the request was lost on its way': [],
    'the response was lost on its way': [],
  }
  for (let sale = 0; sale < 100; sale++) {
    const requested = request('sale', 1000n)
    const error = await acquirer.authorize(requested).catch((lost: unknown) => lost)
    if (!(error instanceof NoResponse)) continue
    faults[error.message]?.push((await sandbox.acquirer.inquire(requested.key)).outcome)
  }
  const [requests, answers] = Object.values(faults)
  expect(new Set(requests)).toEqual(new Set(['not_found']))
  expect(new Set(answers)).toEqual(new Set(['approved']))
  expect(line.lost).toEqual({ requests: requests?.length, answers: answers?.length, late: 0 })
})

test('a late request is carried out only when it arrives, and is declined if it was reversed meanwhile', async () => {
  const { request, following, sandbox, state } = openSandbox(3)
  const late = acquirerWithBadDays(sandbox.acquirer, {
    seed: 1,
    requestsLostPercent: 0,
    responsesLostPercent: 0,
    requestsLatePercent: 100,
  })
  const [requested, reversed] = [request('sale', 1000n), request('sale', 1000n)]
  for (const one of [requested, reversed]) await expect(late.authorize(one)).rejects.toThrow(NoResponse)
  expect(await state(requested.key)).toEqual({ is: 'unknown' })
  await sandbox.acquirer.reverse(following(reversed, 1000n))
  expect(await late.lateRequestsArrive()).toBe(2)
  expect(await state(requested.key)).toMatchObject({ is: 'captured' })
  expect(await state(reversed.key)).toEqual({ is: 'reversed' })
  expect(await late.lateRequestsArrive()).toBe(0)
  expect(late.lost).toEqual({ requests: 0, answers: 0, late: 2 })
})

test('a capture that is refused for no reason stays refused, and another one may be made', async () => {
  const { request, following, sandbox, state } = openSandbox(3)
  const percents = { requestsLostPercent: 0, responsesLostPercent: 0, modificationsRefusedPercent: 100 }
  const moody = acquirerWithBadDays(sandbox.acquirer, { seed: 1, ...percents })
  const requested = request('auth', 1000n)
  await moody.authorize(requested)
  const capture = following(requested, 1000n)
  expect((await moody.capture(capture)).outcome).toBe('declined')
  moody.calmDown()
  expect((await moody.capture(capture)).outcome).toBe('declined')
  expect(await state(requested.key)).toMatchObject({ is: 'authorized' })
  expect((await moody.capture(following(requested, 1000n))).outcome).toBe('done')
})

test('on calm days nothing is lost', async () => {
  const { authorize, line } = openSandbox(3)
  line.calmDown()
  for (let sale = 0; sale < 100; sale++) expect((await authorize('sale', 1000n)).result.outcome).toBe('approved')
  expect(line.lost).toEqual({ requests: 0, answers: 0, late: 0 })
})

test('retrying with the same key until a response arrives captures and refunds exactly once', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { acquirer, request, following, state } = openSandbox(seed)
    const untilReceived = async (verb: 'capture' | 'refund', input: CaptureRequest): Promise<CaptureResult> =>
      acquirer[verb](input).catch(() => untilReceived(verb, input))
    const requested = request('auth', 1000n)
    const authorized = async (): Promise<string> =>
      acquirer.authorize(requested).then(
        ({ outcome }) => outcome,
        () => authorized(),
      )
    expect(await authorized()).toBe('approved')
    expect((await untilReceived('capture', following(requested, 800n))).outcome).toBe('done')
    expect((await untilReceived('refund', following(requested, 300n))).outcome).toBe('done')
    expect(await state(requested.key)).toMatchObject({
      is: 'captured',
      amount: { minor: 800n },
      refunded: { minor: 300n },
    })
  }
})

test('the numbers of a seed are spread evenly', () => {
  const random = seededRandom(42)
  const tenths = Array.from({ length: 10 }, () => 0)
  for (let draw = 0; draw < 10_000; draw++) tenths[Math.floor(random() * 10)]!++
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150)
})

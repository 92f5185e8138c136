import { expect, test } from 'vitest'
import { money } from '#kernel/base/money.ts'
import { counter } from '../conformance-counter.ts'
import { stateAt } from './authorization-state.ts'
import { memoryRecord } from './memory-record.ts'
import { clockInHand, sandboxUnderTest } from './sandbox-under-test.ts'

function openSandbox() {
  const [record, clock] = [memoryRecord(), clockInHand()]
  const state = async (key: string) => stateAt(await record.story(key), clock.now())
  return { ...counter(sandboxUnderTest(record, clock)), clock, state }
}

const euros = (minor: bigint) => money(minor, 'EUR')

test('a capture of 0.11 fails an hour later, unless it is reversed until then, and is settled with its failure', async () => {
  const { acquirer, request, following, capture, reverse, refund, inquiryOf, clock, state } = openSandbox()
  const [held, cancelled] = [request('auth', 100n), request('sale', 11n)]
  for (const one of [held, cancelled]) await acquirer.authorize(one)
  const captured = following(held, 11n)
  await acquirer.capture(captured)
  await reverse(cancelled, 11n)
  clock.pass({ hours: 1 })
  const failed = { outcome: 'failed', request: 'capture', authorization: held.key }
  for (const key of [held.key, captured.key]) expect(await inquiryOf(key)).toMatchObject(failed)
  expect(await state(held.key)).toEqual({ is: 'capture failed', amount: euros(11n) })
  expect((await refund(held, 1n)).outcome).toBe('declined')
  expect((await capture(held, 11n)).outcome).toBe('declined')
  expect(await inquiryOf(cancelled.key)).toMatchObject({ outcome: 'approved' })
  clock.pass({ hours: 24 })
  const { entries } = await acquirer.settlementsSince(undefined)
  const kinds = entries.flatMap(({ authorization, kind, gross }) =>
    authorization === held.key ? [`${kind} ${gross.minor}`] : [],
  )
  expect(kinds.toSorted()).toEqual(['capture 11', 'capture_failed -11'])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { counter } from '../conformance-counter.ts'
import { stateAt } from './authorization-state.ts'
import { memoryRecord } from './memory-record.ts'
import { clockInHand, sandboxUnderTest } from './sandbox-under-test.ts'

const authorizedMinor = 1000n

/** Any request about one authorization, and how long the clock runs before it. */
const input = fc.record({
  kind: fc.constantFrom('capture' as const, 'reverse' as const, 'refund' as const),
  minor: fc.constantFrom(-1n, 0n, 1n, 300n, 700n, 999n, authorizedMinor, 1001n),
  hours: fc.constantFrom(0, 1, 49),
})

test('requests in any order and at once never capture more than was authorized, nor refund more than was captured', async () => {
  const day = fc.record({ sale: fc.boolean(), rounds: fc.array(fc.array(input, { maxLength: 4 }), { maxLength: 6 }) })
  await fc.assert(
    fc.asyncProperty(day, async ({ sale, rounds }) => {
      const [record, clock] = [memoryRecord(), clockInHand()]
      const { authorize, ...follow } = counter(sandboxUnderTest(record, clock))
      const { requested } = await authorize(sale ? 'sale' : 'auth', authorizedMinor)
      const done = { capture: sale ? [authorizedMinor] : [], reverse: [] as bigint[], refund: [] as bigint[] }
      for (const inputs of rounds) {
        for (const { hours } of inputs) clock.pass({ hours })
        const answers = await Promise.all(inputs.map(({ kind, minor }) => follow[kind](requested, minor)))
        for (const [index, { kind, minor }] of inputs.entries())
          if (answers[index]?.outcome === 'done') done[kind].push(minor)
      }
      const captured = sum(done.capture)
      expect(done.capture.length).toBeLessThanOrEqual(1)
      expect(captured).toBeLessThanOrEqual(authorizedMinor)
      expect(sum(done.refund)).toBeLessThanOrEqual(captured)
      expect(done.reverse.length + (done.refund.length > 0 ? 1 : 0)).toBeLessThanOrEqual(1)
      const state = stateAt(await record.story(requested.key), clock.now())
      const expected = done.reverse.length > 0 ? 'reversed' : captured > 0n ? 'captured' : 'authorized'
      expect(state.is).toBe(expected)
      if (state.is === 'captured') expect(state.refunded.minor).toBe(sum(done.refund))
    }),
    { numRuns: 300 },
  )
})

const sum = (minors: readonly bigint[]): bigint => minors.reduce((total, minor) => total + minor, 0n)

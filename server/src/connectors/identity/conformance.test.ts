import { expect, test } from 'vitest'
import { inTransaction } from '#kernel/db/transaction-scope.ts'
import { handedInAt, identityConformance, requestFor } from './conformance.ts'
import { magicNames } from './magic-names.ts'
import { type IdentityProvider, NoResponse, rejectReasons } from './port.ts'
import { reviewByPersons } from './review-by-persons.ts'
import { sandboxIdentity } from './sandbox.ts'
import { withTimeout } from './with-timeout.ts'

identityConformance('persons', { review: 'Ana' }, async () => ({
  provider: reviewByPersons,
  letDecide: async () => {},
}))

identityConformance(
  'the sandbox',
  { approved: 'Approve', rejected: 'Forged', review: 'Ana', later: 'Later', silent: 'Silent' },
  async () => {
    let now = handedInAt
    const provider = withTimeout(sandboxIdentity({ clock: { now: () => now } }), { timeoutMs: 1_000 })
    return {
      provider,
      letDecide: async () => {
        now = now.add({ hours: 2 })
      },
    }
  },
)

test('the sandbox has a name for each reason to reject', () => {
  const rejected = magicNames.flatMap(({ result }) => (typeof result === 'object' ? [result.rejected] : []))
  expect(rejected.toSorted()).toEqual(rejectReasons.toSorted())
})

test.each<[string, IdentityProvider['check']]>([
  ['an outcome that there is not', async () => ({ outcome: 'granted' }) as never],
  ['a reason that is not published', async () => ({ outcome: 'rejected', reason: 'ugly' }) as never],
  ['nothing', async () => undefined as never],
  ['an error', () => Promise.reject(new Error('broken'))],
  ['silence', () => new Promise(() => {})],
])('%s is no response', async (_what, check) => {
  const provider = withTimeout({ name: 'odd', check }, { timeoutMs: 5 })
  await expect(provider.check(requestFor('Ana'))).rejects.toBeInstanceOf(NoResponse)
})

test('no request is sent within a transaction', async () => {
  const provider = withTimeout(reviewByPersons, { timeoutMs: 1_000 })
  await expect(inTransaction('a test', () => provider.check(requestFor('Ana')))).rejects.toThrow(
    'inside the transaction',
  )
})

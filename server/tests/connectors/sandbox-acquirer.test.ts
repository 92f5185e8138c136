import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acquirerConformance } from '#connectors/acquirer/conformance.ts'
import { counter } from '#connectors/acquirer/conformance-counter.ts'
import { NoResponse } from '#connectors/acquirer/port.ts'
import { databaseRecord, memoryRecord, type SandboxRecord } from '#connectors/acquirer/sandbox/index.ts'
import { clockInHand, sandboxUnderTest } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { copyOfTemplate } from '../world/database.ts'

let url: string
let db: Db
beforeAll(async () => {
  url = await copyOfTemplate()
  db = openDb(url, { role: 'florin_app' })
})
afterAll(() => db.close())

const means = { challenges: true, disputes: true, afterwards: ['refund', 'capture', 'reverse', 'payout'] } as const
acquirerConformance('the sandbox that remembers in the database', means, async () =>
  sandboxUnderTest(databaseRecord(db), clockInHand()),
)

test('the database remembers to the letter what memory remembers', async () => {
  const [inDatabase, inMemory] = [databaseRecord(db), memoryRecord()]
  const authorizations = await oneOfEach(inBoth(inDatabase, inMemory))
  for (const key of authorizations) expect(await inDatabase.story(key)).toEqual(await inMemory.story(key))
  const kinds = (await inMemory.everything()).map(({ kind }) => kind)
  expect(new Set(kinds)).toEqual(
    new Set([
      'auth',
      'sale',
      'verify',
      'completeChallenge',
      'capture',
      'reverse',
      'refund',
      'credit',
      'bank',
      'dispute',
      'evidence',
      'acceptance',
    ]),
  )
})

test('two processes that ask at once are one acquirer', async () => {
  const other = openDb(url, { role: 'florin_app' })
  const clock = clockInHand()
  const desks = [db, other].map((each) => counter(sandboxUnderTest(databaseRecord(each), clock)))
  const requested = desks[0]!.request('auth', 1000n)
  const answers = await Promise.all(desks.map(({ acquirer }) => acquirer.authorize(requested)))
  expect(answers[0]).toEqual(answers[1])
  const captures = await Promise.all(desks.flatMap(({ capture }) => [1, 2, 3].map(() => capture(requested, 1000n))))
  expect(captures.filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
  await other.close()
})

test('two sandboxes in one database know nothing of each other, and number their disputes by themselves', async () => {
  const clock = clockInHand()
  const [one, other] = ['one', 'other'].map((name) => counter(sandboxUnderTest(databaseRecord(db, name), clock)))
  const { requested } = await one!.authorize('sale', 1000n)
  expect(await other!.inquiryOf(requested.key)).toEqual({ outcome: 'not_found' })
  expect((await other!.refund(requested, 1000n)).outcome).toBe('declined')
  const sameKey = { ...other!.request('sale', 2000n), key: requested.key }
  expect((await other!.acquirer.authorize(sameKey)).outcome).toBe('approved')
  const second = await other!.authorize('sale', 1000n)
  await one!.dispute.open(requested, 1000n)
  await other!.dispute.open(second.requested, 1000n)
  for (const { acquirer } of [one!, other!]) {
    const { events, place } = await acquirer.disputesSince(undefined)
    expect([events.length, place]).toEqual([1, '1'])
  }
})

test('what was written cannot be changed or taken out by the program', async () => {
  const { authorize } = counter(sandboxUnderTest(databaseRecord(db), clockInHand()))
  await authorize('sale', 1000n)
  await expect(db.run(`update sandbox_acquirer.requests set minor = 1`, [])).rejects.toThrow('permission denied')
  await expect(db.run(`delete from sandbox_acquirer.requests`, [])).rejects.toThrow('permission denied')
})

/** Writes everything into both, as long as they agree that it is new. */
function inBoth(one: SandboxRecord, other: SandboxRecord): SandboxRecord {
  return {
    ...one,
    append: async (entry) => {
      const [first, second] = await Promise.all([one.append(entry), other.append(entry)])
      expect(first).toBe(second)
      return first
    },
  }
}

/** A day on which everything happens that a record can hold. Gives the keys of the authorizations. */
async function oneOfEach(record: SandboxRecord): Promise<string[]> {
  const desk = counter(sandboxUnderTest(record, clockInHand()))
  const { request, authorize, verify, capture, reverse, refund, payout, challenge, acquirer, stranger, dispute } = desk
  const captured = await authorize('auth', 1000n)
  await capture(captured.requested, 1001n)
  await capture(captured.requested, 1000n)
  await refund(captured.requested, 999n)
  await dispute.open(captured.requested, 1n)
  await dispute.respond(captured.requested, 'submitEvidence', 'losing_evidence')
  await dispute.respond(captured.requested, 'acceptDispute')
  await dispute.decide(captured.requested, 'won')
  const overtaken = stranger()
  await reverse(overtaken, 1000n)
  await acquirer.authorize(overtaken)
  const [verified, pending, declined] = [
    await verify(),
    await authorize('sale', 4n),
    await authorize('sale', 1000n, 'declined'),
  ]
  const garbled = { ...request('sale', 7n), descriptor: 'Brutăria' }
  await expect(acquirer.authorize(garbled)).rejects.toThrow(NoResponse)
  const payouts = [payout(1000n), payout(4n), payout(5n), payout(7n)]
  for (const each of payouts.slice(0, 3)) await acquirer.payOut(each)
  await expect(acquirer.payOut(payouts[3]!)).rejects.toThrow(NoResponse)
  const challenged = await challenge.begin()
  await challenge.result(challenged.redirect, 'stranger')
  await acquirer.completeChallenge({ key: randomUUID(), authorization: challenged.requested.key, response: {} })
  const all = [captured, verified, pending, declined, challenged].map(({ requested }) => requested.key)
  return [...all, ...payouts.map(({ key }) => key), overtaken.key, garbled.key]
}

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { counter } from '#connectors/acquirer/conformance-counter.ts'
import { NoResponse } from '#connectors/acquirer/port.ts'
import { clockInHand } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { stripe } from '#connectors/acquirer/stripe/index.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { copyOfTemplate } from '../world/database.ts'
import { connectionParts, emulatorAt, stripeUnderTest } from '../world/stripe.ts'

let db: Db
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
})
afterAll(() => db.close())

/** A dispute that is open, at a Stripe that answers requests about disputes with an error as long as `refusing` has one. */
async function open() {
  const clock = clockInHand()
  const emulator = await emulatorAt(clock)
  const connector = `stripe-${randomUUID().slice(0, 8)}`
  const calls: string[] = []
  const parts = connectionParts({ db, clock, url: emulator.url, connector })
  const refusing: { with: number | undefined } = { with: undefined }
  const connection = stripe.open({
    ...parts,
    openClient: (base, options) => {
      const client = parts.openClient(base, options)
      const json = { error: { type: 'invalid_request_error', message: 'It is refused' } }
      return {
        ...client,
        send: async (sent) => {
          calls.push(`${sent.method} ${sent.path}`)
          return refusing.with !== undefined && sent.method === 'POST' && sent.path.startsWith('/v1/disputes/')
            ? { status: refusing.with, headers: {}, text: '', tookMs: 1, json }
            : client.send(sent)
        },
      }
    },
  })
  const { acquirer } = connection
  const disputed = async () => {
    const { requested } = await counter(stripeUnderTest(emulator, acquirer)).authorize('sale', 2000n)
    emulator.dispute(requested.key, 2000)
    return requested
  }
  const requested = await disputed()
  const { events, place } = await acquirer.disputesSince(undefined)
  const [opened] = events
  const response = { key: randomUUID(), dispute: opened!.dispute, authorization: requested.key }
  const evidence = { ...response, text: 'Delivered on May 3.', documents: [] }
  const atStripe = () => emulator.state.disputes.values().toArray()[0]!
  return {
    ...{ place, clock, emulator, acquirer, calls, disputed, refusing, requested, response, evidence, atStripe },
    async [Symbol.asyncDispose]() {
      await connection.close()
      await emulator.close()
    },
  }
}

test.each([401, 403, 400, 413])(
  'evidence that Stripe answers with %s is sent again while the dispute is open',
  async (status) => {
    await using at = await open()
    const { acquirer, evidence, refusing, clock } = at
    refusing.with = status
    await expect(acquirer.submitEvidence(evidence)).rejects.toThrow(NoResponse)
    clock.pass({ hours: 30 })
    await expect(acquirer.submitEvidence(evidence)).rejects.toThrow(`${status}`)
    refusing.with = undefined
    expect(await acquirer.submitEvidence(evidence)).toMatchObject({ outcome: 'done' })
    expect(at.atStripe()).toMatchObject({ status: 'under_review', submissions: 1 })
    expect(await acquirer.submitEvidence(evidence)).toMatchObject({ outcome: 'done' })
  },
)

test.each([401, 400])(
  'an acceptance that Stripe answers with %s is sent again while the dispute is open',
  async (status) => {
    await using at = await open()
    const { acquirer, response, refusing, clock } = at
    refusing.with = status
    await expect(acquirer.acceptDispute(response)).rejects.toThrow(NoResponse)
    clock.pass({ hours: 30 })
    refusing.with = undefined
    expect(await acquirer.acceptDispute(response)).toMatchObject({ outcome: 'done' })
    expect(at.atStripe().status).toBe('lost')
  },
)

test('a dispute that is over, or that somebody has answered at Stripe, is closed for what comes later', async () => {
  await using over = await open()
  over.emulator.decide(over.requested.key, 'won')
  expect(await over.acquirer.submitEvidence(over.evidence)).toMatchObject({ outcome: 'closed' })
  expect(await over.acquirer.acceptDispute({ ...over.response, key: randomUUID() })).toMatchObject({
    outcome: 'closed',
  })
  await using answered = await open()
  await answered.acquirer.submitEvidence({ ...answered.evidence, key: randomUUID() })
  expect(await answered.acquirer.submitEvidence(answered.evidence)).toMatchObject({ outcome: 'closed' })
})

/** Reads as the program does, every day; returns what was called in a reading. */
function reader({ acquirer, calls, clock }: Awaited<ReturnType<typeof open>>) {
  let place: string | undefined
  const reads = async () => {
    calls.length = 0
    const page = await acquirer.disputesSince(place)
    place = page.place
    return { calls: calls.filter((call) => /events|disputes/.test(call)), events: page.events }
  }
  const passDays = async (days: number) => {
    for (let day = 0; day < days; day++) {
      clock.pass({ hours: 24 })
      await reads()
    }
  }
  return { reads, passDays }
}
const eventsOnly = ['GET /v1/events']

test('all disputes are not read again because a month passed without one', async () => {
  await using at = await open()
  const { reads, passDays } = reader(at)
  await reads()
  for (let weeks = 0; weeks < 6; weeks++) {
    await counter(stripeUnderTest(at.emulator, at.acquirer)).authorize('sale', 2000n)
    await passDays(7)
    expect((await reads()).calls).toEqual(eventsOnly)
  }
  await at.disputed()
  expect((await reads()).events).toMatchObject([{ kind: 'opened' }])
  expect((await reads()).calls).toEqual(eventsOnly)
})

test('an account that had no event for a month is asked for its events alone, and its next dispute is found', async () => {
  await using at = await open()
  const { reads, passDays } = reader(at)
  await reads()
  await passDays(33)
  expect((await reads()).calls).toEqual(eventsOnly)
  await at.disputed()
  expect((await reads()).events).toMatchObject([{ kind: 'opened' }])
  expect((await reads()).calls).toEqual(eventsOnly)
})

test('a page of disputes that is larger than an answer may be is read in parts', async () => {
  await using at = await open()
  for (let count = 0; count < 6; count++) await at.disputed()
  for (const dispute of at.emulator.state.disputes.values())
    dispute.evidence = { uncategorized_text: 'x'.repeat(250_000) }
  at.clock.pass({ hours: 24 * 31 })
  const { events } = await at.acquirer.disputesSince(at.place)
  expect(events).toHaveLength(6)
})

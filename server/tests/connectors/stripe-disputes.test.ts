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
  const parts = connectionParts({ db, clock, url: emulator.url, connector })
  const refusing: { with: number | undefined } = { with: undefined }
  const connection = stripe.open({
    ...parts,
    openClient: (base, options) => {
      const client = parts.openClient(base, options)
      const json = { error: { type: 'invalid_request_error', message: 'It is refused' } }
      return {
        ...client,
        send: async (sent) =>
          refusing.with !== undefined && sent.method === 'POST' && sent.path.startsWith('/v1/disputes/')
            ? { status: refusing.with, headers: {}, text: '', tookMs: 1, json }
            : client.send(sent),
      }
    },
  })
  const { acquirer } = connection
  const { requested } = await counter(stripeUnderTest(emulator, acquirer)).authorize('sale', 2000n)
  emulator.dispute(requested.key, 2000)
  const [opened] = (await acquirer.disputesSince(undefined)).events
  const response = { key: randomUUID(), dispute: opened!.dispute, authorization: requested.key }
  const evidence = { ...response, text: 'Delivered on May 3.', documents: [] }
  const atStripe = () => emulator.state.disputes.values().toArray()[0]!
  return {
    ...{ clock, emulator, acquirer, refusing, requested, response, evidence, atStripe },
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

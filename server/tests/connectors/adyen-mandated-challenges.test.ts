import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { counter } from '#connectors/acquirer/conformance-counter.ts'
import { NoResponse } from '#connectors/acquirer/port.ts'
import { clockInHand } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { conformant, openAdyenUnderTest } from '../emulators/adyen/adyen-under-test.ts'
import { copyOfTemplate } from '../world/database.ts'

let db: Db
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
})
afterAll(() => db.close())

async function open() {
  const underTest = await openAdyenUnderTest(db, clockInHand())
  const { acquirer } = underTest
  return {
    ...{ ...underTest, ...counter(conformant(underTest)), acquirer },
    async [Symbol.asyncDispose]() {
      await underTest.connection.close()
      await underTest.emulator[Symbol.asyncDispose]()
    },
  }
}

test.each([
  ['the answer', false, 'declined'],
  ['the webhook', false, 'declined'],
  ['the answer', true, 'approved'],
  ['the webhook', true, 'approved'],
] as const)(
  'a challenge that is mandated is proven or declined, whichever comes first: %s, authenticated %s',
  async (first, isAuthenticated, outcome) => {
    await using underTest = await open()
    const { acquirer, emulator, challenge, apply, settle, clock } = underTest
    const { requested, redirect } = await challenge.begin({ authentication: 'required' })
    const response = await challenge.result(redirect, 'cardholder')
    // Otherwise the bank's server was not there: the network has only attempted it.
    emulator.state.payments.values().toArray().at(-1)!.isAuthenticated = isAuthenticated
    const completion = { key: randomUUID(), authorization: requested.key, response }
    const isLost = first === 'the webhook'
    for (let tries = 0; isLost && tries < 3; tries++) emulator.fault(/payments\/details$/, 'closedAfter')
    const answer = await acquirer.completeChallenge(completion).catch((error) => error)
    if (isLost) expect(answer).toBeInstanceOf(NoResponse)
    // What Adyen adds to webhooks is not signed, and may be switched off.
    const items = emulator.takeItems().map(({ additionalData: { hmacSignature }, ...item }) => ({
      ...{ ...item, additionalData: { hmacSignature: hmacSignature!, threeDOffered: 'true' } },
    }))
    const results = await apply(items)
    if (isLost) expect(results).toEqual([])
    expect(await acquirer.inquire(completion.key)).toMatchObject({ outcome })
    clock.pass({ hours: 1 })
    await settle()
    expect(emulator.balanceOf(requested.key).status).toBe(outcome === 'approved' ? 'authorised' : 'cancelled')
  },
)

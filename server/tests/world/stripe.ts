import assert from 'node:assert/strict'
import { expect } from 'vitest'
import type { AcquirerUnderTest, FailsAfterwards } from '#connectors/acquirer/conformance-counter.ts'
import type { Connection, ConnectionParts } from '#connectors/acquirer/processor.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { memoryRecord } from '#connectors/acquirer/sandbox/index.ts'
import { typedCard } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { stripe } from '#connectors/acquirer/stripe/index.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { openClient } from '#kernel/http/client.ts'
import { type Log, openLog } from '#kernel/telemetry/log.ts'
import { openStripeEmulator, type StripeEmulator } from '../emulators/stripe/emulator.ts'
import { fixtureOf } from './payments-fixture.ts'
import { createWorld } from './world.ts'

type Credentials = ReturnType<typeof stripe.readCredentials>
type Given = {
  db: Db
  clock: Clock
  url: string
  timeoutMs?: number
  connector?: string
  given?: Record<string, string>
  log?: Log
}

/** A connection to what stands for Stripe at this address. */
export function connectionParts({
  db,
  clock,
  url,
  timeoutMs = 20_000,
  connector = 'stripe',
  given = {},
  log,
}: Given): ConnectionParts<Credentials> {
  const credentials = stripe.readCredentials({
    secretKey: 'sk_test_emulated0000',
    webhookSecret: 'whsec_emulated0000',
    apiBase: url,
    mitExemption: 'yes',
    ...given,
  })
  const written = log ?? openLog({ level: 'silent' })
  return {
    db,
    react: async () => [],
    connector: connector as ConnectorId,
    clock,
    log: written,
    publicUrl: 'https://pay.example.com',
    client: { allowPrivate: true, timeoutMs },
    openClient: (baseUrl) => openClient({ baseUrl, log: written, allowPrivate: true, timeoutMs }),
    credentials: async () => ({ current: credentials }),
    opened: credentials,
    listGrown: async () => undefined,
  }
}

export const openStripe = (given: Given): Connection => stripe.open(connectionParts(given))

/** An emulator whose time is that of the clock. */
export const emulatorAt = (clock: Clock, settings: Parameters<typeof openStripeEmulator>[0]['settings'] = {}) =>
  openStripeEmulator({ now: () => Math.trunc(clock.now().epochMilliseconds / 1000), settings })

export const cards = {
  approved: typedCard('4242424242424242'),
  declined: typedCard('4000000000000002'),
  challenged: typedCard('4000002760003184'),
}

/** The connector and the emulator, as the conformance suite wants them. */
export function stripeUnderTest(
  emulator: StripeEmulator,
  acquirer: AcquirerUnderTest['acquirer'],
  more: Partial<AcquirerUnderTest> = {},
): AcquirerUnderTest {
  const refundFails: FailsAfterwards = {
    minor: 1000n,
    fails: async (key) => {
      const refunded = await acquirer.inquire(key)
      assert(refunded.outcome === 'done')
      emulator.endRefund(refunded.reference, 'failed')
    },
  }
  return {
    acquirer,
    currency: 'EUR',
    approved: cards.approved,
    declined: cards.declined,
    afterwards: { refund: refundFails, reverse: refundFails },
    dispute: {
      open: async (key, amount) => void emulator.dispute(key, Number(amount.minor)),
      decide: async (key, outcome) => emulator.decide(key, outcome),
    },
    challenge: {
      card: cards.challenged,
      result: ({ redirect }, as) => emulator.atTheBank(redirect.url, as === 'cardholder' ? 'pass' : 'fail'),
    },
    ...more,
  }
}

/** A world whose payments go to an emulator of Stripe, and what payments are made with there. */
export async function openStripeWorld({ timeoutMs = 20_000 } = {}) {
  let connection: Connection | undefined
  const at = Temporal.Instant.from('2026-05-04T09:00:00Z')
  const time = { now: () => at }
  const emulator = await openStripeEmulator({ now: () => Math.trunc(time.now().epochMilliseconds / 1000) })
  const { url } = emulator
  const world = await createWorld({
    at,
    moreAcquirers: ({ db, clock }) => {
      time.now = clock.now
      connection = openStripe({ db, clock, url, timeoutMs })
      return { stripe: connection.acquirer }
    },
  })
  await world.app.routing.addRule({ by, rule: { priority: 1, connector: 'stripe' } })
  const merchant = await world.merchant()
  const none = undefined as never
  return {
    emulator,
    merchant,
    webhooks: connection!.webhooks!,
    ...fixtureOf(world, none, memoryRecord(), merchant.site),
    [Symbol.asyncDispose]: async () => {
      const { differences } = await world.verify()
      await world[Symbol.asyncDispose]()
      await connection?.close()
      await emulator.close()
      expect(differences).toEqual([])
    },
  }
}
const by = { actor: 'test', fromWhere: 'test' }

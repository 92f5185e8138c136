import { expect, test } from 'vitest'
import type { PaymentId } from '#acquiring/ids'
import { type ManualResult, resolvePaymentManually } from '#acquiring/payments'
import { addConnection } from '#acquiring/processors'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { Secret } from '#kernel/base/secret.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { startProgram } from '../world/adyen.ts'
import { operator } from '../world/connected.ts'
import { emulateHost } from '../world/iso8583-host/emulated-host.ts'
import { credentialsFor, macKey } from '../world/iso8583-host/host-under-test.ts'
import { fixtureOf } from '../world/payments-fixture.ts'
import { createWorld } from '../world/world.ts'

test('a payment that a host may still approve (09) goes on at another connector when the host has reversed it', async () => {
  await using world = await createWorld()
  const host = await emulateHost({ macKey: Buffer.from(macKey, 'hex') })
  const given = new Secret(credentialsFor([host], { session: { respondWithinSeconds: 10 } }))
  await addConnection(world.app.processors, { by: operator, kind: 'iso8583', name: 'host', given })
  const { site } = await world.merchant()
  const program = await startProgram(world)
  const { app } = program
  await app.routing.addRule({ by: operator, rule: { priority: 10, connector: 'host' as ConnectorId } })
  const fixture = fixtureOf({ ...world, app }, undefined as never, undefined as never, site)
  host.next('0100', 'in progress')
  const payment = await fixture.pays({ kind: 'sale', amount: '10.00' })
  expect([payment.status, payment.connector, host.ledger.held]).toEqual(['captured', 'sandbox', 0])
  expect(host.received.map(({ type }) => type)).toEqual(['0100', '0420'])
  expect(await world.query('select connector, decline_reason, next_connector from payments.fallbacks')).toEqual([
    { connector: 'host', decline_reason: 'provider_error', next_connector: 'sandbox' },
  ])
  await program.close()
  await host.close()
})

/** A merchant at a host, whose program has its own database and clock. */
async function openAtHost() {
  const world = await createWorld()
  const host = await emulateHost({ macKey: Buffer.from(macKey, 'hex') })
  const given = new Secret(credentialsFor([host], { session: { respondWithinSeconds: 1 } }))
  await addConnection(world.app.processors, { by: operator, kind: 'iso8583', name: 'host', given })
  const { site } = await world.merchant()
  const program = await startProgram(world)
  await program.app.routing.addRule({ by: operator, rule: { priority: 10, connector: 'host' as ConnectorId } })
  const fixture = fixtureOf({ ...world, app: program.app }, undefined as never, undefined as never, site)
  const passes = async (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      world.clock.pass({ hours: 1 })
      await runDueWorkUntilIdle(program.app.jobs, silentLog, program.app)
    }
  }
  const resolves = (paymentId: PaymentId, result: ManualResult) =>
    resolvePaymentManually(program.app, { by: operator, siteId: site.id, paymentId, result })
  const sent = (types: string) => host.received.filter(({ type }) => type.startsWith(types)).length
  return {
    ...{ world, host, fixture, passes, resolves, sent },
    async [Symbol.asyncDispose]() {
      const { differences } = await world.verify()
      await program.close()
      await host.close()
      await world[Symbol.asyncDispose]()
      expect(differences).toEqual([])
    },
  }
}

test.each([
  ['never done', { isApproved: false }, 'captured'],
  ['done', { isApproved: true, reference: 'by telephone' }, 'refunded'],
] as const)('a refund that a person has recorded as %s is not sent to the host again', async (_, result, status) => {
  await using at = await openAtHost()
  const payment = await at.fixture.pays({ kind: 'sale', amount: '10.00' })
  await at.passes(26)
  at.host.mishapsAtRandom((type) => (type.startsWith('022') ? 'trouble' : undefined))
  const refund = await at.fixture.reverses(payment)
  await at.passes(3)
  const [before, moved] = [at.sent('022'), at.host.ledger.refunded]
  expect(before).toBeGreaterThan(1)
  await at.resolves(refund.id, result)
  at.host.mishapsAtRandom(undefined)
  await at.passes(30)
  expect([at.sent('022'), at.host.ledger.refunded]).toEqual([before, moved])
  expect((await at.fixture.now(payment)).status).toBe(status)
})

test('the reversal of a payment that a person has recorded as approved is not sent to the host again', async () => {
  await using at = await openAtHost()
  at.host.mishapsAtRandom((type) =>
    type.startsWith('01') ? 'answer is lost' : type.startsWith('04') ? 'trouble' : undefined,
  )
  const payment = await at.fixture.pays({ kind: 'auth', amount: '10.00' })
  await at.passes(1)
  const reversals = at.sent('04')
  expect(reversals).toBeGreaterThan(0)
  await at.resolves(payment.id, { isApproved: true, reference: 'by telephone' })
  at.host.mishapsAtRandom(undefined)
  await at.passes(12)
  expect([at.sent('04'), at.host.ledger.held]).toEqual([reversals, 1000])
  expect((await at.fixture.now(payment)).status).toBe('authorized')
})

import { expect, test } from 'vitest'
import { addConnection } from '#acquiring/processors'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { Secret } from '#kernel/base/secret.ts'
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

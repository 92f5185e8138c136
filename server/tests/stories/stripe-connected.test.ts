import { expect, onTestFinished, test } from 'vitest'
import { addConnection, makeDefault } from '#acquiring/processors'
import { memoryRecord } from '#connectors/acquirer/sandbox/index.ts'
import { Secret } from '#kernel/base/secret.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { openApp } from '../../src/app/compose.ts'
import { openHttp } from '../../src/surfaces/http.ts'
import { operator } from '../world/connected.ts'
import { fixtureOf } from '../world/payments-fixture.ts'
import { openPeople } from '../world/staff.ts'
import { emulatorAt } from '../world/stripe.ts'
import { createWorld } from '../world/world.ts'

test('an operator connects Stripe; a payment whose answer was lost is known by the webhook, and a forged one is refused', async () => {
  const world = await createWorld()
  const emulator = await emulatorAt(world.clock)
  onTestFinished(async () => {
    await world[Symbol.asyncDispose]()
    await emulator.close()
  })
  const { secretKey, webhookSecret } = emulator.settings
  const given = new Secret({ secretKey, webhookSecret, apiBase: emulator.url, mitExemption: 'yes' })
  const { check } = await addConnection(world.app.processors, { by: operator, kind: 'stripe', name: 'main', given })
  expect(check).toMatchObject({ account: 'Crumb & Co. (acct_emulated)' })
  await makeDefault(world.app.processors, { by: operator, name: 'main' })

  const { config, publicUrl } = world.app
  const parts = { config, publicUrl, log: silentLog, databaseUrl: world.databaseUrl, clock: world.clock }
  const app = await openApp({ ...parts, openDb: world.openDb })
  const http = await openHttp(app, undefined, undefined, ['webhooks'])
  const { site } = await world.merchant()
  // Who tests sees which cards do what there.
  const dan = await (await openPeople(world)).person('developer', { kind: 'merchant', id: String(site.merchantId) })
  const { connections } = (await dan.call('GET', '/test-cards')).body as { connections: [{ cards: object[] }] }
  expect(connections).toMatchObject([{ connector: 'main', processor: 'Stripe', isDefault: true }])
  const declined = { number: '4000000000000002', securityCode: '123', what: 'Declined by the bank' }
  expect(connections[0].cards).toContainEqual({ brand: 'visa', ...declined })
  const fixture = fixtureOf({ ...world, app }, undefined as never, memoryRecord(), site)

  emulator.faults.plan(/\/confirm$/, 'closeAfter')
  const payment = await fixture.pays({ amount: '25.00', pan: '4242424242424242' })
  expect(payment).toMatchObject({ status: 'uncertain', connector: 'main' })

  const deliver = async ({ body, headers }: { body: string; headers: Record<string, string> }) => {
    const json = { 'content-type': 'application/json; charset=utf-8' }
    const reply = await http.inject({
      method: 'POST',
      url: '/webhooks/main',
      headers: { ...json, ...headers },
      payload: body,
    })
    return [reply.statusCode, reply.body.trim()]
  }
  const event = emulator.state.events.findLast(({ type }) => type === 'payment_intent.succeeded')!
  const [forged] = await deliver(emulator.delivery(event, { secrets: ['whsec_another0000'] }))
  expect(forged).toBeGreaterThanOrEqual(400)
  for (let time = 1; time <= 2; time++)
    expect(await deliver(emulator.delivery(event))).toEqual([200, '{"received":true}'])
  await runDueWorkUntilIdle(app.jobs, silentLog, app)
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured' })

  await http.close()
  await app.close()
  expect((await world.verify()).differences).toEqual([])
})

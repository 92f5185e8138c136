import { expect, onTestFinished, test } from 'vitest'
import { addConnection } from '#acquiring/processors'
import { Secret } from '#kernel/base/secret.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { openApp } from '../../src/app/compose.ts'
import { openAdyenEmulator } from '../emulators/adyen/emulator.ts'
import { operator } from '../world/connected.ts'
import { createWorld } from '../world/world.ts'

test('an operator connects an account at Adyen: wrong credentials say what to do, and right ones are opened at the next start', async () => {
  const world = await createWorld()
  const emulator = await openAdyenEmulator(() => world.clock.now())
  onTestFinished(async () => {
    await world[Symbol.asyncDispose]()
    await emulator[Symbol.asyncDispose]()
  })
  const add = (fields: Readonly<Record<string, string>> = {}) =>
    addConnection(world.app.processors, {
      ...{ by: operator, kind: 'adyen', name: 'adyen-eu' },
      given: new Secret({ ...emulator.given, ...fields }),
    })
  await expect(add({ hmacKey: 'of another kind' })).rejects.toMatchObject({
    ...{ code: 'invalid_credential_field', field: 'hmacKey' },
    message: expect.stringContaining('hexadecimal digits'),
  })
  await expect(add({ apiKey: 'AQEyhmfxK4PKbRRBw0m' })).rejects.toMatchObject({
    code: 'connection_check_failed',
    message: expect.stringContaining('The API key is not one of the test system'),
  })
  await expect(add({ merchantAccount: 'OtherECOM' })).rejects.toMatchObject({
    message: expect.stringContaining('The API key may not use the merchant account OtherECOM'),
  })
  await expect(add({ liveUrlPrefix: '1797a841fbb37ca7-Crumb', apiBase: '' })).rejects.toMatchObject({
    code: 'connection_mode_mismatch',
  })
  expect((await add()).check).toMatchObject({ account: 'CrumbECOM' })
  const { app: first, clock, databaseUrl, openDb } = world
  const { config, publicUrl } = first
  const app = await openApp({ config, log: silentLog, databaseUrl, publicUrl, clock, openDb })
  expect(app.connectors.ids).toContain('adyen-eu')
  expect(app.jobs.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['cancel what must not stand at adyen-eu', 'fetch settlement reports of adyen-eu']),
  )
  await app.close()
})

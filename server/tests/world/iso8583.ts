import { addConnection, makeDefault } from '#acquiring/processors'
import { Secret } from '#kernel/base/secret.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { startProgram } from './adyen.ts'
import { operator } from './connected.ts'
import { emulateHost } from './iso8583-host/emulated-host.ts'
import { credentialsFor, macKey } from './iso8583-host/host-under-test.ts'
import { fixtureOf } from './payments-fixture.ts'
import { createWorld } from './world.ts'

/**
 * An installation that an operator has connected to an emulated host of ISO 8583 as `host`, and a program of it that was
 * started since then. Closing it verifies the books.
 */
export async function openIso8583World({
  respondWithinSeconds = 10,
  ...profile
}: {
  respondWithinSeconds?: number
  settlementFile?: object
  totals?: object
} = {}) {
  const world = await createWorld()
  const host = await emulateHost({ macKey: Buffer.from(macKey, 'hex') })
  const given = new Secret(credentialsFor([host], { session: { respondWithinSeconds }, ...profile }))
  await addConnection(world.app.processors, { by: operator, kind: 'iso8583', name: 'host', given })
  await makeDefault(world.app.processors, { by: operator, name: 'host' })
  const { site } = await world.merchant()
  let program = await startProgram(world)
  const dead: (typeof program)[] = []
  const at = () => fixtureOf({ ...world, app: program.app }, undefined as never, undefined as never, site)
  let fixture = at()
  return {
    ...{ world, host, site },
    get app() {
      return program.app
    },
    get fixture() {
      return fixture
    },
    runUntilIdle: async () => void (await runDueWorkUntilIdle(program.app.jobs, silentLog, program.app)),
    /** The program dies as it is: nothing that it does from now on reaches its database. Another one is started. */
    dies: async () => {
      program.kill()
      dead.push(program)
      program = await startProgram(world)
      fixture = at()
    },
    [Symbol.asyncDispose]: async () => {
      for (const one of dead) await one.close().catch(() => undefined)
      await program.close()
      const { differences } = await world.verify()
      await world[Symbol.asyncDispose]()
      await host.close()
      if (differences.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(differences)}`)
    },
  }
}

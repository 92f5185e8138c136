import { readAllDisputes } from '#acquiring/disputes'
import { addConnection, makeDefault } from '#acquiring/processors'
import { Secret } from '#kernel/base/secret.ts'
import type { Db } from '#kernel/db/db.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { openApp } from '../../src/app/compose.ts'
import { openHttp } from '../../src/surfaces/http.ts'
import { typedCard } from '../emulators/adyen/adyen-under-test.ts'
import { openAdyenEmulator } from '../emulators/adyen/emulator.ts'
import type { SentItem } from '../emulators/adyen/webhooks.ts'
import { operator } from './connected.ts'
import { fixtureOf, type PaymentInput } from './payments-fixture.ts'
import { createWorld, type World } from './world.ts'

type Delivering = Parameters<Awaited<ReturnType<typeof openAdyenEmulator>>['deliver']>[1]

/**
 * An installation that an operator has connected to an emulator of Adyen as `main`, and a program of it that was started
 * since then. Webhooks arrive by HTTP at `/webhooks/main`, and only when the test delivers them.
 */
export async function openAdyenWorld({ timeoutMs = 20_000 } = {}) {
  const world = await createWorld({ environment: { FLORIN_ACQUIRER_TIMEOUT_MS: String(timeoutMs) } })
  const emulator = await openAdyenEmulator(() => world.clock.now())
  const given = new Secret(emulator.given)
  await addConnection(world.app.processors, { by: operator, kind: 'adyen', name: 'main', given })
  await makeDefault(world.app.processors, { by: operator, name: 'main' })
  const { site } = await world.merchant()
  let program = await startProgram(world)
  const dead: (typeof program)[] = []
  const at = () => fixtureOf({ ...world, app: program.app }, undefined as never, undefined as never, site)
  let fixture = at()

  const deliver = async (items: readonly SentItem[], signing?: Delivering) => {
    const { headers, body } = emulator.deliver(items, signing)
    const payload = Buffer.from(body)
    const reply = await program.http.inject({ method: 'POST', url: '/webhooks/main', headers, payload })
    return [reply.statusCode, reply.body.trim()]
  }
  const runUntilIdle = async () => void (await runDueWorkUntilIdle(program.app.jobs, silentLog, program.app))
  return {
    ...{ world, emulator, site, deliver, runUntilIdle },
    get app() {
      return program.app
    },
    get fixture() {
      return fixture
    },
    pays: ({ holder, pan = '4111111111111111', ...input }: PaymentInput & { holder?: string } = {}) => {
      const card = {
        from: 'typed',
        brand: 'visa',
        details: typedCard(pan, holder),
        store: input.save ?? false,
      } as const
      return fixture.pays({ card, ...input })
    },
    /** Delivers what Adyen has to say and does what is due, until there is nothing more. */
    settle: async () => {
      for (let items = emulator.takeItems(); items.length > 0; items = emulator.takeItems()) {
        await deliver(items)
        await runUntilIdle()
        await readAllDisputes(program.app)
      }
      await runUntilIdle()
    },
    /** The program dies as it is: nothing that it does from now on reaches its database. Another one is started. */
    dies: async () => {
      program.kill()
      dead.push(program)
      program = await startProgram(world)
      fixture = at()
    },
    messages: () =>
      world.query('select type, status, tries from processors.messages order by id') as Promise<
        { type: string; status: string; tries: number }[]
      >,
    [Symbol.asyncDispose]: async () => {
      // Who is dead cannot say goodbye to the database.
      for (const one of dead) await one.close().catch(() => undefined)
      await program.close()
      const { differences } = await world.verify()
      await world[Symbol.asyncDispose]()
      await emulator[Symbol.asyncDispose]()
      if (differences.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(differences)}`)
    },
  }
}

/** A program of the installation, started now: it opens the connections that there are, and can be killed. */
export async function startProgram(world: World) {
  const { config, publicUrl } = world.app
  const lives: { isOver: boolean } = { isOver: false }
  const app = await openApp({
    ...{ config, publicUrl, log: silentLog, databaseUrl: world.databaseUrl, clock: world.clock },
    openDb: (url, options) => mortal(world.openDb(url, options), lives),
  })
  const http = await openHttp(app, undefined, undefined, ['webhooks'])
  return {
    ...{ app, http },
    kill: () => {
      lives.isOver = true
    },
    close: async () => {
      await http.close()
      await app.close()
    },
  }
}

/** A database that a program which is dead cannot reach. */
function mortal<T extends object>(db: T, lives: { isOver: boolean }): T {
  return new Proxy(db, {
    get: (target, name) => {
      if (lives.isOver && name !== 'close') throw new Error('the program is dead')
      const value = Reflect.get(target, name)
      return name === ('batches' satisfies keyof Db) && value ? mortal(value as object, lives) : value
    },
  })
}

import { expect, onTestFinished } from 'vitest'
import { addConnection, makeDefault } from '#acquiring/processors'
import { memoryRecord } from '#connectors/acquirer/sandbox/index.ts'
import { Secret } from '#kernel/base/secret.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { type App, openApp } from '../../src/app/compose.ts'
import { readConfig } from '../../src/app/config.ts'
import { openHttp } from '../../src/surfaces/http.ts'
import { scriptedAcquirer } from '../simulation/scripted-acquirer.ts'
import { acquirerFaultProxy } from './acquirer-fault-proxy.ts'
import { type MadeUp, type MadeUpMessage, madeUpProcessor } from './made-up-processor.ts'
import { fixtureOf } from './payments-fixture.ts'
import { createWorld, type World } from './world.ts'

/** An operator at the command line, who always says why. */
export const operator = { actor: 'operator', fromWhere: 'command line', reason: 'connecting' }

/** Fields of the made-up processor, as an operator gives them. */
export const madeUpFields = (fields: Readonly<Record<string, string>> = {}) =>
  new Secret({ apiKey: 'mk_test_1', webhookSecret: 'first', ...fields })

/** The made-up processor, before which every card is good. */
export const goodMadeUp = (): MadeUp => madeUpProcessor(() => scriptedAcquirer(() => ({ says: 'yes' })))

/** Another process of the same installation, started now: it opens the connections that there are. */
export const startedAgain = (world: World, { kind }: Pick<MadeUp, 'kind'>): Promise<App> =>
  openApp({
    config: world.app.config,
    log: silentLog,
    databaseUrl: world.databaseUrl,
    publicUrl: world.app.publicUrl,
    clock: world.clock,
    processors: { madeup: kind },
    openDb: world.openDb,
  })

/**
 * A world that is connected to the made-up processor as `main`, which takes its payments, and a program that was started
 * since then. Closed when the test is finished.
 */
export async function openConnected({ environment = {} }: { environment?: Record<string, string> } = {}) {
  const acquirer = acquirerFaultProxy(scriptedAcquirer(() => ({ says: 'yes' })))
  const madeUp = madeUpProcessor(() => acquirer)
  const world = await createWorld({ environment, processors: { madeup: madeUp.kind } })
  const { site } = await world.merchant()
  await addConnection(world.app.processors, { by: operator, kind: 'madeup', name: 'main', given: madeUpFields() })
  await makeDefault(world.app.processors, { by: operator, name: 'main' })
  const start = async () => {
    const app = await startedAgain(world, madeUp)
    const http = await openHttp(app, undefined, undefined, ['webhooks'])
    const close = async () => {
      await http.close()
      await app.close()
    }
    const deliver = async (messages: readonly MadeUpMessage[], { secret = 'first', name = 'main' } = {}) => {
      const { statusCode, body } = await http.inject({
        method: 'POST',
        url: `/webhooks/${name}`,
        ...madeUp.signed(messages, secret),
      })
      return [statusCode, body.trim()]
    }
    const runUntilIdle = () => runDueWorkUntilIdle(app.jobs, silentLog, app)
    return { app, http, close, deliver, runUntilIdle }
  }
  const program = await start()
  onTestFinished(async () => {
    await program.close()
    const { differences } = await world.verify()
    await world[Symbol.asyncDispose]()
    expect(differences).toEqual([])
  })
  const fixture = fixtureOf({ ...world, app: program.app }, acquirer, memoryRecord(), site)
  /** The messages as they are recorded, oldest first. */
  const messages = () =>
    world.query('select message_id, status, tries, note from processors.messages order by id') as Promise<
      { message_id: string; status: string; tries: number; note: string | null }[]
    >
  return { ...program, world, madeUp, acquirer, fixture, start, messages }
}

/** The configuration of a production that lacks nothing but a connector. */
export const productionConfig = (databaseUrl: string) =>
  readConfig({
    FLORIN_ENVIRONMENT: 'production',
    DATABASE_URL: databaseUrl,
    FLORIN_KEYS: generateKeys(),
    FLORIN_PUBLIC_URL: 'https://pay.example',
    FLORIN_SMTP_URL: 'smtps://florin:mailsecret@mail.example',
    FLORIN_MAIL_FROM: 'payments@pay.example',
  })

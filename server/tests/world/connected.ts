import { Secret } from '#kernel/base/secret.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { type App, openApp } from '../../src/app/compose.ts'
import { readConfig } from '../../src/app/config.ts'
import { scriptedAcquirer } from '../simulation/scripted-acquirer.ts'
import { type MadeUp, madeUpProcessor } from './made-up-processor.ts'
import type { World } from './world.ts'

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

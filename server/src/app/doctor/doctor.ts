import { join, resolve } from 'node:path'
import { Secret } from '#kernel/base/secret.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { type App, openApp } from '../compose.ts'
import { type Config, checkConfig, type Unchecked } from '../config.ts'
import { mistypedSettings } from '../known-names.ts'
import { variables } from '../variables.ts'
import { checkDatabase, type DatabaseState } from './check-database.ts'
import { checkEnvironment } from './check-environment.ts'
import { checkInstallation } from './check-installation.ts'
import { checkKeys, type KeysState } from './check-keys.ts'
import { checkMachine } from './check-machine.ts'
import { checkConnectors, checkEgress, checkMail, checkSignOn, checkSources } from './check-outside.ts'
import { checkPublicAddress } from './check-public-address.ts'
import { checkReadReplica } from './check-read-replica.ts'
import { checkSettings } from './check-settings.ts'
import { checkWallets } from './check-wallets.ts'
import { type Finding, ok, textOf, unknown } from './finding.ts'

/** A part of the examination. */
export type Part = { title: string; findings: readonly Finding[] }

/**
 * Looks at everything that an installation needs, and hands out each part when it is done. Nothing is changed: no migration
 * is run, no key is made, no email is sent. What is wrong with one part does not keep the others from being looked at.
 */
export async function* examine(given: Unchecked, log: Log): AsyncGenerator<Part> {
  const mistyped = mistypedSettings(given)
  const ignored = mistyped.map(({ name }) => name).join(',')
  const { config: usable, problems } = checkConfig({
    ...given,
    FLORIN_IGNORE: `${given.FLORIN_IGNORE ?? ''},${ignored}`,
  })
  yield { title: 'Settings', findings: checkSettings({ config: usable, problems }, mistyped) }
  const { databaseUrl, dataDir, databaseConnections, keys: place } = usable ?? usableParts(given)
  const rotatedWithin = usable?.keysRotatedWithin
  const isEmbedded = databaseUrl === undefined && given.FLORIN_ENVIRONMENT !== 'production'
  yield { title: 'This machine', findings: await checkMachine({ dataDir, isEmbedded }) }
  const database = databaseUrl
    ? await checkDatabase(databaseUrl.reveal(), { connections: databaseConnections })
    : { findings: [withoutDatabase(isEmbedded)], state: noDatabase }
  const replica = usable?.databaseUrl ? await checkReadReplica(usable.databaseUrl.reveal(), usable) : []
  const environment =
    usable && databaseUrl && database.state.isReady ? await checkEnvironment(databaseUrl.reveal(), usable) : undefined
  yield { title: 'Database', findings: [...database.findings, ...(environment ? [environment] : []), ...replica] }
  const checked =
    place && (await checkKeys(place, database.state.isReady ? databaseUrl : undefined, { isEmbedded, rotatedWithin }))
  if (checked) yield { title: 'Master keys', findings: checked.findings }
  if (!usable) return
  yield { title: 'Outside', findings: await checkOutside(usable, checked) }
  if (databaseUrl && environment?.state === 'ok' && checked?.belong)
    yield await withOpenApp({ config: usable, log, databaseUrl: databaseUrl.reveal() })
}

const noDatabase: DatabaseState = { isReady: false }

const withoutDatabase = (isEmbedded: boolean): Finding =>
  isEmbedded
    ? ok('Database', 'is the embedded one, which is for trying things out')
    : unknown('Database', 'is not looked at: DATABASE_URL names none')

async function checkOutside(config: Config, checked: KeysState | undefined): Promise<Finding[]> {
  const { publicUrl, surfaceHosts } = config
  const found = await Promise.all([
    publicUrl === undefined ? [] : checkPublicAddress({ publicUrl, surfaceHosts }, checked?.keys),
    checkEgress(config),
    checkMail(config),
    checkSignOn(config),
  ])
  return found.flat()
}

/** What is asked of the installation itself. It is opened as commands open it, and closed again. */
async function withOpenApp({ config, ...parts }: { config: Config; log: Log; databaseUrl: string }): Promise<Part> {
  let app: App | undefined
  try {
    app = await openApp({
      config: { ...config, databaseConnections: 2 },
      publicUrl: config.publicUrl ?? 'http://localhost',
      mayLackAcquirer: true,
      ...parts,
    })
    const findings = [
      ...[await checkInstallation(app, parts.databaseUrl), await checkConnectors(app)],
      ...[await checkWallets(app), await checkSources(app)],
    ]
    return { title: 'Installation', findings: findings.flat() }
  } catch (error) {
    return { title: 'Installation', findings: [unknown('Installation', textOf(error))] }
  } finally {
    await app?.close()
  }
}

type Usable = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseConnections'> & { keys: Config['keys'] | undefined }

/** What can be read by itself of a configuration that as a whole cannot be used. */
function usableParts(given: Unchecked): Usable {
  const read = <Name extends keyof typeof variables>(name: Name) =>
    variables[name].safeParse(given[name] || undefined).data
  const dataDir = resolve(String(read('FLORIN_DATA') ?? 'data'))
  const { FLORIN_KEYS: text, FLORIN_KEYS_FILE: file, DATABASE_URL: url } = given
  const isProduction = given.FLORIN_ENVIRONMENT === 'production'
  return {
    dataDir,
    databaseUrl: url ? new Secret(url) : undefined,
    databaseConnections: Number(read('FLORIN_DATABASE_CONNECTIONS') ?? 16),
    keys: text
      ? { text: new Secret(text) }
      : file || !isProduction
        ? { file: file || join(dataDir, 'keys.json') }
        : undefined,
  }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '#database/embedded.ts'
import { expectMigrated, migrate } from '#database/migrate.ts'
import { refuseSharedServers } from '#database/pooling.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Config } from './config.ts'
import { expectEnvironment, type OpenedBy } from './environment/expect-environment.ts'
import { settleEnvironment } from './environment/settle-environment.ts'

export type Installation = {
  databaseUrl: string
  /** What is wrong with the embedded database; undefined when nothing is, or when the database is not ours to watch. */
  databaseTrouble(): string | undefined
  stop(): Promise<void>
}

/**
 * Opens the configured database. Starts the embedded one unless another program has it running; `stop` releases it.
 * Several programs may do this at once. `florin start` and `florin migrate` make the database where there is none, and
 * bring its schema up to date; for every other program it must be there, with exactly the schema of the program. For all
 * of them it must be of the environment that the configuration says.
 */
export async function openInstallation(config: Config, log: Log, { by }: { by: OpenedBy }): Promise<Installation> {
  const migrates = by === 'start' || by === 'migrate'
  if (config.databaseUrl) await refuseSharedServers(config.databaseUrl.reveal())
  else if (!migrates) refuseNothing(config)
  const say = (message: string, facts?: object) => log.info(facts ?? {}, message)
  const embedded = config.databaseUrl ? undefined : await startEmbeddedDatabase({ dataDir: config.dataDir, log: say })
  const databaseUrl = config.databaseUrl?.reveal() ?? embedded!.url
  const stop = async () => embedded?.stop()
  try {
    const database = { url: databaseUrl, name: nameOf(config), by, config }
    await expectEnvironment(database)
    if (migrates) await migrate(databaseUrl, { log: say })
    else await expectMigrated(databaseUrl, database.name)
    await settleEnvironment({ ...database, log })
    return { databaseUrl, databaseTrouble: () => embedded?.trouble(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The database as a sentence begins with it. */
export const nameOf = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string =>
  `The database ${databaseUrl ? 'that DATABASE_URL names' : `in ${dataDir}`}`

function refuseNothing({ dataDir }: Config): void {
  if (existsSync(join(dataDir, 'postgresql', 'PG_VERSION'))) return
  throw new Error(
    `There is no database in ${dataDir}. Name the data folder with FLORIN_DATA, or a server with DATABASE_URL; florin start and florin migrate make one.`,
  )
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '#database/embedded.ts'
import { isMigrated, migrate } from '#database/migrate.ts'
import { refuseSharedServers } from '#database/pooling.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Config } from './config.ts'

export type Installation = {
  databaseUrl: string
  /** What is wrong with the embedded database; undefined when nothing is, or when the database is not ours to watch. */
  databaseTrouble(): string | undefined
  stop(): Promise<void>
}

/**
 * Opens the configured database and applies its migrations. Starts the embedded database unless another program has it
 * running; `stop` releases it. Several programs may do this at once. With `mustExist` a database that does not exist
 * yet is refused rather than made.
 */
export async function openInstallation(
  config: Config,
  log: Log,
  { mustExist = false }: { mustExist?: boolean } = {},
): Promise<Installation> {
  if (config.databaseUrl) await refuseSharedServers(config.databaseUrl.reveal())
  if (mustExist) await refuseNothing(config)
  const say = (message: string, facts?: object) => log.info(facts ?? {}, message)
  const embedded = config.databaseUrl ? undefined : await startEmbeddedDatabase({ dataDir: config.dataDir, log: say })
  const databaseUrl = config.databaseUrl?.reveal() ?? embedded!.url
  const stop = async () => embedded?.stop()
  try {
    await migrate(databaseUrl, { log: say })
    return { databaseUrl, databaseTrouble: () => embedded?.trouble(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function refuseNothing({ databaseUrl, dataDir }: Config): Promise<void> {
  if (!databaseUrl) {
    if (existsSync(join(dataDir, 'postgresql'))) return
    throw new Error(
      `There is no database in ${dataDir}. Name the data folder with FLORIN_DATA, or a server with DATABASE_URL.`,
    )
  }
  if (await isMigrated(databaseUrl.reveal())) return
  throw new Error('The database that DATABASE_URL names is not one of Florin: nothing was ever recorded in it.')
}

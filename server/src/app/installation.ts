import { startEmbeddedDatabase } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
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
 * running; `stop` releases it. Several programs may do this at once.
 */
export async function openInstallation(config: Config, log: Log): Promise<Installation> {
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

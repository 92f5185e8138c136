import { startEmbeddedDatabase } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Config } from './config.ts'

export type Installation = { databaseUrl: string; stop(): Promise<void> }

/**
 * The database this configuration names, migrated: the embedded one is started if nobody has it running, and let go of
 * by `stop`. Any number of programs may do this at once.
 */
export async function openInstallation(config: Config, log: Log): Promise<Installation> {
  const say = (message: string, facts?: object) => log.info(facts ?? {}, message)
  const embedded = config.databaseUrl ? undefined : await startEmbeddedDatabase({ dataDir: config.dataDir, log: say })
  const databaseUrl = config.databaseUrl?.reveal() ?? embedded!.url
  const stop = async () => embedded?.stop()
  try {
    await migrate(databaseUrl, { log: say })
    return { databaseUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

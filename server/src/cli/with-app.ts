import { openLog } from '#kernel/telemetry/log.ts'
import { type App, type AppParts, openApp } from '../app/compose.ts'
import { readConfig } from '../app/config.ts'
import { openInstallation } from '../app/installation.ts'

/** What a command is given; it is closed when the command has ended. */
export type CommandApp = App & { databaseUrl: string }

/**
 * Runs one command against the installation that the environment names; a running server may use it meanwhile. With
 * `mustExist` it makes no database where there is none.
 */
export async function withApp(
  work: (app: CommandApp) => Promise<void>,
  { mustExist = false, ...parts }: Pick<AppParts, 'explain'> & { mustExist?: boolean } = {},
): Promise<void> {
  const config = readConfig()
  // A command prints its own result: only errors are logged, unless a lower level is configured.
  const log = openLog({ level: config.logLevel === 'info' ? 'warn' : config.logLevel, to: process.stderr })
  const installation = await openInstallation(config, log, { mustExist })
  try {
    const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
    const app = await openApp({
      config: { ...config, databaseConnections: 4 },
      log,
      databaseUrl: installation.databaseUrl,
      publicUrl,
      ...parts,
    })
    try {
      await work({ ...app, databaseUrl: installation.databaseUrl })
    } finally {
      await app.close()
    }
  } finally {
    await installation.stop()
  }
}

/** Who it is that changes something from the command line. */
export const byOperator = { actor: 'operator', fromWhere: 'command line' }

/** Rows as aligned columns under their headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  return [line(headings), ...rows.map(line)].join('\n')
}

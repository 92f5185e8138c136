import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A fault of the program: all that is known of it goes to a new file that only the operator can read, and one line says
 * where. What was typed is not in it, which may be a card number.
 */
export async function reportUnexpected(error: unknown): Promise<void> {
  const { openLog } = await import('#kernel/telemetry/log.ts')
  const path = join(await folderOfReports(), `command-error-${randomBytes(4).toString('hex')}.log`)
  const to = { write: (line: string) => writeFileSync(path, line, { mode: 0o600, flag: 'wx' }) }
  openLog({ level: 'error', to }).error({ err: error }, 'a command failed')
  console.error(`Florin failed at something unexpected. What is known of it is in ${path}`)
}

async function folderOfReports(): Promise<string> {
  const { readConfig } = await import('../app/config.ts')
  try {
    const { dataDir } = readConfig()
    return existsSync(dataDir) ? dataDir : tmpdir()
  } catch {
    return tmpdir()
  }
}

import { appendFile, readFile } from 'node:fs/promises'
import type { PersonsContext, Subject } from '#core/persons'
import { readHolderId } from '#issuing/ids'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Config } from './config.ts'

/**
 * Who was erased, kept beside the mark, outside of the database: ids alone, one a line. A database that is restored from an
 * older backup has them again, and does not know that they were erased.
 */
const fileOf = ({ markFile }: Pick<Config, 'markFile'>) => markFile && `${markFile}-erasures`

/** Keeps who is erased; what hinders it is in the log, and hinders no erasure. */
export const rememberErasures =
  (config: Pick<Config, 'markFile'>, log: Log): PersonsContext['persons']['remember'] =>
  async ({ kind, id }, at) => {
    const file = fileOf(config)
    if (file === undefined) return
    try {
      await appendFile(file, `${kind} ${id} ${at}\n`, { mode: 0o600, flush: true })
    } catch (error) {
      log.error({ err: error, file }, 'who was erased could not be kept outside of the database')
    }
  }

/** Everybody who was erased here, each once. Throws where there is no such file or it cannot be read. */
export async function rememberedErasures(config: Pick<Config, 'markFile'>): Promise<Subject[]> {
  const file = fileOf(config)
  if (file === undefined) throw new Error('Nothing is kept outside of the database: FLORIN_MARK_FILE names no place.')
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.split(' ').slice(0, 2).join(' '))
  return [...new Set(lines)].flatMap((line): Subject[] => {
    const [kind, id = ''] = line.split(' ')
    if (kind === 'shopper' && /^\d+$/.test(id)) return [{ kind, id }]
    return kind === 'holder' && readHolderId(id) ? [{ kind, id }] : []
  })
}

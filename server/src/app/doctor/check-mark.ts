import type { App } from '../compose.ts'
import { readMarkFile, whyUnwritable } from '../hold/mark-file.ts'
import { newestPlace } from '../hold/marks.ts'
import { type Finding, ok, warning } from './finding.ts'

/** The mark outside of the database, by which a start knows that it was restored. In staging there is none. */
export async function checkMark({ db, config }: Pick<App, 'db' | 'config'>): Promise<Finding[]> {
  if (config.environment !== 'production') return []
  const { markFile } = config
  const unwritable = markFile === undefined ? undefined : await whyUnwritable(markFile)
  if (unwritable) return [warning(about, unwritable, place)]
  const { unknown } = await readMarkFile(config)
  if (unknown === undefined) return [ok(about, `is kept in ${markFile}`)]
  const isFirst = markFile !== undefined && (await newestPlace(db)) === undefined
  return [isFirst ? ok(about, `is written by the first start, to ${markFile}`) : warning(about, unknown, place)]
}

const about = 'Mark of a restore'
const place =
  'Without it a start does not see every restore. FLORIN_MARK_FILE names a file in a folder that Florin may write and that is not restored with the database: docs/operating/backup.md#after-a-restore'

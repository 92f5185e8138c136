import type { Directory } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'

/** What statements and settlement reports are read with. Nothing is written here. */
export type StatementsContext = {
  db: Db
  clock: Clock
  directory: Pick<Directory, 'siteIds' | 'listMerchants' | 'merchant'>
}

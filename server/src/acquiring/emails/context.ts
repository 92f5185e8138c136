import type { Attachment, Messenger } from '#connectors/message/messenger.ts'
import type { Directory } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import type { React } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'

/** What this module needs of the application. */
export type EmailsContext = {
  db: Db
  react: React
  clock: Clock
  log: Log
  directory: Pick<Directory, 'site'>
  messenger: Messenger
  /** The file of an invoice or a credit note. */
  invoiceFile(documentId: bigint): Promise<Attachment>
  /** The sender address of all emails; the name before it is the site's. */
  mailFrom: string
  /** How long one attempt may take. */
  mailTimeoutMs: number
  /** Attempts under way at once in this process. */
  mailConnections: number
}

import { mailboxMessenger } from '#connectors/message/mailbox.ts'
import type { Messenger } from '#connectors/message/messenger.ts'
import { smtpMessenger } from '#connectors/message/smtp.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Config } from './config.ts'

/** Without a mail server (production requires one), emails are stored in the staging mailbox. */
export const messengerFor =
  ({ smtpUrl, mailTimeoutMs, mailConnections }: Config) =>
  (parts: { db: Db; clock: Clock }): Messenger =>
    smtpUrl
      ? smtpMessenger({ url: smtpUrl, timeoutMs: mailTimeoutMs, connectionsMax: mailConnections })
      : mailboxMessenger(parts)

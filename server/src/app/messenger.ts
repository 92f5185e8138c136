import { mailboxMessenger } from '#connectors/message/mailbox.ts'
import type { Messenger } from '#connectors/message/messenger.ts'
import { smtpMessenger } from '#connectors/message/smtp.ts'
import type { SendInvitation } from '#core/access'
import { invitationSender } from '#core/staff-emails'
import type { Clock } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { addressOf } from './addresses.ts'
import type { Config } from './config.ts'

/** Without a mail server (production requires one), emails are stored in the staging mailbox. */
export const messengerFor =
  ({ smtpUrl, mailTimeoutMs, mailConnections, egress }: Config) =>
  (parts: { db: Db; clock: Clock }): Messenger =>
    smtpUrl
      ? smtpMessenger({ url: smtpUrl, timeoutMs: mailTimeoutMs, connectionsMax: mailConnections, egress })
      : mailboxMessenger(parts)

/** Undefined without a mail server: everybody who may look at the staging mailbox would see the links. */
export const invitationsBy = (messenger: Messenger, config: Config, publicUrl: string): SendInvitation | undefined =>
  config.smtpUrl &&
  invitationSender({
    messenger,
    mailFrom: config.mailFrom,
    dashboardUrl: addressOf(publicUrl, config.surfaceHosts.staff),
    testMode: config.environment === 'staging',
  })

import { randomUUID } from 'node:crypto'
import { deliverEmail } from '#connectors/message/deliver.ts'
import type { Messenger } from '#connectors/message/messenger.ts'
import type { SendInvitation } from '#core/access'
import { type EmailContent, emailHtml, emailText, i18nOf } from '#core/pages'

type Parts = {
  messenger: Messenger
  mailFrom: string
  /** Where the dashboard is, without a path. */
  dashboardUrl: string
  testMode: boolean
}

/**
 * Sends the link of an invitation to the person alone, at once and from memory: a row that waits for a worker would keep
 * what sets a password.
 */
export const invitationSender =
  ({ messenger, mailFrom, dashboardUrl, testMode }: Parts): SendInvitation =>
  ({ to, token, expiresAt }) => {
    const content: EmailContent = {
      language: 'en',
      subject: 'Your access to Florin',
      title: 'Set your password',
      ...(testMode && { notice: i18nOf('en').messages.testMode }),
      paragraphs: [
        'You were invited to the dashboard, or asked for a new password. Set it with this link. It works once, and newer links replace it.',
        'Nobody else has this link. If you did not expect it, do nothing, and tell an owner of your organization.',
      ],
      facts: [
        ['Log in as', to],
        ['Valid until', `${expiresAt.toString({ smallestUnit: 'minute' }).slice(0, 16).replace('T', ' ')} UTC`],
      ],
      action: { label: 'Set a password', url: `${dashboardUrl}/dashboard/join#${token.reveal()}` },
      closing: ['Replies to this address are not read.'],
      sender: { name: 'Florin' },
    }
    return deliverEmail(messenger, {
      key: randomUUID(),
      from: { name: content.sender.name, address: mailFrom },
      to,
      replyTo: undefined,
      subject: content.subject,
      text: emailText(content),
      html: emailHtml(content),
    })
  }

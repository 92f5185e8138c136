import { deliverEmail, mailDelaysMs } from '#connectors/message/deliver.ts'
import type { Messenger } from '#connectors/message/messenger.ts'
import type { StaffDirectory } from '#core/access'
import { type EmailContent, emailHtml, emailText, i18nOf } from '#core/pages'
import type { ExportTask } from './export-task.ts'

export type EmailParts = {
  messenger: Messenger
  mailFrom: string
  /** Where browsers reach the dashboard, without a path. */
  dashboardUrl: string
  /** Of an installation in which no money is real. */
  testMode: boolean
  sendsEmails: boolean
  staff: Pick<StaffDirectory, 'find'>
}

/** How long after so many failed attempts the next one is made; undefined: it is the last. */
export const emailDelayMs = (tries: number): number | undefined => mailDelaysMs[tries]

/** One attempt to tell a person that the file is ready, or that there will be none. It leads to a page that needs a log-in. */
export async function sendExportEmail(
  { messenger, mailFrom, staff, ...parts }: EmailParts,
  task: ExportTask,
): Promise<'delivered' | 'rejected' | 'failed'> {
  const person = await staff.find(task.staffId)
  if (!person?.active) return 'rejected'
  const content = contentOf(parts, task)
  const { outcome } = await deliverEmail(messenger, {
    key: task.emailKey,
    from: { name: content.sender.name, address: mailFrom },
    to: person.email,
    replyTo: undefined,
    subject: content.subject,
    text: emailText(content),
    html: emailHtml(content),
  })
  return outcome
}

function contentOf(
  { dashboardUrl, testMode }: Pick<EmailParts, 'dashboardUrl' | 'testMode'>,
  { status, list, fileName, rows, expiresAt, failure }: ExportTask,
): EmailContent {
  const isReady = status === 'ready'
  const title = isReady ? 'Your export is ready' : 'Your export could not be made'
  return {
    language: 'en',
    subject: `${title}: ${list}`,
    title,
    ...(testMode && { notice: i18nOf('en').messages.testMode }),
    paragraphs: isReady
      ? ['Log in to download the file. Nobody else can, and this address alone opens nothing.']
      : [failure ?? '', 'Nothing was cut: there is no file. You can ask for it again.'],
    facts: isReady
      ? [
          ['File', fileName],
          ['Rows', String(rows)],
          ['Deleted on', `${expiresAt?.toString({ smallestUnit: 'minute' })}`],
        ]
      : [['File', fileName]],
    action: { label: isReady ? 'Download' : 'Exports', url: `${dashboardUrl}/dashboard/me/exports` },
    closing: ['You get this e-mail because you asked for this export.', 'Replies to this address are not read.'],
    sender: { name: 'Florin' },
  }
}

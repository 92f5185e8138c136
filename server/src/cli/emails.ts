import { Command, Option } from 'commander'
import {
  type EmailId,
  type EmailStatus,
  emailStatuses,
  listEmails,
  resendEmail,
  resendParked,
  showEmail,
} from '#acquiring/emails'
import type { SiteId } from '#core/directory'
import { idArgument, siteIdArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

export function emailsCommand(): Command {
  const emails = new Command('emails')
  emails
    .command('list')
    .argument('[siteId]', '', siteIdArgument)
    .description('the newest emails, of one site or of all')
    .addOption(new Option('--status <status>').choices(emailStatuses))
    .action((siteId: SiteId | undefined, { status }: { status?: EmailStatus }) =>
      withApp(async (app) => {
        await app.by('emails:read')
        const siteIds = siteId === undefined ? undefined : [siteId]
        const found = await listEmails(app, { siteIds, status })
        const rows = found.map((one) => [
          String(one.id),
          String(one.siteId),
          one.status,
          one.kind,
          String(one.orderId),
          one.address ?? '(deleted)',
          String(one.attempts),
          one.dueAt?.toString() ?? '',
          (one.status !== 'sent' && one.lastResponse) || '',
        ])
        print(
          { data: found },
          table(['id', 'site', 'status', 'email', 'order', 'to', 'attempts', 'next', 'last reply'], rows),
        )
      }),
    )
  emails
    .command('show')
    .argument('<siteId>', '', siteIdArgument)
    .argument('<id>', '', idArgument('id'))
    .description('one email, as plain text')
    .action((siteId: SiteId, id: EmailId) =>
      withApp(async (app) => {
        await app.by('emails:read')
        const found = await showEmail(app, { siteId, id })
        const { status, address, lastResponse, subject, text } = found
        const to = address ?? 'an address that has been deleted'
        const content = text === undefined ? 'Its text has been deleted.' : `${subject}\n\n${text}`
        print(found, `${status}, to ${to}\n${lastResponse ?? 'not sent yet'}\n\n${content}`)
      }),
    )
  emails
    .command('resend')
    .argument('<siteId>', '', siteIdArgument)
    .argument('[id]', '', idArgument('id'))
    .description('send one email again, or all parked emails')
    .option('--to <address>', 'send it to another address')
    .action((siteId: SiteId, id: EmailId | undefined, { to }: { to?: string }) =>
      withApp(async (app) => {
        const by = await app.by('emails:send')
        if (id === undefined) {
          const count = await resendParked(app, { by, siteId })
          return print({ count }, `${count} will be sent again.`)
        }
        await resendEmail(app, { by, siteId, id, address: to })
        print({ id, status: 'pending' }, 'It will be sent again.')
      }),
    )
  return emails
}

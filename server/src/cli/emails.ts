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
import { table, withApp } from './with-app.ts'

export function emailsCommand(): Command {
  const emails = new Command('emails').description('emails to shoppers')
  emails
    .command('list')
    .argument('[siteId]', '', siteIdArgument)
    .description('the newest emails, of one site or of all')
    .addOption(new Option('--status <status>').choices(emailStatuses))
    .action((siteId: SiteId | undefined, { status }: { status?: EmailStatus }) =>
      withApp(async (app) => {
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
        console.log(table(['id', 'site', 'status', 'email', 'order', 'to', 'attempts', 'next', 'last reply'], rows))
      }),
    )
  emails
    .command('show')
    .argument('<siteId>', '', siteIdArgument)
    .argument('<id>', '', idArgument('id'))
    .description('one email, as plain text')
    .action((siteId: SiteId, id: EmailId) =>
      withApp(async (app) => {
        const found = await showEmail(app, { siteId, id })
        const { status, address, lastResponse, subject, text } = found
        console.log(
          `${status}, to ${address ?? 'an address that has been deleted'}\n${lastResponse ?? 'not sent yet'}\n`,
        )
        console.log(text === undefined ? 'Its text has been deleted.' : `${subject}\n\n${text}`)
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
        if (id === undefined) return console.log(`${await resendParked(app, { by, siteId })} will be sent again.`)
        await resendEmail(app, { by, siteId, id, address: to })
        console.log('It will be sent again.')
      }),
    )
  return emails
}

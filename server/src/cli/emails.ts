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
import { table, withApp } from './with-app.ts'

export function emailsCommand(): Command {
  const emails = new Command('emails').description('emails to shoppers')
  emails
    .command('list [siteId]')
    .description('the newest emails, of one site or of all')
    .addOption(new Option('--status <status>').choices(emailStatuses))
    .action((siteId: string | undefined, { status }: { status?: EmailStatus }) =>
      withApp(async (app) => {
        const siteIds = siteId === undefined ? undefined : [Number(siteId) as SiteId]
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
    .command('show <siteId> <id>')
    .description('one email, as plain text')
    .action((siteId: string, id: string) =>
      withApp(async (app) => {
        const found = await showEmail(app, { siteId: Number(siteId) as SiteId, id: BigInt(id) as EmailId })
        const { status, address, lastResponse, subject, text } = found
        console.log(
          `${status}, to ${address ?? 'an address that has been deleted'}\n${lastResponse ?? 'not sent yet'}\n`,
        )
        console.log(text === undefined ? 'Its text has been deleted.' : `${subject}\n\n${text}`)
      }),
    )
  emails
    .command('resend <siteId> [id]')
    .description('send one email again, or all parked emails')
    .option('--to <address>', 'send it to another address')
    .action((siteId: string, id: string | undefined, { to }: { to?: string }) =>
      withApp(async (app) => {
        const site = Number(siteId) as SiteId
        if (id === undefined) return console.log(`${await resendParked(app, site)} will be sent again.`)
        await resendEmail(app, { siteId: site, id: BigInt(id) as EmailId, address: to })
        console.log('It will be sent again.')
      }),
    )
  return emails
}

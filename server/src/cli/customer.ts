import { Command } from 'commander'
import type { PartnerId } from '#core/partners'
import { type HolderEmailId, listParkedEmails, resendParkedEmail } from '#issuing/holders'
import { countOption, idArgument, partnerIdArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

export function customerCommand(): Command {
  const emails = new Command('emails').description('emails to customers that could not be sent')
  emails
    .command('list')
    .description('the newest of them, without addresses and codes')
    .option('--partner <id>', 'to the customers of one partner', partnerIdArgument)
    .option('--limit <n>', 'how many to show, 500 at the most', countOption('--limit', 500), 50)
    .action(({ partner: partnerId, limit }: { partner?: PartnerId; limit: number }) =>
      withApp(async (app) => {
        await app.by('emails:read')
        const found = await listParkedEmails(app, { partnerId, limit })
        const rows = found.map((one) => [
          String(one.id),
          String(one.partnerId),
          one.kind,
          one.createdAt.toString({ smallestUnit: 'second' }),
          String(one.attempts),
          one.sendableUntil?.toString({ smallestUnit: 'second' }) ?? 'no',
          one.lastResponse,
        ])
        const headings = ['id', 'partner', 'email', 'made', 'attempts', 'can be sent until', 'last reply']
        print({ data: found }, rows.length === 0 ? 'There are none.' : table(headings, rows))
      }),
    )
  emails
    .command('resend')
    .argument('<id>', '', idArgument('id'))
    .description('send one again: one with a code for ten minutes, another for a day')
    .action((id: HolderEmailId) =>
      withApp(async (app) => {
        await resendParkedEmail(app, { by: await app.by('emails:send'), id })
        print({ id, status: 'pending' }, 'It will be sent again.')
      }),
    )
  return new Command('customer').addCommand(emails)
}

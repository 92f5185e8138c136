import { Command } from 'commander'
import { endSession, openSessions, type SessionId, sessionRecord } from '#acquiring/checkout'
import { countOption, idArgument } from './arguments.ts'
import { table, withApp } from './with-app.ts'

/** Payment pages that shoppers have open. */
export function sessionCommand(): Command {
  const session = new Command('session').description('payment pages that shoppers have open')
  session
    .command('list')
    .description('open payment pages, newest first')
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .option('--json', 'as JSON')
    .action(({ page = 1, json }: { page?: number; json?: true }) =>
      withApp(async (app) => {
        const { data, total } = await openSessions(app, { siteIds: await app.directory.siteIds(), page, size: 100 })
        const records = data.map(sessionRecord)
        if (json) return console.log(JSON.stringify({ data: records, page, size: 100, total }, undefined, 2))
        if (total === 0) return console.log('There are none.')
        const rows = records.map((one) => [one.id, one.siteId, one.orderId, one.link ?? '', one.endsAt ?? ''])
        console.log(`${table(['id', 'site', 'order', 'link', 'ends'], rows)}\n${data.length} of ${total}`)
      }),
    )
  session
    .command('end')
    .argument('<id>', '', idArgument('id'))
    .description('end a payment page: its order cannot be paid any more')
    .action((id: SessionId) =>
      withApp(async (app) => {
        const { orderId } = await endSession(app, { by: await app.by('sessions:end'), id })
        console.log(`Session ${id} is ended, and order ${orderId} with it.`)
      }),
    )
  return session
}

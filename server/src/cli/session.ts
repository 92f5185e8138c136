import { Command } from 'commander'
import { endSession, openSessions, type SessionId, sessionRecord } from '#acquiring/checkout'
import { countOption, idArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

/** Payment pages that shoppers have open. */
export function sessionCommand(): Command {
  const session = new Command('session')
  session
    .command('list')
    .description('open payment pages, newest first')
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .action(({ page = 1 }: { page?: number }) =>
      withApp(async (app) => {
        await app.by('sessions:read')
        const { data, total } = await openSessions(app, { siteIds: await app.directory.siteIds(), page, size: 100 })
        const records = data.map(sessionRecord)
        const rows = records.map((one) => [one.id, one.siteId, one.orderId, one.link ?? '', one.endsAt ?? ''])
        const text = `${table(['id', 'site', 'order', 'link', 'ends'], rows)}\n${data.length} of ${total}`
        print({ data: records, page, size: 100, total }, total === 0 ? 'There are none.' : text)
      }),
    )
  session
    .command('end')
    .argument('<id>', '', idArgument('id'))
    .description('end a payment page: its order cannot be paid any more')
    .action((id: SessionId) =>
      withApp(async (app) => {
        const { orderId } = await endSession(app, { by: await app.by('sessions:end'), id })
        print({ id, orderId, status: 'ended' }, `Session ${id} is ended, and order ${orderId} with it.`)
      }),
    )
  return session
}

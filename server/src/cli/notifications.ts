import { Command, Option } from 'commander'
import type { OrderId, PaymentId } from '#acquiring/ids'
import {
  listNotifications,
  type NotificationId,
  type NotificationStatus,
  notificationStatuses,
  replayNotification,
  replayParked,
  showNotification,
} from '#acquiring/notifications'
import type { SiteId } from '#core/directory'
import { countOption, idArgument, siteIdArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

type ListOptions = {
  status?: NotificationStatus
  order?: OrderId
  transaction?: PaymentId
  before?: NotificationId
  limit: number
}

export function notificationsCommand(): Command {
  const notifications = new Command('notifications')
  notifications
    .command('list')
    .argument('<siteId>', '', siteIdArgument)
    .description('notifications of a site, newest first')
    .addOption(new Option('--status <status>').choices(notificationStatuses))
    .option('--order <id>', 'those of one order', idArgument('--order'))
    .option('--transaction <id>', 'those of one transaction', idArgument('--transaction'))
    .option('--before <id>', 'the next page: those with a smaller id than this', idArgument('--before'))
    .option('--limit <n>', 'how many to show, 500 at the most', countOption('--limit', 500), 50)
    .action((siteId: SiteId, { status, order, transaction, before, limit }: ListOptions) =>
      withApp(async (app) => {
        await app.by('notifications:read')
        const filter = { siteIds: [siteId], status, orderId: order, paymentId: transaction, before, limit }
        const found = await listNotifications(app, filter)
        const rows = found.map((one) => [
          String(one.id),
          one.status,
          String(one.orderId),
          String(one.paymentId),
          String(one.attempts),
          one.dueAt?.toString() ?? '',
        ])
        const all = table(['id', 'status', 'order', 'transaction', 'attempts', 'next'], rows)
        const more = found.length === limit ? `\n\nOlder ones: add --before ${found.at(-1)!.id}` : ''
        print({ data: found }, `${all}${more}`)
      }),
    )
  notifications
    .command('show')
    .argument('<siteId>', '', siteIdArgument)
    .argument('<id>', '', idArgument('id'))
    .description('one notification, its body and its delivery attempts')
    .action((siteId: SiteId, id: NotificationId) =>
      withApp(async (app) => {
        await app.by('notifications:read')
        const found = await showNotification(app, { siteId, id })
        const rows = found.deliveries.map((one) => [
          String(one.attempt),
          one.attemptedAt.toString(),
          one.outcome,
          String(one.httpStatus ?? ''),
          one.reply ?? '',
        ])
        const deliveries = table(['attempt', 'at', 'outcome', 'status', 'reply'], rows)
        print(found, `${found.status}, to ${found.url}\n${found.body}\n\n${deliveries}`)
      }),
    )
  notifications
    .command('replay')
    .argument('<siteId>', '', siteIdArgument)
    .argument('[id]', '', idArgument('id'))
    .description('send one notification again, or all parked ones')
    .action((siteId: SiteId, id: NotificationId | undefined) =>
      withApp(async (app) => {
        const ctx = { ...app, sites: app.directory }
        const by = await app.by('notifications:replay')
        if (id === undefined) {
          const count = await replayParked(ctx, { by, siteId })
          return print({ count }, `${count} will be sent again.`)
        }
        await replayNotification(ctx, { by, siteId, id })
        print({ id, status: 'pending' }, 'It will be sent again.')
      }),
    )
  return notifications
}

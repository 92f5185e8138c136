import { Command, Option } from 'commander'
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
import { table, withApp } from './with-app.ts'

export function notificationsCommand(): Command {
  const notifications = new Command('notifications').description('notifications to stores about their payments')
  notifications
    .command('list <siteId>')
    .description('the newest notifications of a site')
    .addOption(new Option('--status <status>').choices(notificationStatuses))
    .action((siteId: string, { status }: { status?: NotificationStatus }) =>
      withApp(async (app) => {
        const siteIds = [Number(siteId) as SiteId]
        const found = await listNotifications(app, { siteIds, ...(status && { status }) })
        const rows = found.map((one) => [
          String(one.id),
          one.status,
          String(one.paymentId),
          String(one.attempts),
          one.dueAt?.toString() ?? '',
        ])
        console.log(table(['id', 'status', 'transaction', 'attempts', 'next'], rows))
      }),
    )
  notifications
    .command('show <siteId> <id>')
    .description('one notification, its body and its delivery attempts')
    .action((siteId: string, id: string) =>
      withApp(async (app) => {
        const found = await showNotification(app, {
          siteId: Number(siteId) as SiteId,
          id: BigInt(id) as NotificationId,
        })
        console.log(`${found.status}, to ${found.url}\n${found.body}\n`)
        const rows = found.deliveries.map((one) => [
          String(one.attempt),
          one.attemptedAt.toString(),
          one.outcome,
          String(one.httpStatus ?? ''),
          one.reply ?? '',
        ])
        console.log(table(['attempt', 'at', 'outcome', 'status', 'reply'], rows))
      }),
    )
  notifications
    .command('replay <siteId> [id]')
    .description('send one notification again, or all parked ones')
    .action((siteId: string, id: string | undefined) =>
      withApp(async (app) => {
        const ctx = { ...app, sites: app.directory }
        const site = Number(siteId) as SiteId
        if (id === undefined) return console.log(`${await replayParked(ctx, { siteId: site })} will be sent again.`)
        await replayNotification(ctx, { siteId: site, id: BigInt(id) as NotificationId })
        console.log('It will be sent again.')
      }),
    )
  return notifications
}

import { once } from 'node:events'
import { Argument, Command } from 'commander'
import { exportedOrders } from '#acquiring/billing'
import { exportedShoppers } from '#acquiring/shoppers'
import { exportedPayments } from '#acquiring/transactions'
import { csvOf, exportedAudit, type Selection } from '#core/access'
import { platformOwner, type SiteId } from '#core/directory'
import { readTimeZone } from '#kernel/base/time-zone.ts'
import { momentOption, siteIdArgument } from './arguments.ts'
import { type CommandApp, withApp } from './with-app.ts'

const lists = {
  payments: (app, selection, zone) => csvOf(exportedPayments(app, selection), zone),
  disputes: (app, selection, zone) =>
    csvOf(exportedPayments(app, selection, { types: ['chargeback', 'representment'] }), zone),
  orders: (app, selection, zone) => csvOf(exportedOrders(app, selection), zone),
  customers: (app, selection, zone) => csvOf(exportedShoppers(app, selection), zone),
  audit: (app, selection, zone) =>
    csvOf(exportedAudit(app.db, selection, { ...platformOwner, kind: 'platform' }), zone),
} as const satisfies Record<string, (app: CommandApp, selection: Selection, zone: string) => AsyncIterable<string>>

type Options = { site?: SiteId; from?: Temporal.Instant; to?: Temporal.Instant; timeZone: string }

/** Lists as CSV, however long they are. */
export const exportCommand = (): Command =>
  new Command('export')
    .description('write a list as CSV, oldest first: florin export payments --site 10001 > payments.csv')
    .addArgument(new Argument('<list>').choices(Object.keys(lists)))
    .option('--site <siteId>', 'of one site; the audit has all', siteIdArgument)
    .option('--from <moment>', 'made at this moment or later', momentOption)
    .option('--to <moment>', 'made at this moment or before', momentOption)
    .option('--time-zone <zone>', 'in which times are written, such as Europe/Paris', zoneOption, 'UTC')
    .action((list: keyof typeof lists, { site, from, to, timeZone }: Options) =>
      withApp(async (app) => {
        const selection = { siteIds: site === undefined ? undefined : [site], from, to }
        for await (const part of lists[list](app, selection, timeZone))
          if (!process.stdout.write(part)) await once(process.stdout, 'drain')
      }),
    )

function zoneOption(text: string): string {
  const zone = readTimeZone(text)
  if (!zone) throw new Error(`"${text}" is no time zone; write it as Europe/Paris.`)
  return zone
}

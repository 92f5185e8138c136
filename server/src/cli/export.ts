import { once } from 'node:events'
import { Argument, Command } from 'commander'
import { exportedOrders } from '#acquiring/billing'
import { exportedInvoices } from '#acquiring/invoices'
import { exportedShoppers } from '#acquiring/shoppers'
import { exportedPayments } from '#acquiring/transactions'
import { csvOf, exportedAudit, jsonLinesOf, type Selection } from '#core/access'
import { platformOwner, type SiteId } from '#core/directory'
import { momentOption, siteIdArgument, timeZoneOption } from './arguments.ts'
import { wantsJson } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

type Write = typeof csvOf
type Listed = (app: CommandApp, selection: Selection, write: Write, zone: string) => AsyncIterable<string>

const lists = {
  payments: (app, selection, write, zone) => write(exportedPayments(app, selection), zone),
  disputes: (app, selection, write, zone) =>
    write(exportedPayments(app, selection, { types: ['chargeback', 'representment'] }), zone),
  orders: (app, selection, write, zone) => write(exportedOrders(app, selection), zone),
  customers: (app, selection, write, zone) => write(exportedShoppers(app, selection), zone),
  invoices: (app, selection, write, zone) => write(exportedInvoices(app, selection), zone),
  audit: (app, selection, write, zone) =>
    write(exportedAudit(app.db, selection, { ...platformOwner, kind: 'platform' }), zone),
} as const satisfies Record<string, Listed>

const permissions = {
  payments: 'transactions:read',
  disputes: 'transactions:read',
  orders: 'orders:read',
  customers: 'customers:read',
  invoices: 'invoices:read',
  audit: 'audit:read',
} as const satisfies Record<keyof typeof lists, string>

type Options = {
  site?: SiteId
  from?: Temporal.Instant
  to?: Temporal.Instant
  timeZone: string
}

/** Lists as CSV, however long they are. */
export const exportCommand = (): Command =>
  new Command('export')
    .addArgument(new Argument('<list>').choices(Object.keys(lists)))
    .option('--site <siteId>', 'of one site; the audit has all', siteIdArgument)
    .option('--from <moment>', 'made at this moment or later', momentOption)
    .option('--to <moment>', 'made at this moment or before', momentOption)
    .option('--json', 'print one JSON object in each line')
    .option('--time-zone <zone>', 'in which times are written, such as Europe/Paris', timeZoneOption, 'UTC')
    .action((list: keyof typeof lists, { site, from, to, timeZone }: Options) =>
      withApp(async (app) => {
        await app.by(permissions[list])
        const selection = { siteIds: site === undefined ? undefined : [site], from, to }
        const write = wantsJson() ? jsonLinesOf : csvOf
        for await (const part of lists[list](app, selection, write, timeZone))
          if (!process.stdout.write(part)) await once(process.stdout, 'drain')
      }),
    )

import { once } from 'node:events'
import { Argument, Command } from 'commander'
import { exportedOrders } from '#acquiring/billing'
import { exportedInvoices } from '#acquiring/invoices'
import { exportedPayouts } from '#acquiring/merchant-payouts'
import { exportedShoppers } from '#acquiring/shoppers'
import { exportedDisputes, exportedPayments } from '#acquiring/transactions'
import { csvOf, exportedAudit, jsonLinesOf, type Selection } from '#core/access'
import { type MerchantId, platformOwner, type SiteId } from '#core/directory'
import { momentOption, siteIdArgument, timeZoneOption } from './arguments.ts'
import { merchantIdArgument } from './merchant-money.ts'
import { wantsJson } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

type Write = typeof csvOf
type Chosen = Selection & { merchantIds: readonly MerchantId[] | undefined }
type Listed = (app: CommandApp, selection: Chosen, write: Write, zone: string) => AsyncIterable<string>

const lists = {
  payments: (app, selection, write, zone) => write(exportedPayments(app, selection), zone),
  disputes: (app, selection, write, zone) => write(exportedDisputes(app, selection), zone),
  'merchant-payouts': (app, { merchantIds, from, to }, write, zone) =>
    write(exportedPayouts(app, { merchantIds, from, to }), zone),
  orders: (app, selection, write, zone) => write(exportedOrders(app, selection), zone),
  customers: (app, selection, write, zone) => write(exportedShoppers(app, selection), zone),
  invoices: (app, selection, write, zone) => write(exportedInvoices(app, selection), zone),
  audit: (app, selection, write, zone) =>
    write(
      exportedAudit(
        app.db,
        { ...selection, merchantId: selection.merchantIds?.[0] },
        { ...platformOwner, kind: 'platform' },
      ),
      zone,
    ),
} as const satisfies Record<string, Listed>

const permissions = {
  payments: 'transactions:read',
  disputes: 'transactions:read',
  'merchant-payouts': 'settlements:read',
  orders: 'orders:read',
  customers: 'customers:read',
  invoices: 'invoices:read',
  audit: 'audit:read',
} as const satisfies Record<keyof typeof lists, string>

type Options = {
  site?: SiteId
  merchant?: MerchantId
  from?: Temporal.Instant
  to?: Temporal.Instant
  timeZone: string
}

/** Lists as CSV, however long they are. */
export const exportCommand = (): Command =>
  new Command('export')
    .addArgument(new Argument('<list>').choices(Object.keys(lists)))
    .option('--site <siteId>', 'of one site', siteIdArgument)
    .option('--merchant <merchantId>', 'of one merchant, all its sites', merchantIdArgument)
    .option('--from <moment>', 'made at this moment or later', momentOption)
    .option('--to <moment>', 'made at this moment or before', momentOption)
    .option('--json', 'print one JSON object in each line')
    .option('--time-zone <zone>', 'in which times are written, such as Europe/Paris', timeZoneOption, 'UTC')
    .action((list: keyof typeof lists, { site, merchant, from, to, timeZone }: Options) =>
      withApp(async (app) => {
        await app.by(permissions[list])
        if (site !== undefined && list === 'merchant-payouts')
          throw new Error('Payouts belong to merchants: pass --merchant <merchantId>, and not --site.')
        if (site !== undefined && merchant !== undefined)
          throw new Error('A site is of one merchant: pass --site or --merchant, and not both.')
        const ofMerchant = merchant === undefined ? undefined : await app.directory.siteIds(merchant)
        const siteIds = site === undefined ? ofMerchant : [site]
        const merchantIds = merchant === undefined ? undefined : [merchant]
        const selection = { site, siteIds, merchantIds, from, to }
        const write = wantsJson() ? jsonLinesOf : csvOf
        for await (const part of lists[list](app, selection, write, timeZone))
          if (!process.stdout.write(part)) await once(process.stdout, 'drain')
      }),
    )

import { Argument, Command } from 'commander'
import type { Permission } from '#kernel/http/route.ts'
import { addressOf } from '../app/addresses.ts'
import { print } from './printing.ts'
import { withApp } from './with-app.ts'

/** Where each kind of thing is found in the interface of the staff, and who may see it. */
export const places = {
  approval: ['approvals', 'approvals:read'],
  card: ['cards', 'cards:read'],
  'card-dispute': ['card-disputes', 'disputes:read'],
  customer: ['customers', 'customers:read'],
  deposit: ['deposits', 'topups:review'],
  dispute: ['disputes', 'disputes:read'],
  email: ['emails', 'emails:read'],
  invoice: ['invoices', 'invoices:read'],
  'kyc-case': ['kyc/cases', 'kyc:review'],
  merchant: ['merchants', 'merchants:read'],
  'merchant-balance': ['merchants/:id/balance', 'settlements:read'],
  'merchant-payout': ['merchant-payouts', 'settlements:read'],
  notification: ['notifications', 'notifications:read'],
  order: ['orders', 'orders:read'],
  partner: ['partners', 'partners:read'],
  payment: ['payments', 'transactions:read'],
  'price-rule': ['pricing', 'pricing:read'],
  product: ['products', 'programmes:read'],
  site: ['sites/:id/settings', 'sites:read'],
  'screening-hit': ['screening/hits', 'screening:review'],
  shopper: ['shoppers', 'customers:read'],
  staff: ['staff', 'staff:read'],
  topup: ['topups', 'topups:read'],
} as const satisfies Readonly<Record<string, readonly [path: string, permission: Permission]>>

type Kind = keyof typeof places

/** The path of a thing below `/staff/v1`. */
export const placeOf = (kind: Kind, id: string): string => {
  const [path] = places[kind]
  return path.includes(':id') ? path.replace(':id', id) : `${path}/${id}`
}

/**
 * Prints where a thing is found. It is the interface of the staff, which takes a token, so no browser is opened: it would
 * show a refusal.
 */
export const openCommand = (): Command =>
  new Command('open')
    .addArgument(new Argument('<kind>').choices(Object.keys(places)))
    .argument('<id>', 'its id, such as 1042')
    .action((kind: Kind, id: string) =>
      withApp(async ({ config, publicUrl, by }) => {
        await by(places[kind][1])
        const staff = `${addressOf(publicUrl, config.surfaceHosts.staff)}/staff/v1`
        const address = `${staff}/${placeOf(kind, encodeURIComponent(id))}`
        print(
          { kind, id, address },
          `${address}\nWith a token of florin staff token: curl -H "Authorization: Bearer …"`,
        )
      }),
    )

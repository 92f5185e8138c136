import type { StaffRoute } from '#core/access'

/** Where the things of paths are, by what stands before their name in the path. */
export const kept: Readonly<Record<string, string>> = {
  accounts: 'accounts.accounts',
  approvals: 'access.approvals',
  'card-disputes': 'chargebacks.disputes',
  'card-transactions': 'spending.transactions',
  cards: 'cards.cards',
  customers: 'holders.holders',
  deposits: 'deposits.deposits',
  disputes: 'disputes.cases',
  emails: 'emails.emails',
  'export-tasks': 'exports.exports',
  'fee-invoices': 'fee_invoices.invoices',
  invoices: 'invoices.documents',
  'invoices/parked': 'invoices.requests',
  'kyc/cases': 'kyc.cases',
  links: 'links.links',
  mailbox: 'sandbox_mailbox.emails',
  'me/sessions': 'access.staff_sessions',
  'merchant-payouts': 'merchant_payouts.payouts',
  merchants: 'directory.merchants',
  notifications: 'notifications.notifications',
  orders: 'orders.orders',
  partners: 'partners.partners',
  payments: 'payments.payments',
  pricing: 'pricing.rules',
  products: 'programmes.products',
  requests: 'request_log.requests',
  'saved-views': 'views.saved',
  'screening/hits': 'screening.hits',
  sessions: 'access.staff_sessions',
  shoppers: 'shoppers.shoppers',
  sites: 'directory.sites',
  staff: 'access.staff',
  'stored-cards': 'shoppers.cards',
  topups: 'topups.topups',
}

/** What a route of one thing is about: what stands before its name in the path. */
export const nameOf = ({ path }: StaffRoute): string => /^\/(.*?)\/:/.exec(path)![1]!
/** What follows the first thing is a thing of it, which nobody reaches who does not reach the first. */
export const at = ({ path }: StaffRoute, id: string): string => path.replace(/:\w+/, id).replaceAll(/:\w+/g, '765432')

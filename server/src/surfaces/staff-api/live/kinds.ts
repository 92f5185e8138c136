import type { Permission } from '#kernel/http/route.ts'

/** What a page may show, as the pages name it, and the permission to read it. */
const permissions = {
  payments: 'transactions:read',
  orders: 'orders:read',
  shoppers: 'customers:read',
  links: 'links:read',
  disputes: 'disputes:read',
  notifications: 'notifications:read',
  emails: 'emails:read',
  invoices: 'invoices:read',
  money: 'settlements:read',
  pricing: 'pricing:read',
  sites: 'sites:read',
  merchants: 'merchants:read',
  partners: 'partners:read',
  programmes: 'programmes:read',
  customers: 'customers:read',
  kyc: 'kyc:read',
  accounts: 'accounts:read',
  cards: 'cards:read',
  'card-transactions': 'transactions:read',
  'card-disputes': 'disputes:read',
  challenges: 'challenges:read',
  topups: 'topups:read',
  webhooks: 'webhooks:read',
  screening: 'screening:read',
  platform: 'settlements:read',
  approvals: 'approvals:read',
  staff: 'staff:read',
  audit: 'audit:read',
} as const satisfies Record<string, Permission>

export type Kind = keyof typeof permissions

export const permissionOf = (kind: Kind): Permission => permissions[kind]

/** By the type of the subject of an event or of an entry in the audit. */
const bySubject: Readonly<Record<string, Kind>> = {
  payment: 'payments',
  order: 'orders',
  shopper: 'shoppers',
  storedCard: 'shoppers',
  link: 'links',
  dispute: 'disputes',
  disputeEvent: 'disputes',
  notification: 'notifications',
  email: 'emails',
  staffEmail: 'emails',
  invoice: 'invoices',
  invoiceRequest: 'invoices',
  batch: 'money',
  bankAccount: 'money',
  billingDetails: 'money',
  feeInvoice: 'money',
  merchantPayout: 'money',
  payoutTerms: 'money',
  payoutFile: 'money',
  priceRule: 'pricing',
  prices: 'pricing',
  site: 'sites',
  siteKeys: 'sites',
  merchant: 'merchants',
  partner: 'partners',
  programme: 'programmes',
  product: 'programmes',
  holder: 'customers',
  person: 'customers',
  session: 'customers',
  customerEmail: 'customers',
  kyc: 'kyc',
  kycCase: 'kyc',
  verification: 'kyc',
  document: 'kyc',
  account: 'accounts',
  card: 'cards',
  transaction: 'card-transactions',
  cardDispute: 'card-disputes',
  challenge: 'challenges',
  topup: 'topups',
  deposit: 'topups',
  webhook: 'webhooks',
  hit: 'screening',
  list: 'screening',
  screening: 'screening',
  acquirerBreak: 'platform',
  acquirerReport: 'platform',
  bankFile: 'platform',
  binTable: 'platform',
  chain: 'platform',
  clearingFile: 'platform',
  networkReport: 'platform',
  rate: 'platform',
  routingRule: 'platform',
  approval: 'approvals',
  staff: 'staff',
}

/** Actions of the audit that change nothing: somebody saw what has to be asked for, or took it along. */
const onlyLooks = /(?:Viewed|Read|Revealed|Exported|Fetched)$/

type Written = { subject: string; ownerKind: string; action: string | null }

/**
 * Undefined for what no page shows, and for what somebody only looked at: a page that were read again for it would write
 * the next entry by that. A card that a shop has stored is the shopper's.
 */
export function kindOf({ subject, ownerKind, action }: Written): Kind | undefined {
  if (action !== null && onlyLooks.test(action)) return undefined
  const kind = bySubject[subject]
  return kind === 'cards' && ownerKind === 'site' ? 'shoppers' : kind
}

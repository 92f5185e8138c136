/** What has changed, by the names that the stream has for it. */
export type Kinds = readonly string[] | 'all'

/** Sums and counts of a home or of a page of money: what payments, decisions and payouts do to them is seen there. */
const sums = ['needs', 'figures', 'balance']

/** The first words of the keys of those queries that show things of a kind. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  payments: ['payments', 'payment', 'order', 'orders', 'link', 'links', 'customer', 'disputes', 'dispute', ...sums],
  orders: ['orders', 'order', 'payment', 'customer', ...sums],
  shoppers: ['customers', 'customer', 'order'],
  links: ['links', 'link'],
  disputes: ['disputes', 'dispute', 'dispute-events', 'payment', ...sums],
  notifications: ['notifications', 'notification', 'payment', ...sums],
  emails: ['emails', 'mailbox', 'parked-emails', 'order', 'payment'],
  invoices: ['invoices', 'order', 'payment'],
  'card-transactions': ['card-transactions', 'card-transaction', 'account', 'card', 'customer', ...sums],
  challenges: ['challenges', 'challenge', 'card-transaction'],
  webhooks: ['events', 'event', 'webhooks', ...sums],
  audit: ['audit'],
}

/** Every one of these says by itself when it is read again, or does not change; a proof or a setup was begun, once. */
const apart: ReadonlySet<unknown> = new Set([
  'me',
  'names',
  'search',
  'statement',
  'reference',
  'test-cards',
  'proof',
  'totp-setup',
])

/** Kinds that happen all the time: they read again only what shows them. */
const frequent: ReadonlySet<string> = new Set(Object.keys(shownBy))

/**
 * Whether a query shows something of these kinds. What people do seldom, such as a decision or a change of a setting, may
 * show anywhere: with it everything is read again but what has a kind of its own.
 */
export function isTouched([first]: readonly unknown[], kinds: Kinds): boolean {
  if (apart.has(first)) return false
  if (kinds === 'all') return true
  return kinds.some((kind) =>
    frequent.has(kind) ? (shownBy[kind]?.includes(String(first)) ?? false) : !isApart(first),
  )
}

/** Long lists of what happens all the time are not read again because somebody changed a setting. */
const isApart = (first: unknown): boolean => first === 'payments' || first === 'orders' || first === 'card-transactions'

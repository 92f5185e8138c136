/**
 * The floor plan. A module may import the front door (`#name`) of the modules listed for it, and nothing else of them.
 * `tests/tidy.test.ts` reads this table; so should you.
 */
export const mayUse = {
  ledger: [],
  vault: [],
  directory: ['pages'],
  pages: [],
  requests: [],
  webhooks: ['directory'],
  shoppers: ['directory', 'requests', 'vault'],
  payments: ['directory', 'shoppers', 'vault', 'ledger'],
  orders: ['directory', 'shoppers', 'payments', 'webhooks', 'vault'],
  links: ['directory', 'requests'],
  emails: ['directory', 'pages', 'shoppers', 'payments', 'orders'],
  subscriptions: ['directory', 'pages', 'shoppers', 'payments', 'orders'],
  checkout: [
    'directory',
    'pages',
    'requests',
    'links',
    'webhooks',
    'shoppers',
    'payments',
    'orders',
    'subscriptions',
    'vault',
  ],
} as const satisfies Record<string, readonly string[]>

/**
 * The floor plan. A module is a folder with one entry point (`index.ts`): `#core/ledger` is `src/core/ledger`. It may
 * import the entry points listed for it and nothing else of other modules. `tests/tidy/floor-plan.test.ts` reads this
 * table; so should you.
 *
 * Acquiring and issuing stand side by side on the core and never import each other. They meet in `app/reactions`, in the
 * acquirer connector for our own cards, and in topups, which use the checkout as any store would.
 */
export const mayUse = {
  'core/i18n': [],
  'core/directory': ['core/i18n'],
  'core/pages': ['core/i18n'],
  'core/ledger': ['core/directory'],
  'core/vault': ['core/directory'],
  'acquiring/ids': [],
  'acquiring/api': ['core/directory'],
  'acquiring/bins': ['core/directory'],
  'acquiring/terms': ['core/directory', 'acquiring/ids'],
  'acquiring/requests': ['core/directory', 'acquiring/ids', 'acquiring/terms'],
  'acquiring/notifications': ['core/directory', 'acquiring/api', 'acquiring/ids'],
  'acquiring/shoppers': [
    'core/directory',
    'core/vault',
    'acquiring/api',
    'acquiring/bins',
    'acquiring/ids',
    'acquiring/requests',
  ],
  'acquiring/routing': ['core/directory', 'acquiring/ids'],
  'acquiring/velocity': ['core/directory', 'acquiring/ids'],
  'acquiring/payments': [
    'core/directory',
    'core/vault',
    'core/ledger',
    'acquiring/api',
    'acquiring/ids',
    'acquiring/terms',
    'acquiring/routing',
    'acquiring/shoppers',
    'acquiring/velocity',
  ],
  'acquiring/disputes': ['core/directory', 'core/ledger', 'acquiring/ids', 'acquiring/payments'],
  'acquiring/payouts': ['core/directory', 'core/ledger', 'acquiring/ids', 'acquiring/shoppers', 'acquiring/payments'],
  'acquiring/settlement': ['core/directory', 'core/ledger', 'acquiring/payments'],
  'acquiring/transactions': [
    'core/directory',
    'acquiring/api',
    'acquiring/ids',
    'acquiring/bins',
    'acquiring/terms',
    'acquiring/shoppers',
    'acquiring/payments',
  ],
  'acquiring/orders': [
    'core/directory',
    'acquiring/api',
    'acquiring/ids',
    'acquiring/terms',
    'acquiring/requests',
    'acquiring/notifications',
    'acquiring/shoppers',
    'acquiring/payments',
    'acquiring/payouts',
  ],
  'acquiring/billing': [
    'core/directory',
    'core/vault',
    'acquiring/api',
    'acquiring/ids',
    'acquiring/terms',
    'acquiring/requests',
    'acquiring/shoppers',
    'acquiring/payments',
    'acquiring/orders',
  ],
  'acquiring/links': ['core/directory', 'acquiring/api', 'acquiring/ids', 'acquiring/requests'],
  'acquiring/emails': [
    'core/directory',
    'core/i18n',
    'core/pages',
    'acquiring/ids',
    'acquiring/shoppers',
    'acquiring/payments',
    'acquiring/orders',
    'acquiring/billing',
  ],
  'acquiring/subscriptions': [
    'core/directory',
    'core/i18n',
    'core/pages',
    'acquiring/api',
    'acquiring/ids',
    'acquiring/shoppers',
    'acquiring/payments',
    'acquiring/orders',
    'acquiring/billing',
    'acquiring/velocity',
  ],
  'acquiring/checkout': [
    'core/directory',
    'core/i18n',
    'core/pages',
    'acquiring/ids',
    'acquiring/terms',
    'acquiring/requests',
    'acquiring/links',
    'acquiring/notifications',
    'acquiring/shoppers',
    'acquiring/payments',
    'acquiring/orders',
    'acquiring/subscriptions',
    'acquiring/velocity',
  ],
} as const satisfies Record<string, readonly string[]>

/**
 * The layers of the kernel, lowest first; each may import those listed. The kernel holds no word of payments: a list in
 * `tests/tidy/floor-plan.test.ts` says which words it must not know.
 */
export const kernelMayUse = {
  base: [],
  telemetry: ['base'],
  crypto: ['base'],
  db: ['base', 'telemetry'],
  work: ['base', 'telemetry', 'db'],
  http: ['base', 'telemetry', 'db', 'crypto'],
  audit: ['base', 'db'],
} as const satisfies Record<string, readonly string[]>

import type { Owner } from '#kernel/base/owner.ts'
import type { Permission, Permissions } from '#kernel/http/route.ts'

/** Whose staff a person is: of the platform (the operator), of one merchant, or of one partner. */
export type StaffScope = Owner & { kind: 'platform' | 'merchant' | 'partner' }

/**
 * What people do here. An owner may do everything within the scope. Finance moves and reconciles money. Support helps
 * shoppers and customers. A developer manages keys and addresses. Compliance decides about people. Read-only sees
 * everything that holds no secret. Who decides about approvals must also be permitted what is to be approved.
 */
export const staffRoles = ['owner', 'finance', 'support', 'developer', 'compliance', 'read-only'] as const
export type StaffRole = (typeof staffRoles)[number]

/** A permission, or all verbs of a noun (`refunds:*`), or one verb of all nouns (`*:read`). */
type Grant = Permission | '*'

const grants: Readonly<Record<StaffRole, readonly Grant[]>> = {
  owner: ['*'],
  finance: [
    '*:read',
    'refunds:*',
    'captures:*',
    'payments:resolve',
    'orders:bill',
    'links:*',
    'payouts:*',
    'settlements:*',
    'pricing:*',
    'merchant-payouts:*',
    'fee-invoices:*',
    'bank-accounts:*',
    'invoices:*',
    'disputes:*',
    'rates:*',
    'topups:review',
    'topups:decide',
    'reports:*',
    'connectors:pause',
    'books:verify',
    'approvals:decide',
  ],
  support: [
    '*:read',
    'connectors:pause',
    'refunds:create',
    'connectors:replay',
    'orders:cancel',
    'orders:change',
    'links:*',
    'stored_cards:delete',
    'notifications:replay',
    'webhooks:replay',
    'emails:send',
    'invoices:send',
    'limits:lift',
    'blocks:change',
    'cards:freeze',
    'sessions:end',
    'approvals:decide',
  ],
  developer: [
    '*:read',
    'configuration:read',
    'sites:change',
    'partners:change',
    'keys:*',
    'webhooks:*',
    'notifications:*',
    'clock:*',
    'connectors:pause',
    'connectors:check',
    'connectors:replay',
    'books:verify',
    'approvals:decide',
  ],
  compliance: [
    '*:read',
    'documents:read',
    'kyc:*',
    'screening:*',
    'topups:*',
    'customers:*',
    'persons:*',
    'cards:suspend',
    'cards:close',
    'sessions:end',
    'limits:*',
    'blocks:*',
    'books:verify',
    'approvals:decide',
  ],
  'read-only': ['*:read', 'configuration:read'],
}

/** Whether an owner's affairs are those of a scope: the operator's staff see all, others their own organization. */
export const isWithin = (scope: StaffScope, { kind, id }: Owner): boolean =>
  scope.kind === 'platform' || (scope.kind === kind && scope.id === id)

/** Reading these reveals a secret, a person's documents or how the machine is set up: no `*:read` includes it. */
const sensitive: ReadonlySet<string> = new Set(['documents', 'secrets', 'configuration'])

/** Whether one of the grants includes the permission. */
function isGranted(granted: readonly Grant[], permission: Permission): boolean {
  const [noun, verb] = permission.split(':') as [string, string]
  return granted.some(
    (grant) =>
      grant === '*' || grant === permission || grant === `${noun}:*` || (grant === `*:${verb}` && !sensitive.has(noun)),
  )
}

/** The permissions that a role has, narrowed to those of a token. */
export const permissionsOf = (role: StaffRole, narrowed: readonly Permission[] | undefined): Permissions => ({
  has: (permission: Permission) =>
    isGranted(grants[role], permission) && (narrowed === undefined || isGranted(narrowed, permission)),
})

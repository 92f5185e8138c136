import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  {
    table: 'holders.holders',
    what: 'customer',
    key: ['id'],
    free: { seal_salt: 'without it nothing of the person opens, and nothing is granted' },
    older: 'bind',
  },
  { table: 'holders.wallets', what: 'wallet of a customer', key: ['id'], older: 'bind' },
  { table: 'holders.sessions', what: 'session of a customer', key: ['id'], older: { endsBy: 'ended_at' } },
  { table: 'holders.refresh_tokens', what: 'refresh token', key: ['hash'], older: 'delete' },
  { table: 'holders.registrations', what: 'registration', key: ['id'], older: 'delete' },
  { table: 'holders.password_resets', what: 'password reset', key: ['partner_id', 'email'], older: 'delete' },
  { table: 'holders.pending_logins', what: 'log-in of a customer', key: ['id'], older: 'delete' },
  { table: 'holders.wallet_challenges', what: 'challenge of a wallet', key: ['id'], older: 'delete' },
]

import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  {
    table: 'access.staff',
    what: 'member of staff',
    key: ['id'],
    free: { seal_salt: 'without it nothing of the person opens, and nothing is granted' },
    coversId: true,
    older: 'bind',
  },
  { table: 'access.staff_tokens', what: 'token of staff', key: ['id'], older: 'bind' },
  { table: 'access.staff_invitations', what: 'invitation of staff', key: ['id'], older: { endsBy: 'used_at' } },
  {
    table: 'access.staff_sessions',
    what: 'session of staff',
    key: ['id'],
    free: { last_used_at: 'who has the token of a session can use it' },
    older: { endsBy: 'ended_at' },
  },
  {
    table: 'access.staff_factors',
    what: 'second factor of staff',
    key: ['id'],
    free: {
      last_step: 'it keeps a code from being used twice, and who has none gains nothing by it',
      counter: 'it only tells a copied passkey apart',
      last_used_at: 'it only tells the owner',
    },
    older: 'bind',
  },
  { table: 'access.staff_recovery_codes', what: 'recovery code of staff', key: ['id'], older: 'bind' },
  { table: 'access.staff_challenges', what: 'challenge of staff', key: ['id'], older: 'delete' },
  { table: 'access.approvals', what: 'approval', key: ['id'], coversId: true, older: 'bind' },
  { table: 'access.token_keys', what: 'key of access tokens', key: ['kid'], older: 'delete' },
]

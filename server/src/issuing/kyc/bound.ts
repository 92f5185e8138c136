import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  {
    table: 'kyc.cases',
    what: 'KYC case',
    key: ['id'],
    free: { due_at: 'it only says when the case is looked at next', leased_until: 'a worker has it for seconds' },
    older: 'bind',
  },
  {
    table: 'kyc.identity_checks',
    what: 'identity check',
    key: ['id'],
    free: {
      attempts: 'it only says how often the provider was asked',
      last_response: 'it only tells the operator',
      due_at: 'it only says when the provider is asked next',
      leased_until: 'a worker has it for seconds',
    },
    older: 'bind',
  },
  { table: 'kyc.submissions', what: 'submission', key: ['id'], older: 'bind' },
]

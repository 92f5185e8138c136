import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

const howFar = 'it says how far the export is, and whose it is stays as it was'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  {
    table: 'exports.exports',
    what: 'export',
    key: ['id'],
    free: {
      estimate: howFar,
      rows: howFar,
      bytes: howFar,
      chunks: howFar,
      place: howFar,
      data_key: 'it opens the pieces of this export alone, and is sealed again when keys rotate',
      failure: howFar,
      tries: howFar,
      ended_at: howFar,
      emailed_at: 'it only keeps an email from being sent twice',
      email_tries: 'it only says how often an email was tried',
      due_at: 'it only says when a worker looks next',
      leased_until: 'a worker has it for seconds',
    },
    older: 'bind',
  },
]

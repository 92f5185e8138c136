import { emptied, type PersonalData } from '#kernel/db/personal-data.ts'

const unlessWaiting = (then: string, column: string): string =>
  `case when r.status = 'waiting' then ${then} else r.${column} end`

/** Emails to a shopper. One that waits is not sent any more. Decision 122. */
export const personal: PersonalData = {
  module: 'emails',
  tables: [
    {
      table: 'emails.emails',
      of: 'r.order_id = any(:order)',
      exported: 'id order_id kind status created_at sent_at',
      personal: { address: emptied, content: emptied, last_response: emptied },
      along: {
        status: unlessWaiting(`'parked'`, 'status'),
        due_at: 'null',
        leased_until: 'null',
        version: 'r.version + 1',
      },
    },
  ],
}

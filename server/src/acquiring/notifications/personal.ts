import type { PersonalData } from '#kernel/db/personal-data.ts'

/** The store's name of its customer and its own data go; what the notification says of the payment stays, and can be sent again. */
const redacted = `(
  select json_object_agg(e.key, case e.key when 'identifier' then to_json('erased'::text)
    when 'customData' then 'null'::json else e.value end order by e.nth)::text
  from json_each(r.body::json) with ordinality as e(key, value, nth))`

/** What a store was notified of a shopper's payments. Decision 122. */
export const personal: PersonalData = {
  module: 'notifications',
  tables: [
    {
      table: 'notifications.notifications',
      of: 'r.order_id = any(:order)',
      exported: 'id order_id payment_id status created_at delivered_at',
      personal: { body: { becomes: redacted, because: 'a notification can be sent again' } },
      along: { version: 'r.version + 1' },
    },
  ],
}

import { type ColumnRule, emptied, type PersonalData } from '#kernel/db/personal-data.ts'

const ofCard: ColumnRule = {
  kept: 'security',
  because: 'payments can still be disputed; it shows a card and names nobody',
}

/** The first of what is known of a shopper: by whose site and addresses the rest is found. Decision 122. */
export const personal: PersonalData = {
  module: 'shoppers',
  tables: [
    {
      table: 'shoppers.shoppers',
      of: 'r.id = any(:shopper)',
      finds: {
        site: { of: 'r.site_id', type: 'integer' },
        email: { of: 'lower(r.email)', type: 'text' },
        identifier: { of: String.raw`regexp_replace(r.identifier, '#\d+$', '')`, type: 'text' },
      },
      exported: 'id site_id whitelisted whitelisted_until created_at removed_at erased_at',
      personal: {
        identifier: { becomes: `'erased#' || r.id`, because: 'a customer has an identifier' },
        email: emptied,
        first_name: emptied,
        last_name: emptied,
        phone: emptied,
        country: emptied,
        state: emptied,
        city: emptied,
        address: emptied,
        zip_code: emptied,
        tags: { becomes: `'{}'` },
      },
      along: { version: 'r.version + 1' },
      isLast: true,
    },
    {
      table: 'shoppers.cards',
      of: 'r.shopper_id = any(:shopper)',
      exported: 'id brand expiry_month expiry_year status created_at',
      personal: {
        holder_name: emptied,
        holder_facts: emptied,
        first6: ofCard,
        last4: ofCard,
        fingerprint: { ...ofCard, isHidden: true },
      },
    },
  ],
}

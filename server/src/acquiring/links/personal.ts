import { emptied, type PersonalData } from '#kernel/db/personal-data.ts'

/** Payment links that were made for a shopper. One that names a customer is
 * that customer's alone, though others have the address. They are found by the address, so they go last. Decision 122. */
export const personal: PersonalData = {
  module: 'links',
  tables: [
    {
      table: 'links.links',
      of: `r.site_id = any(:site) and (exists (
          select from links.versions v where v.link_id = r.id and v.terms ->> 'customerIdentifier' = any(:identifier))
        or lower(r.customer_email) = any(:email) and not exists (
          select from links.versions v where v.link_id = r.id and v.terms ->> 'customerIdentifier' <> all(:identifier)))`,
      finds: { link: { of: 'r.id', type: 'bigint' } },
      exported: 'id site_id active currency minor created_at removed_at',
      personal: { customer_email: emptied },
      along: { seal_salt: 'null' },
      isLast: true,
    },
    {
      table: 'links.versions',
      key: 'link_id version',
      of: 'r.link_id = any(:link)',
      exported: 'link_id version made_at',
      personal: {
        terms: {
          becomes: `(r.terms - 'customerEmail' - 'customerIdentifier') || '{"customerTags": [], "level3": {}}'`,
          because: 'what is sold by the link is a record of the store',
        },
      },
      isLast: true,
    },
  ],
}

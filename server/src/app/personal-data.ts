import { personalOfCheckout } from '#acquiring/checkout'
import { personalOfDisputes } from '#acquiring/disputes'
import { personalOfEmails } from '#acquiring/emails'
import { personalOfInvoices } from '#acquiring/invoices'
import { personalOfLinks } from '#acquiring/links'
import { personalOfNotifications } from '#acquiring/notifications'
import { personalOfOrders } from '#acquiring/orders'
import { personalOfPayments } from '#acquiring/payments'
import { personalOfShoppers } from '#acquiring/shoppers'
import { personalOfVelocity } from '#acquiring/velocity'
import { personalOfAccounts } from '#issuing/accounts'
import { personalOfCards } from '#issuing/cards'
import { personalOfChargebacks } from '#issuing/chargebacks'
import { personalOfDocuments } from '#issuing/documents'
import { personalOfHolders } from '#issuing/holders'
import { personalOfKyc } from '#issuing/kyc'
import { personalOfScreening } from '#issuing/screening'
import { personalOfSpending } from '#issuing/spending'
import { personalOfTopups } from '#issuing/topups'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { emptied, type PersonalData } from '#kernel/db/personal-data.ts'

/** The mailbox of staging, where what was sent can be read. */
const mailbox: PersonalData = {
  module: 'mailbox',
  tables: [
    {
      table: 'sandbox_mailbox.emails',
      of: 'lower(r.recipient) = any(:email) or lower(r.recipient) = any(:invoiced)',
      exported: 'id received_at',
      personal: {
        recipient: { becomes: `'erased'` },
        subject: { becomes: `'erased'` },
        text: { becomes: `''` },
        html: { becomes: `''` },
        attachments: { becomes: `'[]'` },
      },
    },
  ],
}

/**
 * Replies that wait for a repeated request with an idempotency key. One that says something of a person who is erased goes
 * with its salt, and the key is refused from then on.
 */
const replies = (of: string): PersonalData => ({
  module: 'requests',
  tables: [
    {
      table: 'florin.idempotency_keys',
      of: `(${of}) and r.answer is not null`,
      exported: 'id scope begun_at',
      personal: { answer: emptied },
      along: { salt: 'null' },
    },
  ],
})

const named = (routes: string, ids: string): string =>
  `(r.scope ~ '^[A-Z]+ .*/(${routes})' and r.subject_id = any((:${ids})::text[]))`
const bySubject = [
  named('customer|shoppers', 'shopper'),
  named('order', 'order'),
  named('transaction|payout|payments', 'payment'),
  named('payment-link|links', 'link'),
]
const repliesToStores = replies(`
  (r.owner_kind = 'staff' or r.owner_kind = 'site' and r.owner_id = any((:site)::text[])) and (${bySubject.join(' or ')})`)
const repliesToHolders = replies(`
  r.owner_kind = 'holder' and r.owner_id = any(:holder)
  or r.owner_kind = 'partner' and r.owner_id = any((:partner)::text[]) and r.subject_id = any(:holder)
  or r.owner_kind = 'staff' and r.subject_id = any(:holder)`)

/**
 * Lists that the operator's staff, or those of the person's own store or partner, have saved by the address or the identifier of the
 * person, as the whole value of a filter: from then on the view shows the whole list.
 */
const viewsOfStaff: PersonalData = {
  module: 'views',
  tables: [
    {
      table: 'views.saved',
      of: `(r.scope_kind = 'platform' or r.scope_kind = 'partner' and r.scope_id = any((:partner)::text[])
          or r.scope_kind = 'merchant' and r.scope_id in (select merchant_id::text from directory.sites where id = any(:site)))
        and exists (select from unnest(:email || :identifier) as e(text) where
          position('=' || lower(e.text) || '&' in replace(replace(lower(r.search), '%40', '@'), '%2b', '+') || '&') > 0)`,
      exported: 'id list created_at',
      personal: { search: { becomes: `''`, because: 'a view has a search' } },
      along: { version: 'r.version + 1' },
    },
  ],
}

/** What is held of a customer of a store: what a table finds, those behind it use. */
export const personalOfShopper: readonly PersonalData[] = [
  personalOfShoppers,
  personalOfOrders,
  personalOfPayments,
  personalOfCheckout,
  personalOfNotifications,
  personalOfEmails,
  personalOfLinks,
  personalOfInvoices,
  personalOfDisputes,
  personalOfVelocity,
  repliesToStores,
  viewsOfStaff,
  mailbox,
]

/** What the audit has of a customer of a partner who changed something themselves. */
const audit: PersonalData = {
  module: 'audit',
  tables: [
    {
      table: 'directory.audit',
      of: `r.owner_kind = 'holder' and r.owner_id = any(:holder)`,
      exported: 'id action occurred_at',
      personal: { from_where: { kept: 'security', because: 'who has done what from where is a record of security' } },
    },
  ],
}

/** Topups are paid at a site, for which the customer of the partner is one of its own. */
const payersOfTopups: PersonalData = {
  module: 'topups',
  tables: [
    {
      table: 'orders.orders',
      of: 'r.site_id = any(:topup_site) and r.external_id = any(:topup)',
      finds: { shopper: { of: 'r.shopper_id', type: 'bigint' } },
      exported: 'id site_id external_id',
      personal: {},
    },
  ],
}

/** What is held of a customer of a partner, and of the same person as one who pays for topups. */
export const personalOfHolder = (ctx: { keys: KeyRing }): readonly PersonalData[] => [
  personalOfHolders,
  personalOfKyc(ctx),
  personalOfDocuments,
  personalOfScreening(ctx),
  personalOfAccounts,
  personalOfCards,
  personalOfTopups,
  personalOfSpending,
  personalOfChargebacks,
  audit,
  repliesToHolders,
  payersOfTopups,
  ...personalOfShopper,
]

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
import type { PersonalData } from '#kernel/db/personal-data.ts'

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

/** What is held of a customer of a partner. */
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
  mailbox,
]

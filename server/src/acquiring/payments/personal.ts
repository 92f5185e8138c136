import { type ColumnRule, emptied, erasedText, type PersonalData } from '#kernel/db/personal-data.ts'

const ofCard: ColumnRule = {
  kept: 'security',
  because: 'payments can still be disputed; it shows a card and names nobody',
}

/** What a shopper has paid. Decision 122. */
export const personal: PersonalData = {
  module: 'payments',
  tables: [
    {
      table: 'payments.payments',
      of: 'r.shopper_id = any(:shopper)',
      finds: { payment: { of: 'r.id', type: 'bigint' } },
      exported:
        'id order_id parent_id type source initiator status currency minor captured_minor refunded_minor charged_back_minor card_brand card_expiry wallet three_d_secure decline_reason decline_advice created_at approved_at captured_at',
      personal: {
        description: erasedText,
        ip: emptied,
        card_holder_name: emptied,
        card_facts: emptied,
        reversal_message: {
          becomes: `case when r.reversal_message is not null then 'erased' end`,
          because: 'that there was one is a record of the payment',
        },
        card_first6: ofCard,
        card_last4: ofCard,
        card_fingerprint: { ...ofCard, isHidden: true },
      },
      along: { version: 'r.version + 1' },
    },
  ],
  open: [
    {
      table: 'payments.payments',
      of: `r.shopper_id = any(:shopper) and r.status in ('authorizing', 'challenging', 'uncertain', 'reversing', 'authorized',
        'capturing', 'voiding', 'cancelling', 'refunding', 'crediting', 'disputed', 'opened')`,
      what: `case r.type when 'chargeback' then 'dispute ' else 'payment ' end || r.id || ' is ' || r.status`,
    },
  ],
}

import type { PersonalData } from '#kernel/db/personal-data.ts'

const because = 'it proves a case, and is deleted after FLORIN_EVIDENCE_KEPT'

/** What was said of a shopper in a dispute. Decision 122. */
export const personal: PersonalData = {
  module: 'disputes',
  tables: [
    {
      table: 'disputes.cases',
      of: 'r.payment_id = any(:payment)',
      finds: { dispute_case: { of: 'r.id', type: 'bigint' } },
      exported: 'id payment_id reason currency minor status opened_at',
      personal: { evidence: { kept: 'short-lived', because, isHidden: true } },
    },
    {
      table: 'disputes.documents',
      of: 'r.case_id = any(:dispute_case)',
      exported: 'id case_id kind status media_type bytes created_at removed_at',
      personal: { data_key: { kept: 'short-lived', because, isHidden: true } },
    },
  ],
  open: [
    {
      table: 'disputes.cases',
      of: `r.payment_id = any(:payment) and r.status not in ('won', 'lost')`,
      what: `'dispute ' || r.id || ' is ' || r.status`,
    },
  ],
}

import type { HolderId } from '#issuing/ids'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { PersonalData } from '#kernel/db/personal-data.ts'
import type { SubmittedStep } from './steps/steps.ts'
import { openAnswers } from './steps/submission.ts'

const because = 'the law against money laundering: who a customer was is kept after the end of the business with them'

type Row = { holder_id: HolderId; step: SubmittedStep; key: string; sealed: Uint8Array }

/** What a customer said of themselves, and what was decided. Decision 122. */
export const personalOf = ({ keys }: { keys: KeyRing }): PersonalData => ({
  module: 'kyc',
  tables: [
    {
      table: 'kyc.cases',
      of: 'r.holder_id = any(:holder)',
      finds: { kyc_case: { of: 'r.id', type: 'bigint' } },
      exported: 'id status reject_reason created_at submitted_at decided_at',
      personal: {},
    },
    {
      table: 'kyc.submissions',
      of: 'r.case_id = any(:kyc_case)',
      exported: 'id case_id step key submitted_at',
      personal: {
        sealed: {
          kept: 'identity',
          because,
          reveal: (row) => {
            const { holder_id: holderId, step, key, sealed } = row as Row
            return openAnswers(keys, { holderId, step, key }, sealed)
          },
          revealWith: { holder_id: '(select c.holder_id from kyc.cases c where c.id = r.case_id)' },
        },
        from_where: { kept: 'security', because: 'who has said it from where is a record of security' },
      },
    },
  ],
  open: [
    {
      table: 'kyc.cases',
      of: `r.holder_id = any(:holder) and r.status = 'pending_review'`,
      what: `'KYC case ' || r.id || ' waits for a decision'`,
    },
  ],
})

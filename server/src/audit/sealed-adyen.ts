import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

const whole = ["to_jsonb(r) - 'id'"]

/** What Adyen has said, as it was recorded. How far each request is follows from it, and is in the payments. */
export const sealedAdyen: readonly Sealed[] = [
  journalSeal('adyen.notices', { what: 'notice of Adyen', facts: whole }),
  journalSeal('adyen.dispute_events', { what: 'dispute event of Adyen', facts: whole }),
  journalSeal('adyen.dispute_responses', { what: 'response to a dispute at Adyen', facts: whole }),
  journalSeal('adyen.settlement_lines', { what: 'settlement line of Adyen', facts: whole }),
]

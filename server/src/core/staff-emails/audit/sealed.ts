import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

export const sealed: readonly Sealed[] = [
  journalSeal('staff_emails.emails', {
    what: 'email to staff',
    facts: ['r.merchant_id', 'r.staff_id', 'r.kind', 'r.fact', 'r.key', 'r.content', 'r.created_at'],
  }),
]

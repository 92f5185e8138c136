import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** Address and content are deleted after a time; which email it was, and for whom, stays. */
export const sealed: readonly Sealed[] = [
  journalSeal('emails.emails', {
    what: 'email',
    facts: ['r.site_id', 'r.order_id', 'r.kind', 'r.fact', 'r.recipient', 'r.key', 'r.created_at'],
  }),
]

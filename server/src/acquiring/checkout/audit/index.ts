/** The audit of the checkout: which facts of its sessions are sealed. */
import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

export const sealed: readonly Sealed[] = [
  journalSeal('checkout.sessions', {
    what: 'session',
    facts: ['r.site_id', 'r.order_id', 'r.options', 'r.created_at'],
  }),
]

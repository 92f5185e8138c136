import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** The lines belong to their entry. What becomes of a hold follows from its payment, and is checked there. */
export const sealed: readonly Sealed[] = [
  journalSeal('ledger.entries', {
    what: 'entry',
    facts: [
      'r.recipe',
      'r.reference',
      'r.posted_at',
      `(select jsonb_agg(jsonb_build_array(l.account, l.currency, l.minor) order by l.account, l.currency, l.minor)
        from ledger.lines l where l.entry_id = r.id)`,
    ],
    covers: ['ledger.lines'],
  }),
  journalSeal('ledger.holds', {
    what: 'hold',
    facts: ['r.reference', 'r.account', 'r.currency', 'r.minor', 'r.held_at'],
  }),
]

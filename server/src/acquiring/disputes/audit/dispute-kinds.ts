import type { KindRules } from '#acquiring/payments/audit'
import { disputeStates, representmentStates } from '../dispute-states.ts'

/** What the history of a chargeback and of a representment must be, and the ledger entries that it calls for. */
export const disputeKinds = {
  chargeback: {
    machine: disputeStates,
    beginnings: ['chargeBack'],
    entriesOf: (action, { merchantId, amount }) => {
      if (action === 'chargeBack') return [{ recipe: 'chargebackOpened', facts: { merchantId, amount } }]
      return action === 'lose' ? [{ recipe: 'chargebackLost', facts: { merchantId, amount } }] : []
    },
  },
  representment: {
    machine: representmentStates,
    beginnings: ['represent', 'overturn'],
    entriesOf: (action, { merchantId, amount }) => {
      if (action === 'represent') return [{ recipe: 'chargebackWon', facts: { merchantId, amount } }]
      return action === 'overturn' ? [{ recipe: 'chargebackOverturned', facts: { merchantId, amount } }] : []
    },
  },
} as const satisfies Record<string, KindRules>

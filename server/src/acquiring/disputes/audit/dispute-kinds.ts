import type { KindRules } from '#acquiring/payments/audit'
import { subtract, zero } from '#kernel/base/money.ts'
import { disputeStates, representmentStates } from '../dispute-states.ts'

/** What the history of a chargeback and of a representment must be, and the ledger entries that it calls for. */
export const disputeKinds = {
  chargeback: {
    machine: disputeStates,
    beginnings: ['chargeBack'],
    entriesOf: (action, { merchantId, amount, shares }) => {
      const facts = { merchantId, amount, shares }
      if (action === 'chargeBack') return [{ recipe: 'chargebackOpened', facts }]
      return action === 'lose' ? [{ recipe: 'chargebackLost', facts }] : []
    },
  },
  representment: {
    machine: representmentStates,
    beginnings: ['represent', 'overturn'],
    entriesOf: (action, { merchantId, amount, shares, corrections, waits }) => {
      const facts = { merchantId, amount, shares, waits }
      const setAside = shares.map((share, at) => ({
        merchantId: share.merchantId,
        amount: subtract(share.amount, corrections[at]?.amount ?? zero(amount.currency)),
      }))
      if (action === 'represent') return [{ recipe: 'chargebackWon', facts: { ...facts, setAside } }]
      return action === 'overturn' ? [{ recipe: 'chargebackOverturned', facts }] : []
    },
  },
} as const satisfies Record<string, KindRules>

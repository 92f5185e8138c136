import type { KindRules } from '#acquiring/payments/audit'
import { payoutStates } from '../payout-states.ts'

/** What the history of a payout must be, and the ledger entries that it calls for. */
export const payoutKinds = {
  credit: {
    machine: payoutStates,
    beginnings: ['start'],
    entriesOf: (action, { merchantId, amount }) =>
      action === 'credit' ? [{ recipe: 'shopperPaidOut', facts: { merchantId, amount } }] : [],
  },
} as const satisfies Record<string, KindRules>

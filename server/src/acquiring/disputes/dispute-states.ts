import { stateMachine } from '#kernel/base/state-machine.ts'

/**
 * A dispute is a chargeback, a transaction of its own: a cardholder asked their bank for the money of a payment, and the
 * bank took it. `opened` is provisional. A lost dispute can still be won, by arbitration. A won one stays won: a bank that
 * takes the money again opens another dispute.
 */
export const disputeStates = stateMachine('opened', {
  opened: { win: 'won', lose: 'lost' },
  lost: { win: 'won' },
  won: {},
})

/** A representment returns the money of a dispute that was won. It begins when the money is there, and stays. */
export const representmentStates = stateMachine('represented', { represented: {} })

import { stateMachine } from '#kernel/base/state-machine.ts'

/**
 * A dispute is a row of its own, a charge-back: a cardholder has asked their bank for the money of a payment, and the bank
 * took it. `opened` is provisional. What was lost can still be won, by arbitration. What was won stays won: a bank that
 * takes the money again has opened another dispute.
 */
export const disputeStates = stateMachine('opened', {
  opened: { win: 'won', lose: 'lost' },
  lost: { win: 'won' },
  won: {},
})

/** A representment brings back the money of a dispute that was won. It is there from the moment the money is, and stays. */
export const representmentStates = stateMachine('represented', { represented: {} })

/**
 * How a row begins that nobody has asked for: the acquirer tells of it when its money has moved already. `overturn` is a
 * representment of what was lost before.
 */
export type DisputeBeginning = 'chargeBack' | 'represent' | 'overturn'

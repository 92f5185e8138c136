import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * A holder's claim that a payment was wrong. The operator raises it as a chargeback at the card network, and the holder is
 * credited until it is decided; one that cannot be raised is lost at once, and one that the holder no longer stands by is
 * withdrawn. `lost` and `won` are final: the network's own second chargeback is another dispute.
 */
export const disputeStates = stateMachine('submitted', {
  submitted: { raise: 'chargedBack', lose: 'lost', cancel: 'cancelled', withdraw: 'cancelled' },
  chargedBack: { win: 'won', lose: 'lost', withdraw: 'cancelled' },
  won: {},
  lost: {},
  cancelled: {},
})
export type DisputeStatus = StatusOf<typeof disputeStates>
export type DisputeAction = ActionOf<typeof disputeStates>

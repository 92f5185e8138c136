/**
 * Chargebacks: a holder disputes a payment with a card, the operator takes it to the card network, and the holder is
 * credited until it is decided.
 */
import './events.ts'
import './tables.ts'

export type { DisputesContext } from './context.ts'
export { type DecideDisputeInput, decideDispute } from './decide-dispute.ts'
export type { Dispute, Transition } from './dispute.ts'
export { type DisputeStatus, disputeStates } from './dispute-states.ts'
export { cardDisputeMetrics, countedCardDisputes } from './metrics.ts'
export { personal as personalOfChargebacks } from './personal.ts'
export { disputeRoutes } from './routes.ts'
export { disputeStaffRoutes } from './staff-routes.ts'
export { disputeMoves, findAnyDispute, historyOf, listDisputes, openDisputesOf } from './store.ts'

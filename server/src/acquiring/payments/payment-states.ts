import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'
import type { DisputeBeginning, disputeStates, representmentStates } from './dispute-states.ts'
import type { payoutStates } from './payout-states.ts'

/**
 * A payment's life. The words ending in -ing mean: we have asked, and until the answer is written nobody else may ask.
 * `uncertain` means that the answer was lost: nothing is guessed, a resolver finds out, and what nobody can vouch for is
 * reversed by our own key.
 */
export const paymentStates = stateMachine('authorizing', {
  authorizing: {
    approve: 'authorized',
    sell: 'captured',
    verify: 'verified',
    challenge: 'challenging',
    decline: 'failed',
    loseResponse: 'uncertain',
  },
  challenging: { completeChallenge: 'authorizing', abandon: 'failed' },
  uncertain: {
    approve: 'authorized',
    sell: 'captured',
    verify: 'verified',
    challenge: 'challenging',
    decline: 'failed',
    reverse: 'reversing',
  },
  reversing: { approve: 'authorized', sell: 'captured', verify: 'verified', reversed: 'failed' },
  authorized: { requestCapture: 'capturing', requestVoid: 'voiding' },
  capturing: { capture: 'captured', refuse: 'authorized' },
  voiding: { void: 'voided', refuse: 'authorized' },
  captured: { requestCancel: 'cancelling', refundWhole: 'refunded', dispute: 'disputed' },
  cancelling: { cancel: 'cancelled', refuse: 'captured' },
  verified: {},
  voided: {},
  cancelled: {},
  refunded: { dispute: 'disputed' },
  disputed: { clear: 'captured', clearRefunded: 'refunded', forfeit: 'chargedBack' },
  chargedBack: { dispute: 'disputed', clear: 'captured', clearRefunded: 'refunded' },
  failed: {},
})

/** A refund is a row of its own with a short life. */
export const refundStates = stateMachine('refunding', {
  refunding: { refund: 'refunded', refuse: 'failed' },
  refunded: {},
  failed: {},
})

export type PaymentStatus =
  | StatusOf<typeof paymentStates>
  | StatusOf<typeof refundStates>
  | StatusOf<typeof payoutStates>
  | StatusOf<typeof disputeStates>
  | StatusOf<typeof representmentStates>
export type PaymentAction =
  | ActionOf<typeof paymentStates>
  | ActionOf<typeof refundStates>
  | ActionOf<typeof payoutStates>
  | ActionOf<typeof disputeStates>
  | DisputeBeginning

/**
 * The statuses in which an attempt is under way; an order has at most one such payment (`one_attempt_at_a_time`), and one
 * that pays out has one payout at all (`paid_once`).
 */
export const underWay = [
  'authorizing',
  'challenging',
  'uncertain',
  'reversing',
  'crediting',
] as const satisfies readonly PaymentStatus[]

/** What has taken money or given it back, and counts in the batch of its day. What became of it later does not matter. */
export const settledInBatch = [
  'captured',
  'refunded',
  'disputed',
  'chargedBack',
  'opened',
  'won',
  'lost',
  'represented',
  'credited',
] as const satisfies readonly PaymentStatus[]

/** The public transaction statuses (wire fact 2.2) that this house uses. */
export type PublicStatus =
  | 'start'
  | '3d-pending'
  | 'in-progress'
  | 'complete-ok'
  | 'complete-failed'
  | 'void-ok'
  | 'cancel-ok'
  | 'refund-ok'
  | 'charge-back'
  | 'uncertain'

/** How each status is told to the world. Total: a new status cannot leak, it has to be given a public name here. */
export const publicStatus: Readonly<Record<PaymentStatus, PublicStatus>> = {
  authorizing: 'start',
  challenging: '3d-pending',
  uncertain: 'uncertain',
  reversing: 'uncertain',
  authorized: 'in-progress',
  capturing: 'in-progress',
  voiding: 'in-progress',
  captured: 'complete-ok',
  cancelling: 'complete-ok',
  verified: 'complete-ok',
  refunding: 'in-progress',
  refunded: 'refund-ok',
  voided: 'void-ok',
  cancelled: 'cancel-ok',
  disputed: 'charge-back',
  chargedBack: 'charge-back',
  opened: 'charge-back',
  lost: 'charge-back',
  won: 'charge-back',
  represented: 'complete-ok',
  crediting: 'in-progress',
  credited: 'complete-ok',
  failed: 'complete-failed',
}

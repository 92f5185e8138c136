import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * A payment's life. A status that ends in -ing means that a request was sent; until its result is recorded no other may
 * be. `uncertain` means that the response was lost: nothing is guessed, the resolver inquires, and what the acquirer
 * cannot tell is reversed by our own key. `captureFailed`: the money was captured, and the acquirer has taken it back by a capture
 * failure. It is the end: an authorization is captured once, and what follows of earlier refunds and disputes changes their
 * own rows.
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
  captured: {
    requestCancel: 'cancelling',
    refundWhole: 'refunded',
    dispute: 'disputed',
    failCapture: 'captureFailed',
  },
  cancelling: { cancel: 'cancelled', refuse: 'captured', failCapture: 'captureFailed' },
  verified: {},
  voided: {},
  cancelled: {},
  refunded: { dispute: 'disputed', refundReturned: 'captured', failCapture: 'captureFailed' },
  disputed: { clear: 'captured', clearRefunded: 'refunded', forfeit: 'chargedBack', failCapture: 'captureFailed' },
  chargedBack: { dispute: 'disputed', clear: 'captured', clearRefunded: 'refunded', failCapture: 'captureFailed' },
  captureFailed: {},
  failed: {},
})

/**
 * A refund is a row of its own with a short life. `returned`: it did not reach the cardholder, and its money came back by a
 * reinstatement.
 */
export const refundStates = stateMachine('refunding', {
  refunding: { refund: 'refunded', refuse: 'failed' },
  refunded: { comeBack: 'returned' },
  returned: {},
  failed: {},
})

/** A capture failure is the money of a capture that failed after it was done. It begins when the money is gone, and stays. */
export const captureFailureStates = stateMachine('captureFailed', { captureFailed: {} })

/** A reinstatement is the money of a refund or a payout that came back. It begins when the money is there, and stays. */
export const reinstatementStates = stateMachine('reinstated', { reinstated: {} })

export type PaymentStatus = StatusOf<typeof paymentStates>
export type RefundStatus = StatusOf<typeof refundStates>
/** The tables of these three are in the modules payouts and disputes; the column knows their statuses as well. */
export type PayoutStatus = 'crediting' | 'uncertain' | 'credited' | 'returned' | 'failed'
export type ChargebackStatus = 'opened' | 'won' | 'lost'
export type RepresentmentStatus = 'represented'
export type ReinstatementStatus = StatusOf<typeof reinstatementStates>
export type CaptureFailureStatus = StatusOf<typeof captureFailureStates>
export type TransactionStatus =
  | PaymentStatus
  | RefundStatus
  | PayoutStatus
  | ChargebackStatus
  | RepresentmentStatus
  | ReinstatementStatus
  | CaptureFailureStatus

export type PaymentAction = ActionOf<typeof paymentStates>
export type RefundAction = ActionOf<typeof refundStates>
const payoutActions = ['credit', 'decline', 'loseResponse', 'comeBack'] as const
const disputeActions = ['win', 'lose'] as const
const beginningActions = [
  'start',
  'chargeBack',
  'represent',
  'overturn',
  'reinstateRefund',
  'reinstatePayout',
  'reverseCapture',
] as const
export type PayoutAction = (typeof payoutActions)[number]
export type DisputeAction = (typeof disputeActions)[number]
/**
 * How a transaction begins. `start` records the intent of a request of ours; the others record what the acquirer
 * reports of money that has moved already. `overturn` is the representment of a chargeback that was lost before.
 */
export type BeginningAction = (typeof beginningActions)[number]
export type TransactionAction = PaymentAction | RefundAction | PayoutAction | DisputeAction | BeginningAction

/** Of transactions of all kinds, each once. */
export const transactionActions: readonly TransactionAction[] = [
  ...new Set<TransactionAction>([
    ...beginningActions,
    ...paymentStates.edges.map(({ action }) => action),
    ...refundStates.edges.map(({ action }) => action),
    ...payoutActions,
    ...disputeActions,
  ]),
]

/**
 * The statuses in which an attempt is under way; an order has at most one such payment (`one_attempt_at_a_time`), and
 * one that pays out has one payout at all (`paid_once`).
 */
export const underWay = [
  'authorizing',
  'challenging',
  'uncertain',
  'reversing',
  'crediting',
] as const satisfies readonly TransactionStatus[]

/** The money has moved and counts in the settlement batch of its day. What happened to it later does not matter. */
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
  'returned',
  'reinstated',
  'captureFailed',
] as const satisfies readonly TransactionStatus[]

/** Their money leaves us: it goes to the cardholder, or the acquirer takes it back. */
export const outgoing: ReadonlySet<string> = new Set(['refund', 'chargeback', 'credit', 'capture-failure'])

/** Whether money of this type of transaction comes to the merchant: it is earned in the batch that it is settled in. */
export const comesIn = (type: string): boolean => incoming.has(type)
const incoming: ReadonlySet<string> = new Set(['deposit', 'representment', 'reinstatement'])

/** The public transaction statuses (wire fact 2.2) that are used here. */
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

/** The public name of each status. It is total: a new status cannot leak, it has to be given a public name here. */
export const publicStatus: Readonly<Record<TransactionStatus, PublicStatus>> = {
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
  returned: 'complete-failed',
  reinstated: 'complete-ok',
  captureFailed: 'complete-failed',
  failed: 'complete-failed',
}

/** Those that are used here. */
export const publicStatuses: readonly PublicStatus[] = [...new Set(Object.values(publicStatus))]

/** Of transactions of all kinds. */
export const transactionStatuses = Object.keys(publicStatus) as readonly TransactionStatus[]

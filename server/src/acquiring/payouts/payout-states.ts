import { stateMachine } from '#kernel/base/state-machine.ts'

/**
 * A payout is a transaction of its own with a short life. `crediting` means that the request was sent; `uncertain`,
 * that its response was lost. Unlike a payment it is never reversed: what a customer received cannot be reclaimed, and
 * what they did not receive may still be on its way. It stays `uncertain` until the acquirer or an operator resolves it.
 * `returned`: it did not reach the customer after all, and its money came back by a reinstatement.
 */
export const payoutStates = stateMachine('crediting', {
  crediting: { credit: 'credited', decline: 'failed', loseResponse: 'uncertain' },
  uncertain: { credit: 'credited', decline: 'failed' },
  credited: { comeBack: 'returned' },
  returned: {},
  failed: {},
})

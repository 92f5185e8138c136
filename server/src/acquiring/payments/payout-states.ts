import { stateMachine } from '#kernel/base/state-machine.ts'

/**
 * A payout is a row of its own with a short life. `crediting` means that we have asked; `uncertain`, that the answer was
 * lost. Unlike a payment it is never reversed: what a customer was given cannot be taken back by us, and what they were
 * not given may still be on its way. It stays `uncertain` until somebody can say what became of it.
 */
export const payoutStates = stateMachine('crediting', {
  crediting: { credit: 'credited', decline: 'failed', loseResponse: 'uncertain' },
  uncertain: { credit: 'credited', decline: 'failed' },
  credited: {},
  failed: {},
})

import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * The life of a challenge (card-issuing, states): `initiated` when the holder is asked, `pending` when the shopper's browser
 * is at the bank's page. The holder may answer before that.
 */
export const challengeStates = stateMachine('initiated', {
  initiated: {
    open: 'pending',
    authorize: 'authorized',
    decline: 'declined',
    cancel: 'cancelled',
    expire: 'timeout',
    fail: 'failed',
  },
  pending: { authorize: 'authorized', decline: 'declined', cancel: 'cancelled', expire: 'timeout', fail: 'failed' },
  authorized: {},
  declined: {},
  cancelled: {},
  timeout: {},
  failed: {},
})
export type ChallengeStatus = StatusOf<typeof challengeStates>
export type ChallengeAction = ActionOf<typeof challengeStates>

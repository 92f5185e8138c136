import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * The life of a topup (product decision, topups). It is pending while its payment or its deposit is under way. Money that
 * arrives late is never lost: also an expired or a failed topup is completed then. What happens to the payment of a
 * completed one is no status of its own but a reversal.
 */
export const topupStates = stateMachine('created', {
  created: { begin: 'pending', complete: 'completed', fail: 'failed', expire: 'expired', cancel: 'cancelled' },
  pending: { complete: 'completed', fail: 'failed', expire: 'expired', cancel: 'cancelled' },
  completed: {},
  failed: { complete: 'completed' },
  expired: { complete: 'completed' },
  cancelled: {},
})
export type TopupState = StatusOf<typeof topupStates>
export type TopupAction = ActionOf<typeof topupStates>

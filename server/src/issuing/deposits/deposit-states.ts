import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * What is known of a transfer to one of our addresses. It is confirmed when enough blocks stand on its own. A
 * reorganisation drops its block, also after that; then it may be in another block, and counts its confirmations anew.
 * It is final when its block is older than all that are remembered.
 */
export const depositStates = stateMachine('seen', {
  seen: { confirm: 'confirmed', drop: 'orphaned' },
  confirmed: { drop: 'orphaned', finalise: 'final' },
  orphaned: { include: 'seen' },
  final: {},
})
export type DepositStatus = StatusOf<typeof depositStates>
export type DepositAction = ActionOf<typeof depositStates>

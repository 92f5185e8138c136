import { type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * What one person asks for and another approves. An approval is used once, by the commit of what was approved; until
 * then it can be withdrawn.
 */
export const approvalStates = stateMachine('requested', {
  requested: { approve: 'approved', reject: 'rejected', expire: 'expired' },
  approved: { use: 'used', reject: 'rejected', expire: 'expired' },
  rejected: {},
  expired: {},
  used: {},
})
export type ApprovalStatus = StatusOf<typeof approvalStates>

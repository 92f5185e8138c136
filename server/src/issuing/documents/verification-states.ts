import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * What becomes of one visit to our pages. A later one replaces it, whether it was handed in or not. When its time has come,
 * everything personal of it is deleted, and only that it was there is kept.
 */
export const verificationStates = stateMachine('open', {
  open: { handIn: 'handed_in', replace: 'replaced', delete: 'deleted' },
  handed_in: { replace: 'replaced', delete: 'deleted' },
  replaced: { delete: 'deleted' },
  deleted: {},
})
export type VerificationStatus = StatusOf<typeof verificationStates>
export type VerificationAction = ActionOf<typeof verificationStates>

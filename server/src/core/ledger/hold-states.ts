import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/** Money that is promised: held until it is taken (posted, in whole or in part) or let go (voided). */
export const holdStates = stateMachine('held', {
  held: { post: 'posted', void: 'voided' },
  posted: {},
  voided: {},
})
export type HoldStatus = StatusOf<typeof holdStates>
export type HoldAction = ActionOf<typeof holdStates>

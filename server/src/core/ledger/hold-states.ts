import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/** Reserved money: held until it is posted, in whole or in part, or voided. */
export const holdStates = stateMachine('held', {
  held: { post: 'posted', void: 'voided' },
  posted: {},
  voided: {},
})
export type HoldStatus = StatusOf<typeof holdStates>
export type HoldAction = ActionOf<typeof holdStates>

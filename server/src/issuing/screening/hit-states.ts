import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * Whether a person is who a list names. A person decides it, for good: what was decided holds for later versions of the
 * list, until the entry or the person's facts change. An open hit is superseded when the list changes its entry and the
 * new one is a hit again.
 */
export const hitStates = stateMachine('open', {
  open: { clear: 'false_positive', confirm: 'true_match', supersede: 'superseded' },
  false_positive: { reopen: 'open' },
  true_match: { reopen: 'open' },
  superseded: {},
})
export type HitStatus = StatusOf<typeof hitStates>
export type HitAction = ActionOf<typeof hitStates>

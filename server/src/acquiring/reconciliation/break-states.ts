import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * A difference between the report of an acquirer and the books. `resolve`: it is gone by itself, since what was missing
 * has come. `rejudge`: another row has settled its transaction, so its kind is `twice` from then on. `match`: a person knows
 * the transaction. `accept`: the acquirer is right. `writeOff`: the difference is ours.
 */
export const breakStates = stateMachine('open', {
  open: { resolve: 'resolved', rejudge: 'open', match: 'matched', accept: 'accepted', writeOff: 'writtenOff' },
  resolved: {},
  matched: {},
  accepted: {},
  writtenOff: {},
})
export type BreakStatus = StatusOf<typeof breakStates>
export type BreakAction = ActionOf<typeof breakStates>

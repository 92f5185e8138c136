import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * A bank account of a merchant. It is held for a set of reasons, and active again when the last is released. A returned payout holds it: nothing more is paid there until it is changed or released.
 */
export const bankAccountStates = stateMachine('active', {
  active: { hold: 'held', remove: 'removed' },
  held: { hold: 'held', release: 'active', remove: 'removed' },
  removed: {},
})
export type BankAccountStatus = StatusOf<typeof bankAccountStates>
export type BankAccountAction = ActionOf<typeof bankAccountStates>

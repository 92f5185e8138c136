import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * A payout to a merchant's bank account. `created` means that its money is set aside; `submitted`, that the bank has it or
 * may have it, so that it cannot be cancelled any more. Banks return transfers days after they were paid.
 */
export const merchantPayoutStates = stateMachine('created', {
  created: { submit: 'submitted', cancel: 'cancelled' },
  submitted: { pay: 'paid', fail: 'failed', return: 'returned' },
  paid: { return: 'returned' },
  // The bank has paid what it seemed to have refused: a person has seen it on the statement.
  failed: { pay: 'paid' },
  returned: {},
  cancelled: {},
})
export type PayoutStatus = StatusOf<typeof merchantPayoutStates>
export type PayoutAction = ActionOf<typeof merchantPayoutStates>

import { type Payout, type Transition, transitionTransaction } from '#acquiring/payments'
import { post } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import type { ActionOf } from '#kernel/base/state-machine.ts'
import { payoutStates } from './payout-states.ts'

/** The only way a payout changes status. */
export const transitionPayout = (
  now: Instant,
  payout: Payout,
  action: ActionOf<typeof payoutStates>,
  changes: Parameters<typeof transitionTransaction<Payout>>[3]['changes'],
): Transition<Payout> =>
  transitionTransaction(now, payout, action, {
    machine: payoutStates,
    changes,
    entries: ({ id, merchantId, captured }) =>
      action === 'credit' ? post(now, 'shopperPaidOut', `payment ${id}`, { merchantId, amount: captured }) : [],
  })

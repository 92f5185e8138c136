import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * An order's life, in the public names of wire fact 2.1. A purchase is `complete-ok` once it is paid. A recurring or
 * managed order is `in-progress` while it can be billed, and `complete-ok` when it has ended, for whatever reason: the
 * reason is stored beside it, because the status alone would read as success.
 */
export const orderStates = stateMachine('start', {
  start: { pay: 'complete-ok', reserve: 'in-progress', activate: 'in-progress', fail: 'complete-failed' },
  'in-progress': {
    pay: 'complete-ok',
    fail: 'complete-failed',
    failAttempt: 'retrying',
    cardExpires: 'expiring',
    end: 'complete-ok',
  },
  retrying: { recover: 'in-progress', end: 'complete-ok' },
  expiring: { renewCard: 'in-progress', failAttempt: 'retrying', end: 'complete-ok' },
  'complete-ok': {},
  'complete-failed': {},
})
export type OrderStatus = StatusOf<typeof orderStates>
export type OrderAction = ActionOf<typeof orderStates>

/** The actions that follow from whether the card expires before the next due date. */
export function expiryActions(status: OrderStatus, expires: boolean): OrderAction[] {
  if (expires) return status === 'expiring' ? [] : ['cardExpires']
  return status === 'expiring' ? ['renewCard'] : []
}

import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * A merchant that is closing takes no new payments. What runs is ended, and what is left is refunded, disputed and paid
 * out, until nothing is. One that came back is opened again, with its sites and keys.
 */
export const merchantStates = stateMachine('active', {
  active: { close: 'closing' },
  closing: { finish: 'closed', reopen: 'active' },
  closed: { reopen: 'active' },
})
export type MerchantStatus = StatusOf<typeof merchantStates>
export type MerchantAction = ActionOf<typeof merchantStates>

import { staffActions } from '#core/access'
import { type Merchant, merchantAfter } from '#core/directory'

/** What an operator does with a merchant. What can be paid out now is a matter of its balance. */
export const merchantActions = staffActions(
  {
    close: { permission: 'merchants:close', caller: 'operator' },
    reopen: { permission: 'merchants:close', caller: 'operator' },
  },
  ['merchant_state'],
)

export const merchantGuards = (merchant: Pick<Merchant, 'id' | 'status'>) => ({
  close: () => merchantAfter(merchant, 'close'),
  reopen: () => merchantAfter(merchant, 'reopen'),
})

import {
  type Order,
  requireBillable,
  requireCancellable,
  requireChangeable,
  requireEndable,
  requireKeepable,
} from '#acquiring/orders'
import type { Transaction } from '#acquiring/payments'
import { staffActions } from '#core/access'
import { requireDebt } from './bill-by-hand.ts'

const card = { permission: 'orders:change' } as const

/** What a merchant does with an order where it is a row among others. */
export const orderRowActions = staffActions({ card }, ['unexpected_order_status'])
export const orderRowGuards = (order: Order) => ({ card: () => requireBillable(order) })

/** What a merchant does with an order by hand: each way of ending it is a verb of its own. */
export const orderActions = staffActions(
  {
    card,
    change: { permission: 'orders:change' },
    bill: { permission: 'orders:bill' },
    keep: { permission: 'orders:cancel' },
    endNow: { permission: 'orders:cancel' },
    endWithPaidPeriod: { permission: 'orders:cancel' },
    endAfterNextBill: { permission: 'orders:cancel' },
  },
  [
    'unexpected_order_status',
    'order_not_billed_later',
    'order_not_recurring',
    'order_not_billed_again',
    'order_not_cancellable',
    'order_not_ending',
    'order_owes_nothing',
    'payment_in_progress',
    'payment_owed',
    'cancelled_by_customer',
  ],
)

export const orderGuards = (order: Order, transactions: readonly Transaction[]) => ({
  ...orderRowGuards(order),
  change: () => requireChangeable(order, 'nextDueDate'),
  // A managed order is billed by whatever amount is asked for.
  bill: () => (order.type === 'managed' ? requireBillable(order) : requireDebt(order)),
  keep: () => requireKeepable(order, 'merchant'),
  endNow: () => requireCancellable(order, transactions),
  endWithPaidPeriod: () => requireEndable(order, 'withPaidPeriod'),
  endAfterNextBill: () => requireEndable(order, 'afterNextBill'),
})

import type { MerchantId } from '#core/directory'
import type { Money } from '#kernel/base/money.ts'
import { accounts } from './accounts.ts'
import { credit, type Line } from './line.ts'

/** The shares of other merchants in a split payment; they move in the entry of the payment. None when left out. */
export type Shares = readonly { merchantId: MerchantId; amount: Money }[]

/** Money that comes to merchants. */
export type Earning = {
  merchantId: MerchantId
  amount: Money
  shares?: Shares
  /** False, and left out: it is booked as before there was `pending`, and counts at once. */
  waits?: boolean
}

/** Earnings of a merchant wait in `pending`; an amount below zero counts at once. */
export const earned = ({ waits = false }: Pick<Earning, 'waits'>, merchantId: MerchantId, amount: Money): Line =>
  credit(
    waits && amount.minor > 0n ? accounts.merchantPending(merchantId) : accounts.merchantPayable(merchantId),
    amount,
  )

import { balancesOf, type Hindered } from '#acquiring/merchant-payouts'
import { countSharingOrders, countUnfinishedOrders } from '#acquiring/orders'
import type { PaymentsContext } from '#acquiring/payments'
import type { MerchantId } from '#core/directory'
import { type Currency, type Money, money } from '#kernel/base/money.ts'

/** What is left of a merchant that closes. It is closed when nothing is. */
export type Left = {
  /** Orders that are billed later, or whose payment is under way or not captured yet. */
  orders: number
  /** Orders of other merchants that share what they bill with it. They do not keep it open: from its closing on the shares stay with them. */
  sharingOrders: number
  money: readonly LeftMoney[]
}
type LeftMoney = {
  currency: Currency
  /** Below zero, the merchant owes it. */
  owed: Money
  disputed: Money
  reserve: Money
  /** In payouts that the bank has not paid yet, and in refunds and payouts to cards that are under way. */
  leaving: Money
  /** Why nothing is paid to its bank account now. */
  hindrance: Hindered | undefined
}

export async function whatIsLeft(ctx: PaymentsContext, merchantId: MerchantId): Promise<Left> {
  const siteIds = await ctx.directory.siteIds(merchantId)
  const [orders, sharingOrders, balances] = await Promise.all([
    countUnfinishedOrders(ctx.db, siteIds),
    countSharingOrders(ctx.db, siteIds),
    balancesOf(ctx, merchantId),
  ])
  const left = balances.map(({ currency, payable: owed, disputed, reserve, onItsWay, outflows, hindrance }) => ({
    currency,
    owed,
    disputed,
    reserve,
    leaving: money(onItsWay.minor + outflows.minor, currency),
    hindrance,
  }))
  const isThere = ({ owed, disputed, reserve, leaving }: LeftMoney) =>
    [owed, disputed, reserve, leaving].some(({ minor }) => minor !== 0n)
  return { orders, sharingOrders, money: left.filter(isThere) }
}

export const isNothing = ({ orders, money: left }: Left): boolean => orders === 0 && left.length === 0

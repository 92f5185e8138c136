import { countMoney, termsOf } from '#acquiring/merchant-payouts'
import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'

/**
 * What a merchant can send to cards, in its terms: nothing while its payouts are on hold, and else what is available. Where
 * the terms say of no delay and no reserve, what waits for its batch alone counts too, as shops that pay winnings out of the
 * day's sales need it (decision 28); what was closed under other terms waits as these say. Never below zero. Counted while
 * the merchant is locked; throws `StaleWrite` as `countMoney`.
 */
export async function availableForPayouts(
  db: Db,
  input: { merchantId: MerchantId; currency: Currency; now: Instant },
): Promise<Money> {
  const [terms, counted] = await Promise.all([termsOf(db, input.merchantId), countMoney(db, input)])
  if (terms.holds.length > 0) return money(0n, input.currency)
  if (terms.delayDays > 0 || terms.reserve.basisPoints > 0) return counted.available
  const owed = counted.payable.minor - counted.closed.minor - counted.outflows.minor
  return money(owed > 0n ? owed : 0n, input.currency)
}

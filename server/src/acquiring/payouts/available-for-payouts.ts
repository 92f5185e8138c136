import { type PendingOutflows, pendingOutflows } from '#acquiring/payments'
import type { MerchantId } from '#core/directory'
import { accounts, balances } from '#core/ledger'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import { StaleWrite } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'

/**
 * What a merchant can pay out: what is owed to it, less the pending outflows; never below zero. No balance is stored for
 * this, so it is counted while the merchant is locked (`db.locked`), and payouts of one merchant are recorded in turn. A
 * sale only adds to what is owed, and a refund is not for a payout to stop (decision 28): neither waits.
 *
 * An outflow that is booked between the two readings would be in both or in neither, so the pending outflows are read
 * before and after the ledger; throws `StaleWrite` when they changed meanwhile.
 */
export async function availableForPayouts(
  db: Db,
  { merchantId, currency }: { merchantId: MerchantId; currency: Currency },
): Promise<Money> {
  const before = await pendingOutflows(db, merchantId, currency)
  const account = accounts.merchantPayable(merchantId)
  const owed = (await balances(db, account)).find((one) => one.account === account && one.currency === currency)
  const after = await pendingOutflows(db, merchantId, currency)
  if (!areSame(before, after))
    throw new StaleWrite(`outflows of merchant ${merchantId} changed while they were counted`)
  const available = -(owed?.minor ?? 0n) - before.minor
  return money(available > 0n ? available : 0n, currency)
}

const areSame = (before: PendingOutflows, after: PendingOutflows): boolean => before.ids === after.ids

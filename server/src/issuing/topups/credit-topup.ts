import type { MerchantId } from '#core/directory'
import { accounts, guardedBalanceOf, post } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import { compare } from '#kernel/base/money.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { creditOf, type Topup } from './topup.ts'

/**
 * The entry of a completed topup. What the holder owes is recovered first, so it is read while the account is locked: two
 * topups at once would recover it twice.
 */
export async function creditTopup(
  db: Db,
  now: Instant,
  { topup, merchantId }: { topup: Topup; merchantId: MerchantId },
): Promise<Write[]> {
  const { id, accountId, amount, fee } = topup
  const recovered = await recoverable(db, topup, creditOf(topup))
  return post(now, 'topupCompleted', id, { accountId, merchantId, amount, fee, recovered })
}

/** What of an amount goes to a debt of the holder. */
export async function recoverable(db: Db, { accountId }: Pick<Topup, 'accountId'>, amount: Money): Promise<Money> {
  const owed = await guardedBalanceOf(db, accounts.holderOwed(accountId), amount.currency)
  return compare(owed, amount) < 0 ? owed : amount
}

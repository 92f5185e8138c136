import { sql } from 'kysely'
import type { MerchantId } from '#core/directory'
import { accounts, balances } from '#core/ledger'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import { StaleWrite } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'

/** What a merchant can pay out, and whose turn it is to promise it. */
export type PayoutLock = {
  /** The merchant's id. */
  id: bigint
  /** It rises with every promise of a payout; 0 before the first. */
  version: number
  /** What is owed to the merchant less what is promised away; never below zero. */
  available: Money
}

/**
 * Counts what a merchant can pay out. No balance is kept for this: payouts of one merchant take turns by the version, and
 * nobody else waits for anybody. A sale only adds to what is owed, and a refund is not for a payout to stop (decision 28).
 *
 * What was promised is looked at before and after the books, since it moves from one to the other when it is booked;
 * throws `StaleWrite` when it did so meanwhile.
 */
export async function payoutLockOf(
  db: Db,
  { merchantId, currency }: { merchantId: MerchantId; currency: Currency },
): Promise<PayoutLock> {
  const recorded = await pendingOutflows(db, merchantId, currency)
  const account = accounts.merchantPayable(merchantId)
  const owed = (await balances(db, account)).find((one) => one.account === account && one.currency === currency)
  const after = await pendingOutflows(db, merchantId, currency)
  if (recorded.version !== after.version || recorded.ids !== after.ids)
    throw new StaleWrite(`the purse of merchant ${merchantId} was used while it was counted`)
  const available = -(owed?.minor ?? 0n) - recorded.minor
  return {
    id: BigInt(merchantId),
    version: recorded.version,
    available: money(available > 0n ? available : 0n, currency),
  }
}

type PendingOutflow = { version: number; ids: string; minor: bigint }

/** Payouts, refunds and cancellations that are asked for and not booked. Their fees are left out, so it is rather too much. */
async function pendingOutflows(db: Db, merchantId: MerchantId, currency: Currency): Promise<PendingOutflow> {
  const row = await db.read
    .selectFrom('payments.payments')
    .select([
      sql<string>`coalesce(string_agg(id::text, ' ' order by id), '')`.as('ids'),
      sql<bigint>`coalesce(sum(minor), 0)::bigint`.as('minor'),
      ({ selectFrom }) =>
        selectFrom('payments.payout_locks').select('version').where('id', '=', BigInt(merchantId)).as('version'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .where('status', 'in', ['crediting', 'uncertain', 'refunding', 'cancelling'])
    .where((or) => or.or([or('type', '=', 'credit'), or('status', '<>', 'uncertain')]))
    .executeTakeFirstOrThrow()
  return { ...row, version: row.version ?? 0 }
}

import { type PendingOutflows, pendingOutflows } from '#acquiring/payments'
import type { MerchantId } from '#core/directory'
import { accounts, balances } from '#core/ledger'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import { insert, StaleWrite, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'

/** What a merchant can pay out, and the version that lets one payout at a time rely on it. */
export type PayoutLock = {
  /** The merchant's id. */
  id: bigint
  /** It rises with every recorded intent of a payout; 0 before the first. */
  version: number
  /** What is owed to the merchant less the pending outflows; never below zero. */
  available: Money
}

/**
 * Counts what a merchant can pay out. No balance is stored for this: payouts of one merchant take turns by the version, and
 * nothing else waits. A sale only adds to what is owed, and a refund is not for a payout to stop (decision 28).
 *
 * The pending outflows are read before and after the ledger, since they move from one to the other when they are booked;
 * throws `StaleWrite` when they did so meanwhile. The version is read before both, so a payout recorded after that makes
 * the commit stale.
 */
export async function payoutLockOf(
  db: Db,
  { merchantId, currency }: { merchantId: MerchantId; currency: Currency },
): Promise<PayoutLock> {
  const id = BigInt(merchantId)
  const version = await versionOf(db, id)
  const before = await pendingOutflows(db, merchantId, currency)
  const account = accounts.merchantPayable(merchantId)
  const owed = (await balances(db, account)).find((one) => one.account === account && one.currency === currency)
  const after = await pendingOutflows(db, merchantId, currency)
  if (!areSame(before, after))
    throw new StaleWrite(`outflows of merchant ${merchantId} changed while they were counted`)
  const available = -(owed?.minor ?? 0n) - before.minor
  return { id, version, available: money(available > 0n ? available : 0n, currency) }
}

const areSame = (before: PendingOutflows, after: PendingOutflows): boolean => before.ids === after.ids

async function versionOf(db: Db, id: bigint): Promise<number> {
  const row = await db.read.selectFrom('payouts.locks').select('version').where('id', '=', id).executeTakeFirst()
  return row?.version ?? 0
}

/** Takes the next turn of the merchant's payouts; goes stale, or meets the key `locks_pkey`, if another took it. */
export const takeTurn = ({ id, version }: PayoutLock): Write =>
  version === 0
    ? insert('payouts.locks', { id, version: 1 })
    : update('payouts.locks', { set: { version: version + 1 }, where: { id, version } })

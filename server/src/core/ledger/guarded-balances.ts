import assert from 'node:assert/strict'
import { type Currency, type Money, money, zero } from '#kernel/base/money.ts'
import { guard, insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { isGuarded } from './accounts.ts'

/**
 * The beginning of an account that may not go below zero: for the commit that opens it, before anything is posted to
 * it.
 */
export function openGuardedBalance(account: string, currency: Currency): Write {
  assert(isGuarded(account), `${account} may go below zero and keeps no balance`)
  return insert('ledger.guarded_balances', { account, currency, minor: 0n })
}

/** What can be taken from an account that may not go below zero; nothing from one that was never opened. */
export async function guardedBalanceOf(db: Reader, account: string, currency: Currency): Promise<Money> {
  const row = await db.read
    .selectFrom('ledger.guarded_balances')
    .select('minor')
    .where('account', '=', account)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return row ? money(row.minor, currency) : zero(currency)
}

/** The same of many accounts at once, by account. */
export async function guardedBalancesOf(db: Reader, accounts: readonly string[]): Promise<ReadonlyMap<string, Money>> {
  const rows = await db.run('select account, currency, minor from ledger.guarded_balances where account = any($1)', [
    accounts,
  ])
  return new Map(
    (rows as { account: string; currency: Currency; minor: bigint }[]).map(({ account, currency, minor }) => [
      account,
      money(minor, currency),
    ]),
  )
}

/** The account still has exactly this balance: for a commit that rests on it. */
export const guardBalance = (account: string, balance: Money): Write =>
  guard('ledger.guarded_balances', { account, currency: balance.currency, minor: balance.minor })

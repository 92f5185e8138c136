import { guard, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { BankAccount } from './bank-account.ts'
import type { MerchantPayout } from './payout.ts'
import { findBankAccount } from './store.ts'
import { termsOf } from './terms.ts'

/**
 * The account that the bank is to pay, unless the account is held or removed by now, or payouts to the merchant are on
 * hold: what was set aside before stays until it is released or cancelled. The guards belong to the commit that submits the
 * payout, so that a hold at the same moment counts.
 */
export async function maySubmit(
  db: Db,
  { merchantId, bankAccountId }: MerchantPayout,
): Promise<{ account: BankAccount; guards: Write[] } | undefined> {
  const [account, { holdReason, version }] = await Promise.all([
    findBankAccount(db, { merchantId, id: bankAccountId }),
    termsOf(db, merchantId),
  ])
  if (account?.status !== 'active' || holdReason !== undefined) return undefined
  const unchanged = guard('merchant_payouts.bank_accounts', { id: account.id, version: account.version })
  const terms = guard('merchant_payouts.terms', { id: BigInt(merchantId), version })
  return { account, guards: version === 0 ? [unchanged] : [unchanged, terms] }
}

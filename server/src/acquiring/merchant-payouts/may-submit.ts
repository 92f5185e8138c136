import type { Db } from '#kernel/db/db.ts'
import type { BankAccount } from './bank-account.ts'
import type { MerchantPayoutId } from './ids.ts'
import type { MerchantPayout } from './payout.ts'
import { currentBankAccounts } from './store.ts'
import { termsOfMerchants } from './terms.ts'

/**
 * The payouts that may be given to the bank now, with the account of each: it counts still and is not held, and payouts to
 * the merchant are not on hold. What was set aside before stays until then, or until it is cancelled.
 *
 * Read it while the merchants are locked, as all that changes terms and accounts does: what was decided a moment before counts.
 */
export async function maySubmit(
  db: Db,
  payouts: readonly MerchantPayout[],
): Promise<ReadonlyMap<MerchantPayoutId, BankAccount>> {
  const merchantIds = [...new Set(payouts.map(({ merchantId }) => merchantId))]
  if (merchantIds.length === 0) return new Map()
  const [accounts, terms] = await Promise.all([currentBankAccounts(db, merchantIds), termsOfMerchants(db, merchantIds)])
  return new Map(
    payouts.flatMap(({ id, merchantId, bankAccountId }) => {
      const account = accounts.find((current) => current.id === bankAccountId)
      const isHeld = account?.status !== 'active' || terms.get(merchantId)?.holdReason !== undefined
      return isHeld ? [] : [[id, account]]
    }),
  )
}

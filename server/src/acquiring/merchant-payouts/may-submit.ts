import type { Db } from '#kernel/db/db.ts'
import type { BankAccount } from './bank-account.ts'
import type { MerchantPayoutId } from './ids.ts'
import type { MerchantPayout } from './payout.ts'
import { currentBankAccounts } from './store.ts'
import { termsOfMerchants } from './terms.ts'

/**
 * Whether a payout can be given to the bank now, to which account; it waits while its account is held or payouts to the merchant
 * are on hold; and when another account has taken the place of its own, or that was removed, it never can.
 */
type Standing = { may: 'submit'; account: BankAccount } | { may: 'wait' } | { may: 'never' }

/** Read it while the merchants are locked, as all that changes terms and accounts does: what was decided a moment before counts. */
export async function maySubmit(
  db: Db,
  payouts: readonly MerchantPayout[],
): Promise<ReadonlyMap<MerchantPayoutId, Standing>> {
  const merchantIds = [...new Set(payouts.map(({ merchantId }) => merchantId))]
  if (merchantIds.length === 0) return new Map()
  const [accounts, terms] = await Promise.all([currentBankAccounts(db, merchantIds), termsOfMerchants(db, merchantIds)])
  const standingOf = ({ merchantId, bankAccountId }: MerchantPayout): Standing => {
    const account = accounts.find((current) => current.id === bankAccountId)
    if (!account) return { may: 'never' }
    const isHeld = account.status === 'held' || terms.get(merchantId)!.holds.length > 0
    return isHeld ? { may: 'wait' } : { may: 'submit', account }
  }
  return new Map(payouts.map((payout) => [payout.id, standingOf(payout)]))
}

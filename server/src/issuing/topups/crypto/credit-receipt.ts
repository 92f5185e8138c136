import { post } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, subtract } from '#kernel/base/money.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { recoverable } from '../credit-topup.ts'
import type { Topup } from '../topup.ts'
import { topupStates } from '../topup-states.ts'
import { transitionTopup } from '../transition-topup.ts'
import type { CoinRate, Receipt } from './quote.ts'
import { transitionReceipt } from './transition-receipt.ts'

export type Credit = {
  topup: Topup
  receipt: Receipt
  amount: Money
  fee: Money
  /** For what was not ordered. */
  rate: CoinRate | undefined
  by: { actor: string; fromWhere: string }
  reason?: string | undefined
}

/**
 * Credits a deposit: its receipt, the entry, and the topup, in one commit, made while the account is locked. What the
 * holder owes is recovered first.
 */
export async function creditReceipt(db: Db, now: Instant, credit: Credit): Promise<Write[]> {
  const { topup, receipt, amount, fee, rate, by, reason } = credit
  const { accountId } = topup
  const recovered = await recoverable(db, topup, subtract(amount, fee))
  // One that is completed already stays so: this is more of it.
  const completes = topupStates.next(topup.status, 'complete') !== undefined
  return [
    ...transitionReceipt(now, topup, receipt, {
      action: 'credit',
      by,
      reason,
      credited: { amount, fee, recovered },
      rate,
      isQuiet: completes,
    }),
    ...post(now, 'coinsCredited', receipt.id, { accountId, amount, fee, recovered }),
    ...(completes ? transitionTopup(now, topup, { action: 'complete', actor: by.actor }) : []),
  ]
}

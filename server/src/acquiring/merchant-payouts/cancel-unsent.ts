import type { Author, MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { BankAccountId } from './ids.ts'
import type { MerchantPayout } from './payout.ts'
import { payoutsNotSent } from './store.ts'
import { transitionPayout } from './transition-payout.ts'

type Input = {
  by: Pick<Author, 'actor'>
  merchantId: MerchantId
  currency: Currency
  /** Undefined: whatever account they go to. */
  bankAccountId?: BankAccountId
  because: 'replaced' | 'removed'
}

/**
 * For the commit that replaces or removes a bank account: payouts that were not given to the bank are cancelled, and the
 * merchant is owed their money again. The merchant is locked, so that none is sent or made at the same moment.
 */
export async function planCancelled(
  db: Db,
  now: Instant,
  { by, because, bankAccountId, ...of }: Input,
): Promise<readonly Write[]> {
  const payouts = await payoutsNotSent(db, of)
  return payouts
    .filter((payout) => bankAccountId === undefined || payout.bankAccountId === bankAccountId)
    .flatMap((payout) => cancelPayout(now, payout, because, by))
}

export const cancelPayout = (
  now: Instant,
  payout: MerchantPayout,
  because: Input['because'],
  by: Input['by'],
): readonly Write[] => transitionPayout(now, payout, 'cancel', { by, note: `its bank account was ${because}` })

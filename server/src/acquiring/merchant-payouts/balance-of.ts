import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import { decide } from '#kernel/db/commit/commit.ts'
import type { BankAccount } from './bank-account.ts'
import type { MerchantPayoutsContext } from './context.ts'
import { type Counted, countMoney, currenciesOf } from './count-money.ts'
import { statusOf } from './create-payout.ts'
import { type Hindered, hindered, reasonOf } from './hindrance.ts'
import { currentBankAccount } from './store.ts'
import { termsOf } from './terms.ts'

export type MerchantBalance = Counted & {
  currency: Currency
  bankAccount: BankAccount | undefined
  /** The next day of the schedule. */
  nextPayoutAt: Instant | undefined
  /** Why nothing would be paid at this moment. */
  hindrance: Hindered | undefined
}

/** What a merchant is owed, in each currency in which anything was ever booked for it. */
export async function balancesOf(
  ctx: Pick<MerchantPayoutsContext, 'db' | 'clock' | 'directory'>,
  merchantId: MerchantId,
): Promise<MerchantBalance[]> {
  const [merchantStatus, terms, currencies] = await Promise.all([
    statusOf(ctx, merchantId),
    termsOf(ctx.db, merchantId),
    currenciesOf(ctx.db, merchantId),
  ])
  const now = ctx.clock.now()
  return Promise.all(
    currencies.map(async (currency) => {
      const counted = await decide(() => countMoney(ctx.db, { merchantId, currency, now }))
      const bankAccount = await currentBankAccount(ctx.db, { merchantId, currency })
      const facts = { now, merchantStatus, terms, bankAccount, counted }
      const code = reasonOf(facts)
      const hindrance = code && hindered(code, facts)
      return { ...counted, currency, bankAccount, nextPayoutAt: terms.dueAt, hindrance }
    }),
  )
}

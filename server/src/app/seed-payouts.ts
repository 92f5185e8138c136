import { addBankAccount, bankAccountsOf, changeTerms, type MerchantPayoutsContext } from '#acquiring/merchant-payouts'
import { clearedByRule } from '#core/access'
import type { MerchantId } from '#core/directory'
import { by, oneAtATime } from './seed.ts'

/**
 * The bakery of staging is paid every day to a bank account, of which a tenth is held back for a month. Doing it again
 * finds what is there.
 */
export const seedPayouts = (ctx: MerchantPayoutsContext, merchantId: MerchantId): Promise<void> =>
  oneAtATime(ctx.db, 'seedPayouts', async () => {
    if ((await bankAccountsOf(ctx.db, merchantId)).length > 0) return
    // At a first start there is no person yet who could approve it.
    const approvals = { ...ctx.approvals, require: async () => clearedByRule }
    const atOnce = { ...ctx, bankAccountWait: Temporal.Duration.from('PT0S'), approvals }
    const changes = {
      schedule: 'daily',
      timeZone: 'Europe/Bucharest',
      reserveBasisPoints: 1_000,
      reserveDays: 30,
    }
    await changeTerms(ctx, { by, merchantId, changes })
    const account = { currency: 'EUR', holderName: 'Crumb & Co. SRL', iban: 'RO49AAAA1B31007593840000' } as const
    await addBankAccount(atOnce, { by, merchantId, ...account })
  })

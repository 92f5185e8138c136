import type { StaffAuthor } from '#core/access'
import { merchantLock } from '#core/directory'
import { planStaffEmails } from '#core/staff-emails'
import type { Money } from '#kernel/base/money.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { transitionBankAccount } from './change-bank-account.ts'
import type { MerchantPayoutsContext } from './context.ts'
import type { MerchantPayoutId } from './ids.ts'
import { emailOfReturnedPayout } from './returned-email.ts'
import { findBankAccount, findPayout, hasFailed } from './store.ts'
import { transitionPayout } from './transition-payout.ts'

export type Returned = {
  by: StaffAuthor
  reason: string
  bankReference?: string | undefined
  /** The part that banks have kept; undefined: nothing. */
  bankCharge?: Money | undefined
  /** What came back by the statement of the bank; undefined: no statement says it. */
  received?: Money | undefined
  /** Of an operator, the audit entry. */
  alongside?: readonly Write[]
}

/**
 * The bank has sent a payout back: the merchant is owed all of it again, whatever banks have kept, and its bank account is held, so that the same
 * does not happen with the next payout; the merchant's staff receive an email. Once the account is changed or released, the money is paid with what is due then.
 */
export const returnPayout = (
  ctx: MerchantPayoutsContext,
  id: MerchantPayoutId,
  { by, reason, bankReference, bankCharge, received, alongside = [] }: Returned,
): Promise<void> =>
  decide(async () => {
    const payout = (await findPayout(ctx.db, id))!
    if (payout.status === 'returned' && alongside.length === 0) return
    await ctx.db.locked([merchantLock(payout.merchantId)], { name: 'return-payout' }, async (db) => {
      const now = ctx.clock.now()
      const account = await findBankAccount(db, { merchantId: payout.merchantId, id: payout.bankAccountId })
      const hold = { action: 'hold', by: { ...by, reason: `payout ${id} was returned: ${reason}` } } as const
      const email = account && emailOfReturnedPayout(payout, account, reason)
      const writes = [
        ...transitionPayout(now, payout, 'return', {
          by,
          note: reason,
          bankReference,
          bankCharge,
          received,
          hasFailed: await hasFailed(db, id),
        }),
        ...(account && account.status !== 'removed' ? transitionBankAccount(now, account, hold) : []),
        ...(ctx.sendsEmails && email ? await planStaffEmails({ db }, now, email) : []),
        ...alongside,
      ]
      await commit({ ...ctx, db }, now, writes, 'return-payout')
    })
    ctx.log.warn(
      { merchant: String(payout.merchantId), merchantPayout: String(id), reason },
      'a payout to a merchant was returned; its bank account is held',
    )
  })

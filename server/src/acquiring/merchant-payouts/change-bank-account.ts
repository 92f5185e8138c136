import { checkReason, type StaffAuthor } from '#core/access'
import { auditEntry, type MerchantId, merchantLock, merchantOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import type { BankAccount } from './bank-account.ts'
import { type BankAccountAction, bankAccountStates } from './bank-account-states.ts'
import { planCancelled } from './cancel-unsent.ts'
import type { MerchantPayoutsContext } from './context.ts'
import type { BankAccountId } from './ids.ts'
import { refuse } from './refusals.ts'
import { findBankAccount } from './store.ts'

type BankAccountChange = {
  by: StaffAuthor
  merchantId: MerchantId
  id: BankAccountId
  action: BankAccountAction
}

/**
 * Holds, releases or removes a bank account, as the operator. Payouts to one that is removed are cancelled, unless the bank has
 * them; the one that it had replaced counts only when it is added again.
 */
export const changeBankAccount = (
  ctx: MerchantPayoutsContext,
  { by: author, merchantId, id, action }: BankAccountChange,
): Promise<BankAccount> =>
  decide(async () => {
    const by = { ...author, reason: checkReason(author.reason) }
    await ctx.db.locked([merchantLock(merchantId)], { name: 'change-bank-account' }, async (tx) => {
      const account = await findBankAccount(tx, { merchantId, id })
      if (!account) throw refuse('bank_account_not_found', { bankAccountId: id })
      const now = ctx.clock.now()
      const changed = transitionBankAccount(now, account, { action, by })
      const of = { by, merchantId, currency: account.currency, bankAccountId: id, because: 'removed' } as const
      const cancelled = action === 'remove' ? await planCancelled(tx, now, of) : []
      await commit({ ...ctx, db: tx }, now, [...changed, ...cancelled], 'change-bank-account')
    })
    return (await findBankAccount(ctx.db, { merchantId, id }))!
  })

/** The only way a bank account changes its status, for the commit of what changes it. */
export function transitionBankAccount(
  now: Instant,
  account: BankAccount,
  { action, by }: { action: BankAccountAction; by: StaffAuthor },
): Write[] {
  const { id, version, status: from, merchantId } = account
  const status = bankAccountStates.next(from, action)
  if (!status) throw refuse('bank_account_state', { bankAccountId: id, status: from })
  const hold_reason = status === 'held' ? (by.reason ?? action) : null
  return [
    update('merchant_payouts.bank_accounts', {
      set: { status, hold_reason, version: version + 1 },
      where: { id, version },
    }),
    auditEntry(now, by, {
      action: 'bankAccountChanged',
      owner: merchantOwner(merchantId),
      subject: { type: 'bankAccount', id },
      before: { status: from },
      after: { status },
    }),
  ]
}

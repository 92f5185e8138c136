import { checkReason, type StaffAuthor } from '#core/access'
import { auditEntry, type MerchantId, merchantLock, merchantOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import type { BankAccount } from './bank-account.ts'
import { type BankAccountAction, bankAccountStates } from './bank-account-states.ts'
import { planCancelled } from './cancel-unsent.ts'
import type { MerchantPayoutsContext } from './context.ts'
import { columnOf, describeHolds, type Holds, withHold, withoutHold } from './holds.ts'
import type { BankAccountId } from './ids.ts'
import { refuse } from './refusals.ts'
import { findBankAccount } from './store.ts'

type BankAccountChange = {
  by: StaffAuthor
  merchantId: MerchantId
  id: BankAccountId
  action: BankAccountAction
  /** Which hold a release ends; may be left out where there is one. */
  holdReason?: string | undefined
}

/**
 * Holds, releases or removes a bank account, as the operator. Payouts to one that is removed are cancelled, unless the bank has
 * them; the one that it had replaced counts only when it is added again.
 */
export const changeBankAccount = (
  ctx: MerchantPayoutsContext,
  { by: author, merchantId, id, action, holdReason }: BankAccountChange,
): Promise<BankAccount> =>
  decide(async () => {
    const by = { ...author, reason: checkReason(author.reason) }
    await ctx.db.locked([merchantLock(merchantId)], { name: 'change-bank-account' }, async (tx) => {
      const account = await findBankAccount(tx, { merchantId, id })
      if (!account) throw refuse('bank_account_not_found', { bankAccountId: id })
      const now = ctx.clock.now()
      const changed = transitionBankAccount(now, account, { action, by, holdReason })
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
  { action, by, holdReason }: Pick<BankAccountChange, 'action' | 'by' | 'holdReason'>,
): Write[] {
  const { id, version, status: from, merchantId } = account
  const next = bankAccountStates.next(from, action)
  if (!next) throw refuse('bank_account_state', { bankAccountId: id, status: from })
  const holds = holdsAfter(account, action, { reason: by.reason ?? action, holdReason })
  const status = next === 'active' && holds.length > 0 ? 'held' : next
  return [
    update('merchant_payouts.bank_accounts', {
      set: { status, hold_reason: columnOf(holds), version: version + 1 },
      where: { id, version },
    }),
    auditEntry(now, by, {
      action: 'bankAccountChanged',
      owner: merchantOwner(merchantId),
      subject: { type: 'bankAccount', id },
      before: { status: from, holdReason: describeHolds(account.holds) },
      after: { status, holdReason: describeHolds(holds) },
    }),
  ]
}

function holdsAfter(
  { holds }: BankAccount,
  action: BankAccountAction,
  { reason, holdReason }: { reason: string; holdReason: string | undefined },
): Holds {
  if (action === 'remove') return []
  return action === 'hold' ? withHold(holds, reason) : withoutHold(holds, holdReason)
}

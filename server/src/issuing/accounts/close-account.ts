import { guardBalance } from '#core/ledger'
import { holderOwner } from '#issuing/holders'
import type { AccountId, HolderId } from '#issuing/ids'
import { formatMoney, zero } from '#kernel/base/money.ts'
import { announce, commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import { type Account, ledgerAccountOf } from './account.ts'
import type { AccountsContext } from './context.ts'
import { refuse } from './refusals.ts'
import { findAccount, fundsOf } from './store.ts'

/**
 * Closes an account that is not needed any more: it has no balance, no holds, no open cards, and no topups or disputes
 * under way (product decision, accounts). The zero balance is guarded, so that money which arrives at the same moment finds the account open, or
 * keeps it open.
 */
export const closeAccount = (
  ctx: AccountsContext,
  { holderId, id, once }: { holderId: HolderId; id: AccountId; once(subjectId: string): Write[] },
): Promise<Account> =>
  decide(async () => {
    const account = await findAccount(ctx.db, holderId, id)
    if (!account) throw refuse('account_not_found', { accountId: id })
    if (account.status === 'closed') throw refuse('account_closed', { allowed: [] })
    const [{ balance, held }, cards, topups, disputes] = await Promise.all([
      fundsOf(ctx.db, account),
      ctx.openCardsOf(id),
      ctx.openTopupsOf(id),
      ctx.openDisputesOf(id),
    ])
    const { currency } = account
    if (held.minor !== 0n) throw refuse('account_has_holds', { held: formatMoney(held), currency })
    if (balance.minor !== 0n) throw refuse('account_not_empty', { balance: formatMoney(balance), currency })
    if (topups > 0) throw refuse('account_has_topups', { count: topups })
    if (disputes > 0) throw refuse('account_has_disputes', { count: disputes })
    if (cards > 0) throw refuse('account_has_cards', { count: cards })
    const now = ctx.clock.now()
    const writes = [
      update('accounts.accounts', {
        set: { status: 'closed', closed_at: now, version: account.version + 1 },
        where: { id, version: account.version },
      }),
      guardBalance(ledgerAccountOf(id), zero(currency)),
      announce('accountClosed', {
        owner: holderOwner(holderId),
        subjectId: id,
        body: { accountId: id },
        subject: undefined,
      }),
      ...once(id),
    ]
    await commit(ctx, now, writes, 'close-account')
    return { ...account, status: 'closed', closedAt: now }
  })

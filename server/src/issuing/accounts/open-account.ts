import { openGuardedBalance } from '#core/ledger'
import type { PartnerId } from '#core/partners'
import { holderOwner } from '#issuing/holders'
import { type AccountId, type HolderId, newAccountId } from '#issuing/ids'
import { keepStanding } from '#issuing/kyc'
import type { Currency } from '#kernel/base/money.ts'
import { announce, commit, decide, increase, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { type Account, ledgerAccountOf, owedAccountOf } from './account.ts'
import type { AccountsContext } from './context.ts'
import { refuse } from './refusals.ts'
import { findOpenAccount } from './store.ts'

export type OpenAccountInput = {
  partnerId: PartnerId
  holderId: HolderId
  currency: Currency
  once(subjectId: string): Write[]
}

/** A new account of an approved holder, who has one open account for each currency. */
export const openAccount = (ctx: AccountsContext, input: OpenAccountInput): Promise<Account> =>
  decide(() => tryToOpen(ctx, input))

async function tryToOpen(ctx: AccountsContext, input: OpenAccountInput): Promise<Account> {
  const { partnerId, holderId, currency } = input
  const standing = await keepStanding(ctx.db, holderId, 'open an account')
  const existing = await findOpenAccount(ctx.db, holderId, currency)
  if (existing) throw exists(currency, existing.id)
  const now = ctx.clock.now()
  const id = newAccountId()
  const row = { id, holder_id: holderId, partner_id: partnerId, currency, created_at: now, closed_at: null }
  const writes = [
    ...standing,
    insert(
      'accounts.accounts',
      { ...row, status: 'active' as const },
      { onDuplicate: { one_open_account: () => exists(currency) } },
    ),
    openGuardedBalance(ledgerAccountOf(id), currency),
    openGuardedBalance(owedAccountOf(id), currency),
    announce('accountOpened', {
      owner: holderOwner(holderId),
      subjectId: id,
      body: { accountId: id, currency },
      subject: undefined,
    }),
    ...input.once(id),
  ]
  await commit(ctx, now, writes, 'open-account')
  return { id, version: 1, holderId, currency, status: 'active', createdAt: now, closedAt: undefined }
}

/** For a commit that gives the account a card: it is open, and one that closes it at the same moment reads again. */
export const keepOpen = ({ id }: Pick<Account, 'id'>): Write =>
  update('accounts.accounts', { set: { version: increase(1n) }, where: { id, status: 'active' } })

const exists = (currency: Currency, accountId?: AccountId) =>
  refuse('account_exists', { field: 'currency', currency, accountId: accountId ?? 'opened a moment ago' })

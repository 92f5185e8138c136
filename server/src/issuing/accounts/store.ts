import { guardedBalanceOf, heldOf } from '#core/ledger'
import type { AccountId, HolderId } from '#issuing/ids'
import { add, type Currency } from '#kernel/base/money.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import type { RowLocks } from '#kernel/db/locked.ts'
import { type Account, type Funds, ledgerAccountOf } from './account.ts'

const accounts = (db: Reader) =>
  db.read
    .selectFrom('accounts.accounts')
    .select([
      'id',
      'version',
      'holder_id as holderId',
      'currency',
      'status',
      'created_at as createdAt',
      'closed_at as closedAt',
    ])
type Row = Omit<Account, 'closedAt'> & { closedAt: Account['createdAt'] | null }
const accountOf = ({ closedAt, ...row }: Row): Account => ({ ...row, closedAt: closedAt ?? undefined })

/** The account, when it is one of this holder. */
export async function findAccount(db: Reader, holderId: HolderId, id: AccountId): Promise<Account | undefined> {
  const row = await accounts(db).where('id', '=', id).where('holder_id', '=', holderId).executeTakeFirst()
  return row && accountOf(row)
}

/** Locks an account, for decisions about its money and its debt (`db.locked`). */
export const accountLock = (id: AccountId): RowLocks => ({ table: 'accounts.accounts', ids: [id] })

/** For staff, who read the accounts of every customer. */
export async function findAccountById(db: Reader, id: AccountId): Promise<Account | undefined> {
  const row = await accounts(db).where('id', '=', id).executeTakeFirst()
  return row && accountOf(row)
}

export async function findOpenAccount(
  db: Reader,
  holderId: HolderId,
  currency: Currency,
): Promise<Account | undefined> {
  const row = await accounts(db)
    .where('holder_id', '=', holderId)
    .where('currency', '=', currency)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row && accountOf(row)
}

/** Oldest first, closed ones too. A holder has one open account for each currency, so they are few. */
export async function accountsOf(db: Reader, holderId: HolderId, currency: Currency | undefined): Promise<Account[]> {
  const rows = await accounts(db)
    .where('holder_id', '=', holderId)
    .$if(currency !== undefined, (query) => query.where('currency', '=', currency!))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1_000)
    .execute()
  return rows.map(accountOf)
}

export async function fundsOf(db: Db, { id, currency }: Pick<Account, 'id' | 'currency'>): Promise<Funds> {
  const name = ledgerAccountOf(id)
  const [available, held] = await Promise.all([guardedBalanceOf(db, name, currency), heldOf(db, name, currency)])
  return { available, held, balance: add(available, held) }
}

import { guardedBalanceOf, guardedBalancesOf, heldOf, heldOnEach } from '#core/ledger'
import type { AccountId, HolderId } from '#issuing/ids'
import { type Currency, type Money, subtract, zero } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { RowLocks } from '#kernel/db/locked.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import { type Account, type Funds, ledgerAccountOf, owedAccountOf } from './account.ts'

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

/**
 * For `db.locked`: whatever takes money from an account, holds some of it, or pays its debt is decided under this lock, one
 * after the other.
 */
export const accountLocks = (ids: readonly AccountId[]): RowLocks => ({ table: 'accounts.accounts', ids })
export const accountLock = (id: AccountId): RowLocks => accountLocks([id])

/** Of these ids, in no order. */
export async function accountsById(db: Reader, ids: readonly AccountId[]): Promise<Account[]> {
  const rows = await accounts(db)
    .where(oneOf('id', 'uuid', ids))
    .execute()
  return rows.map(accountOf)
}

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

export async function fundsOf(db: Reader, { id, currency }: Pick<Account, 'id' | 'currency'>): Promise<Funds> {
  const name = ledgerAccountOf(id)
  const [booked, owed, held] = await Promise.all([
    guardedBalanceOf(db, name, currency),
    guardedBalanceOf(db, owedAccountOf(id), currency),
    heldOf(db, name, currency),
  ])
  return fundsWith({ booked, owed, held })
}

/** The same of many accounts at once, in their order. */
export async function fundsOfEach(db: Reader, accounts: readonly Account[]): Promise<Funds[]> {
  const names = accounts.map(({ id }) => ledgerAccountOf(id))
  const [balances, held] = await Promise.all([
    guardedBalancesOf(db, [...names, ...accounts.map(({ id }) => owedAccountOf(id))]),
    heldOnEach(db, names),
  ])
  return accounts.map(({ id, currency }) => {
    const name = ledgerAccountOf(id)
    const none = zero(currency)
    const [booked = none, owed = none] = [balances.get(name), balances.get(owedAccountOf(id))]
    return fundsWith({ booked, owed, held: held.get(name) ?? none })
  })
}

function fundsWith({ booked, owed, held }: Record<'booked' | 'owed' | 'held', Money>): Funds {
  const balance = subtract(booked, owed)
  const free = subtract(balance, held)
  return { balance, held, available: free.minor < 0n ? zero(balance.currency) : free }
}

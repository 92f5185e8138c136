import { accounts } from './accounts.ts'

/** What an account is for accountants: debits raise what we own and what we spend, credits what we owe and what we earn. */
export type AccountKind = 'asset' | 'liability' | 'income' | 'expense' | 'clearing'

/** By the first word of the name; what we owe merchants, holders and networks are debts. */
export function kindOf(account: string): AccountKind {
  if (account.startsWith('holder:') && account.endsWith(':owed')) return 'asset'
  if (account === accounts.conversions) return 'clearing'
  const [first] = account.split(':')
  return kinds[first ?? ''] ?? 'clearing'
}
const kinds: Readonly<Record<string, AccountKind>> = {
  acquirer: 'asset',
  bank: 'asset',
  topups: 'asset',
  merchant: 'liability',
  holder: 'liability',
  network: 'liability',
  income: 'income',
  expense: 'expense',
}

/** The families of accounts that there is one of for each merchant or customer, by a name without the owner. */
export function familyOf(account: string): string {
  const [first, owner, ...rest] = account.split(':')
  return rest.length > 0 && owner !== undefined && owned.has(first!) ? [first, '*', ...rest].join(':') : account
}
const owned: ReadonlySet<string> = new Set(['merchant', 'holder'])

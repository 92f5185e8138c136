import type { Money } from '#kernel/base/money.ts'

/** One side of an entry. A debit is above zero, a credit below. */
export type Line = { readonly account: string; readonly amount: Money }

export const debit = (account: string, amount: Money): Line => ({ account, amount })
export const credit = (account: string, amount: Money): Line => ({
  account,
  amount: { ...amount, minor: -amount.minor },
})

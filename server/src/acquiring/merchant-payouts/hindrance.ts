import type { MerchantStatus } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { compare, formatMoney, type Money } from '#kernel/base/money.ts'
import type { BankAccount } from './bank-account.ts'
import type { Counted } from './count-money.ts'
import { describeHolds } from './holds.ts'
import type { Terms } from './terms.ts'

/** Why a merchant is not paid, in the order in which somebody would look. */
export const hindrances = [
  'merchant_closed',
  'on_hold',
  'no_bank_account',
  'bank_account_held',
  'bank_account_waits',
  'earnings_moving',
  'negative_balance',
  'nothing_available',
  'below_minimum',
  'schedule_failed',
] as const
export type Hindrance = (typeof hindrances)[number]

type Facts = {
  now: Instant
  merchantStatus: MerchantStatus
  terms: Pick<Terms, 'holds' | 'minimums' | 'failures'>
  bankAccount: BankAccount | undefined
  counted: Counted
}

/**
 * Why a merchant is not paid what is available: what stands in the way, or that the payout by its schedule has failed
 * though nothing does. Undefined: it can be paid.
 */
export const reasonOf = (facts: Facts): Hindrance | undefined =>
  hindranceOf(facts) ?? (facts.terms.failures.has(facts.counted.available.currency) ? 'schedule_failed' : undefined)

/** What stands in the way of a payout of all that is available; undefined: nothing does. */
export function hindranceOf({ now, merchantStatus, terms, bankAccount, counted }: Facts): Hindrance | undefined {
  const { available, payable } = counted
  if (merchantStatus === 'closed') return 'merchant_closed'
  if (terms.holds.length > 0) return 'on_hold'
  if (!bankAccount) return 'no_bank_account'
  if (bankAccount.status === 'held') return 'bank_account_held'
  if (Temporal.Instant.compare(now, bankAccount.usableAt) < 0) return 'bank_account_waits'
  if (counted.isMoving) return 'earnings_moving'
  if (payable.minor < 0n) return 'negative_balance'
  if (available.minor === 0n) return 'nothing_available'
  // Of a merchant that closes all is paid, however little is left.
  const minimum = merchantStatus === 'closing' ? undefined : terms.minimums.get(available.currency)
  return minimum && compare(available, minimum) < 0 ? 'below_minimum' : undefined
}

/** The same for people, as it goes on after "because". */
export const hindranceText = (
  hindrance: Hindrance,
  { terms, bankAccount, counted }: Omit<Facts, 'now' | 'merchantStatus'>,
): string =>
  ({
    merchant_closed: () => 'the merchant is closed; reopen it first',
    on_hold: () => `payouts are on hold: ${describeHolds(terms.holds)}`,
    no_bank_account: () => `there is no bank account for ${counted.available.currency}`,
    bank_account_held: () => `bank account ${bankAccount?.id} is held: ${describeHolds(bankAccount?.holds ?? [])}`,
    bank_account_waits: () => `bank account ${bankAccount?.id} is new, and is paid to from ${bankAccount?.usableAt} on`,
    earnings_moving: () =>
      'money that was earned before an update of Florin is being moved; it is paid when that is done',
    negative_balance: () => `${money(counted.payable)} is owed by the merchant; new payments are set against it first`,
    nothing_available: () => 'nothing is available yet',
    below_minimum: () => `less than the minimum of ${minimumText(terms, counted.available)} is available`,
    schedule_failed: () =>
      `the payout of ${terms.failures.get(counted.available.currency)} has failed for a reason of ours; it is tried again`,
  })[hindrance]()

/** Why nothing is paid, with what its sentence speaks of: pages write it in the language of their reader. */
export type Hindered = {
  code: Hindrance
  text: string
  /** What the merchant owes, or the minimum. */
  amount: Money | undefined
  bankAccount: BankAccount | undefined
  /** Why payouts, or the bank account, are held. */
  reason: string | undefined
}

export const hindered = (code: Hindrance, facts: Omit<Facts, 'now' | 'merchantStatus'>): Hindered => {
  const { terms, bankAccount, counted } = facts
  const amounts: { [C in Hindrance]?: Money | undefined } = {
    negative_balance: { ...counted.payable, minor: -counted.payable.minor },
    below_minimum: terms.minimums.get(counted.available.currency),
  }
  return {
    code,
    text: hindranceText(code, facts),
    amount: amounts[code],
    bankAccount: code.startsWith('bank_account') ? bankAccount : undefined,
    reason: code === 'on_hold' || code === 'bank_account_held' ? describeHolds(holdsIn(code, facts)) : undefined,
  }
}

const holdsIn = (
  code: 'on_hold' | 'bank_account_held',
  { terms, bankAccount }: Pick<Facts, 'terms' | 'bankAccount'>,
) => (code === 'on_hold' ? terms.holds : (bankAccount?.holds ?? []))

const money = (amount: Money): string => `${formatMoney(amount).replace('-', '')} ${amount.currency}`
const minimumText = ({ minimums }: Pick<Terms, 'minimums'>, { currency }: Money): string => {
  const minimum = minimums.get(currency)
  return minimum ? money(minimum) : 'the terms'
}

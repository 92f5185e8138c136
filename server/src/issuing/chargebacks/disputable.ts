import type { Account } from '#issuing/accounts'
import type { Cleared, Transaction } from '#issuing/spending'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney, type Money, money } from '#kernel/base/money.ts'
import type { Dispute } from './dispute.ts'
import { disputeStates } from './dispute-states.ts'
import { refuse } from './refusals.ts'

/** How long after its last clearing a payment can be disputed (product decision, disputes). */
export const disputeDays = 120

const isOpen = ({ status }: Pick<Dispute, 'status'>): boolean => !disputeStates.isFinal(status)

/** What of a payment can still be disputed: what was cleared, less what was refunded and what other disputes have won. */
export function disputableOf({ cleared, refunded, currency }: Transaction, others: readonly Dispute[]): Money {
  const taken = others.filter(({ status }) => status === 'won' || status === 'chargedBack' || status === 'submitted')
  const minor = taken.reduce((left, { amount }) => left - amount.minor, cleared - refunded)
  return money(minor > 0n ? minor : 0n, currency)
}

/** Refuses what is no payment, is not settled, or was settled too long ago. */
function checkDisputable(now: Instant, { type, status }: Transaction, cleared: Cleared | undefined): void {
  const isPayment = type === 'purchase' || type === 'cash' || type === 'quasiCash'
  if (!isPayment || status !== 'settled' || !cleared)
    throw refuse('transaction_not_disputable', { type, status, allowed: [] })
  const until = cleared.lastAt.add({ hours: 24 * disputeDays })
  if (Temporal.Instant.compare(now, until) > 0)
    throw refuse('dispute_too_late', {
      settledAt: `${cleared.lastAt}`,
      days: disputeDays,
      until: `${until}`,
      allowed: [],
    })
}

/** What decides whether a payment can be disputed now. */
export type Disputed = {
  transaction: Transaction
  cleared: Cleared | undefined
  /** Disputes about the same payment. */
  others: readonly Dispute[]
  account: Pick<Account, 'status'>
}

/** Refuses a payment that cannot be disputed now; returns the most that can. */
export function requireDisputable(now: Instant, { transaction, cleared, others, account }: Disputed): Money {
  checkDisputable(now, transaction, cleared)
  const open = others.find(isOpen)
  if (open) throw refuse('dispute_open', { disputeId: open.id, allowed: [] })
  if (account.status !== 'active') throw refuse('disputed_account_closed', { allowed: [] })
  const most = disputableOf(transaction, others)
  if (most.minor === 0n) throw refuse('nothing_to_dispute', { allowed: [] })
  return most
}

export function checkAmount(amount: Money, most: Money): void {
  if (amount.minor > most.minor)
    throw refuse('dispute_exceeds_transaction', { field: 'amount', most: formatMoney(most), currency: most.currency })
}

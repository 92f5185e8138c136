import { type Currency, type Money, money } from '#kernel/base/money.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { Transaction } from './transaction.ts'

/**
 * What of a transaction is on the account `pending` of its merchants: of its own part, and of each share in their order.
 * It ends with its cancellation or the release of its batch, after which it says what was there at the end.
 */
export type Pending = { own: Money; shares: readonly Money[] }

/** The earnings of a transaction, which wait; a part below zero waits for nothing. */
export function earnedPending({ captured, fee, shares }: Pick<Transaction, 'captured' | 'fee' | 'shares'>): Pending {
  const own = shares.reduce((left, { amount }) => left - amount.minor, captured.minor - fee.minor)
  return { own: money(own > 0n ? own : 0n, captured.currency), shares: shares.map(({ amount }) => amount) }
}

/** Its columns; those of shares are left out where there are none. */
export const pendingColumns = (pending: Pending | undefined) => ({
  pending_minor: pending?.own.minor ?? null,
  ...(pending && pending.shares.length > 0 && { pending_shares: jsonb(pending.shares.map(({ minor }) => `${minor}`)) }),
})

type Row = { pending_minor: bigint | null; pending_shares: readonly string[] | null }

/** Undefined: it was earned when nothing waited there, or is no money that comes to merchants. */
export const pendingOfRow = (row: Row, currency: Currency): Pending | undefined =>
  row.pending_minor === null
    ? undefined
    : {
        own: money(row.pending_minor, currency),
        shares: (row.pending_shares ?? []).map((minor) => money(BigInt(minor), currency)),
      }

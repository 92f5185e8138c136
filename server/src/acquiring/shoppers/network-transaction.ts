import type { Instant } from '#kernel/base/clock.ts'
import { refuse } from './refusals.ts'

/**
 * A transaction that a holder made themself, by the id that the card network gave it. Payments without them refer to it,
 * since it shows that they agreed.
 */
export type NetworkTransaction = { id: string; at: Instant }

/** The original transaction of a card that was tokenized elsewhere: both fields or neither (merchant-payments). */
export function readNetworkTransaction(
  { id, date }: { id: string | undefined; date: string | undefined },
  now: Instant,
): NetworkTransaction | undefined {
  if (!id && !date) return undefined
  if (!id || !date)
    throw refuse('incomplete_network_transaction', { field: id ? 'networkTransactionDate' : 'networkTransactionId' })
  if (!/^[\w-]{1,64}$/.test(id)) throw refuse('invalid_network_transaction_id', { field: 'networkTransactionId' })
  const ms = /^\d{1,14}$/.test(date) ? Number(date) : Number.NaN
  if (ms > 0 && ms < earliestMs)
    throw refuse('network_transaction_date_in_seconds', { field: 'networkTransactionDate' })
  if (!(ms > 0 && ms <= now.epochMilliseconds))
    throw refuse('invalid_network_transaction_date', { field: 'networkTransactionDate' })
  return { id, at: Temporal.Instant.fromEpochMilliseconds(ms) }
}
/** The year 2000. Before it no network gave ids, and a time of today in seconds reads as one of 1970. */
const earliestMs = 946_684_800_000

import type { PaymentId } from '#acquiring/ids'
import type { DeclineReason } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'

/** A connector that had trouble with a payment, and the one where the payment went on. */
export type Fallback = {
  paymentId: PaymentId
  connector: ConnectorId
  reason: DeclineReason
  /** The connector's own reference of what it declined. */
  reference: string | undefined
  next: ConnectorId
  at: Instant
}

/** The connectors that a payment was sent to before, with the keys that they know it by; oldest first. */
export async function fallbacksOf(db: Db, paymentId: PaymentId): Promise<(Fallback & { key: string })[]> {
  const rows = await fallbacks(db).select('key').where('payment_id', '=', paymentId).orderBy('occurred_at').execute()
  return rows.map((row) => ({ ...row, reference: row.reference ?? undefined }))
}

/** The last fallbacks of all sites, newest first: for an operator who looks for a connector in trouble. */
export async function latestFallbacks(db: Db, limit: number): Promise<Fallback[]> {
  const rows = await fallbacks(db).orderBy('occurred_at', 'desc').orderBy('payment_id', 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...row, reference: row.reference ?? undefined }))
}

const fallbacks = (db: Db) =>
  db.read
    .selectFrom('payments.fallbacks')
    .select([
      'payment_id as paymentId',
      'connector',
      'decline_reason as reason',
      'reference',
      'next_connector as next',
      'occurred_at as at',
    ])

import { transactionNamed } from '#acquiring/payments'
import type { IncomingResult } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { ReconciliationContext } from './context.ts'
import type { BreakId } from './ids.ts'
import type { RowType } from './report.ts'
import { findBreak, findRow } from './store.ts'

/** Applies what an acquirer says of a request of ours. Returns whether it was applied. */
export type ApplyResult = (connector: ConnectorId, incoming: IncomingResult) => Promise<boolean>

/**
 * The result that a row of a report says of a request which has none: the acquirer has settled it, so it was done. The row
 * names it by its own key or reference, and has its whole amount; of anything else a person decides.
 */
export async function resultInReport(
  { db }: Pick<ReconciliationContext, 'db'>,
  id: BreakId,
): Promise<{ connector: ConnectorId; incoming: IncomingResult } | undefined> {
  const found = await findBreak(db, id)
  if (found?.status !== 'open' || found.kind !== 'unbooked' || !found.row || !found.transactionId) return undefined
  const [row, transaction] = await Promise.all([findRow(db, found.row), transactionNamed(db, found.transactionId)])
  const request = transaction && 'request' in transaction ? transaction.request : undefined
  if (!request || settledBy[row.type] !== request.kind) return undefined
  const { key, reference, connector, amount } = transaction!
  const gross = row.type === 'capture' ? row.grossMinor : -row.grossMinor
  if (row.currency !== amount.currency || gross !== request.minor) return undefined
  const isNamed =
    row.key === undefined
      ? reference !== undefined && row.reference === reference
      : [key, request.key].some((own) => own === row.key!.toLowerCase())
  if (!isNamed) return undefined
  const result = { outcome: 'done', reference: row.reference ?? reference ?? row.entry } as const
  return { connector, incoming: { key: request.key, result } }
}

/** The request that has moved the money of a row. */
const settledBy: Readonly<Partial<Record<RowType, string>>> = { capture: 'capture', refund: 'refund', payout: 'credit' }

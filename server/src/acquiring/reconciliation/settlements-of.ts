import type { PaymentId } from '#acquiring/ids'
import { type Money, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import type { ReportId } from './ids.ts'
import type { RowType } from './report.ts'

/** By which row of which report an acquirer has settled a transaction, and what it has kept of it. */
export type AcquirerSettlement = {
  reportId: ReportId
  line: number
  type: RowType
  /** The acquirer's name of its transfer to our bank. */
  batch: string
  gross: Money
  fees: Money
  net: Money
  bookedOn: Temporal.PlainDate
  valueOn: Temporal.PlainDate
}

/** Of each of these transactions that was settled: one, or two of a payment that was cancelled after its capture. */
export async function acquirerSettlementsOf(
  db: Reader,
  ids: readonly PaymentId[],
): Promise<ReadonlyMap<PaymentId, readonly AcquirerSettlement[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.read
    .selectFrom('reconciliation.bookings as b')
    .innerJoin('reconciliation.rows as r', (join) =>
      join.onRef('r.report_id', '=', 'b.report_id').onRef('r.line', '=', 'b.line'),
    )
    .select(['b.transaction_id as id', 'r.report_id as reportId', 'r.line', 'r.type', 'r.batch', 'r.currency'])
    .select(['r.gross_minor as gross', 'r.fees_minor as fees', 'r.net_minor as net'])
    .select(['r.booked_on as bookedOn', 'r.value_on as valueOn'])
    .where(oneOf('b.transaction_id', 'bigint', ids))
    .orderBy('b.id')
    .execute()
  const settlements = rows.map(({ id, currency, gross, fees, net, ...row }) => ({
    id: id!,
    settlement: { ...row, gross: money(gross, currency), fees: money(fees, currency), net: money(net, currency) },
  }))
  return new Map(
    [...Map.groupBy(settlements, ({ id }) => id)].map(([id, of]) => [id, of.map(({ settlement }) => settlement)]),
  )
}

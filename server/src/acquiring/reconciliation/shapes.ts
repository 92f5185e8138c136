import { z } from 'zod'
import { doneByShape } from '#core/access'
import { formatMoney, type Money, money } from '#kernel/base/money.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { breakStates } from './break-states.ts'
import { type Break, type BreakTransition, breakKinds, type RecordedRow, type Report, rowTypes } from './report.ts'
import type { AcquirerSettlement } from './settlements-of.ts'
import type { UnreportedBatch } from './unreported-batches.ts'

const amount = (description: string) => z.string().meta({ description })

export const reportShape = z.strictObject({
  id: z.string(),
  connector: z.string(),
  name: z.string(),
  rows: z.int().meta({ description: 'How many the file has; those of an earlier report are not recorded again.' }),
  recordedRows: z.int().meta({ description: 'How many of them are recorded with this report.' }),
  whole: z.boolean().meta({
    description: 'False: the import goes on or broke off. The same file again goes on where it has stopped.',
  }),
  recordedBy: z.string(),
  recordedAt: momentShape,
})

export const breakShape = z.strictObject({
  id: z.string(),
  kind: z.enum(breakKinds).meta({
    description:
      'unknown: we have no such transaction. unbooked: by our books its money has not moved. voided: the same of a payment that was voided. cancelled: the capture of a payment that was cancelled has failed. twice: another row has settled it. reserve: more was released than is held. notReported: it should be in a report by now. notReversed: a payment that was cancelled is settled, and no row reverses it.',
  }),
  status: z.enum(breakStates.statuses),
  connector: z.string(),
  reportId: z.string().optional(),
  line: z.int().optional(),
  transactionId: z.string().optional(),
  reported: amount('As the acquirer has it: the gross amount; of a break of fees, the fee.').optional(),
  expected: amount('As we have it; of a break of fees, the most that was agreed.').optional(),
  openedAt: momentShape,
})

const rowShape = z.strictObject({
  entry: z.string(),
  batch: z.string(),
  type: z.enum(rowTypes),
  key: z.string().optional(),
  reference: z.string().optional(),
  gross: z.string(),
  fees: z.string(),
  net: z.string(),
  currency: z.string(),
  bookedOn: z.string(),
  valueOn: z.string(),
})
export const wholeBreakShape = breakShape.extend({
  row: rowShape.optional(),
  history: z.array(
    z.strictObject({
      at: momentShape,
      action: z.string(),
      status: z.enum(breakStates.statuses),
      actor: z.string(),
      note: z.string().optional(),
    }),
  ),
  audit: doneByShape,
})

export const totalShape = z.strictObject({
  currency: z.string(),
  rows: z.int().meta({ description: 'Without transfers.' }),
  booked: z.int(),
  gross: amount('Of the rows that are booked, as the amounts that follow.'),
  fees: z.string(),
  held: amount('Held back in the reserve of the acquirer; below zero, released.'),
  net: z.string(),
  transferred: amount('What the transfers of the report brought to your bank.'),
})
export const wholeReportShape = reportShape.extend({ totals: z.array(totalShape), breaks: z.array(breakShape) })
export const matchedShape = z.strictObject({
  break: breakShape,
  next: breakShape.optional().meta({ description: 'The row is about this transaction, and differs from it.' }),
})

export const unreportedShape = z.strictObject({
  batchId: z.string(),
  siteId: z.string(),
  closedAt: momentShape,
  connector: z.string(),
  payments: z.int().meta({ description: 'With refunds, chargebacks and payouts.' }),
  net: amount('What the acquirer owes for them by our books; below zero, what we owe.'),
})

export const unreportedRecord = (one: UnreportedBatch): z.output<typeof unreportedShape> => ({
  ...{ batchId: String(one.batchId), siteId: String(one.siteId), closedAt: momentText(one.closedAt) },
  ...{ connector: one.connector, payments: one.payments, net: amountText(one.net) },
})

/** How an acquirer has settled a transaction, as a part of its record. */
export const settledShape = z.strictObject({
  reportId: z.string(),
  line: z.int(),
  type: z.enum(rowTypes),
  batch: amount("The acquirer's name of its transfer to your bank."),
  gross: z.string(),
  fees: amount('What the acquirer has kept of it.'),
  net: z.string(),
  currency: z.string(),
  bookedOn: z.string(),
  valueOn: z.string(),
})

export const settledRecord = ({
  reportId,
  line,
  type,
  batch,
  ...one
}: AcquirerSettlement): z.output<typeof settledShape> => ({
  ...{ reportId: String(reportId), line, type, batch, currency: one.gross.currency },
  ...{ gross: formatMoney(one.gross), fees: formatMoney(one.fees), net: formatMoney(one.net) },
  ...{ bookedOn: String(one.bookedOn), valueOn: String(one.valueOn) },
})

type ReportRecord = z.output<typeof reportShape>
export type BreakRecord = z.output<typeof breakShape>
export type WholeReport = z.output<typeof wholeReportShape>
export type WholeBreak = z.output<typeof wholeBreakShape>

export const reportRecord = ({ id, isWhole, recordedAt, ...rest }: Report): ReportRecord => ({
  ...rest,
  id: String(id),
  whole: isWhole,
  recordedAt: momentText(recordedAt),
})

export function breakRecord(found: Break): BreakRecord {
  const { id, kind, status, connector, row, transactionId, reported, expected, openedAt } = found
  return {
    ...{ id: String(id), kind, status, connector },
    ...(row && { reportId: String(row.reportId), line: row.line }),
    ...(transactionId !== undefined && { transactionId: String(transactionId) }),
    ...(reported && { reported: amountText(reported) }),
    ...(expected && { expected: amountText(expected) }),
    openedAt: momentText(openedAt),
  }
}
const amountText = (one: Money): string => `${formatMoney(one)} ${one.currency}`

type About = { row: RecordedRow | undefined; history: readonly BreakTransition[]; audit: WholeBreak['audit'] }

export const wholeBreak = (found: Break, { row, history, audit }: About): WholeBreak => ({
  ...breakRecord(found),
  ...(row && { row: rowRecord(row) }),
  history: history.map(({ action, toStatus: status, actor, note, occurredAt }) => ({
    ...{ at: momentText(occurredAt), action, status, actor },
    ...(note !== undefined && { note }),
  })),
  audit,
})

function rowRecord({ entry, batch, type, key, reference, currency, ...row }: RecordedRow): z.output<typeof rowShape> {
  const text = (minor: bigint) => formatMoney(money(minor, currency))
  return {
    ...{ entry, batch, type },
    ...(key !== undefined && { key }),
    ...(reference !== undefined && { reference }),
    ...{ gross: text(row.grossMinor), fees: text(row.feesMinor), net: text(row.netMinor), currency },
    ...{ bookedOn: String(row.bookedOn), valueOn: String(row.valueOn) },
  }
}

import { z } from 'zod'
import { csvLine } from '#kernel/base/csv.ts'
import { jsonElements, writeJson } from '#kernel/base/json.ts'
import type { Currency } from '#kernel/base/money.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import type { Settled, SettlementReport } from './report.ts'
import { amountTexts, openSums } from './sums.ts'

const amountShape = z
  .string()
  .meta({ description: 'A decimal text such as 100.00; below zero, the merchant is owed less.' })
const amounts = {
  gross: amountShape,
  shares: amountShape.meta({ description: 'What other sites have of it.' }),
  fee: amountShape.meta({ description: 'Below zero when it was taken, above when it was returned.' }),
  net: amountShape,
}

export const reportShape = z.strictObject({
  merchantId: z.string(),
  siteId: z.string().optional().meta({ description: 'The one site that was asked for.' }),
  currency: z.string().optional().meta({ description: 'The one currency that was asked for.' }),
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: z.string(),
  transactions: z.array(
    z.strictObject({
      movedAt: momentShape,
      id: z.string(),
      type: z.string(),
      siteId: z.string(),
      orderId: z.string(),
      parentId: z.string().optional().meta({ description: 'The payment that a refund or a chargeback is of.' }),
      currency: z.string(),
      ...amounts,
      batchId: z.string().optional().meta({ description: 'Absent until the site has closed its day.' }),
      merchantPayoutId: z
        .string()
        .optional()
        .meta({ description: 'The payout that its batch is a part of; of money that came in.' }),
    }),
  ),
  totals: z.array(z.strictObject({ currency: z.string(), count: z.int(), ...amounts })),
})

const settledRecord = ({ transaction, merchantPayoutId, ...moved }: Settled) => ({
  movedAt: momentText(transaction.capturedAt!),
  id: String(transaction.id),
  type: transaction.type,
  siteId: String(transaction.siteId),
  orderId: String(transaction.orderId),
  ...(transaction.parentId !== undefined && { parentId: String(transaction.parentId) }),
  currency: moved.gross.currency,
  ...amountTexts(moved),
  ...(transaction.batchId !== undefined && { batchId: String(transaction.batchId) }),
  ...(merchantPayoutId !== undefined && { merchantPayoutId: String(merchantPayoutId) }),
})

export async function* reportJson({
  merchantId,
  siteId,
  currency,
  period,
  transactions,
}: SettlementReport): AsyncGenerator<string> {
  const head = {
    merchantId: String(merchantId),
    ...(siteId !== undefined && { siteId: String(siteId) }),
    ...(currency !== undefined && { currency }),
    from: `${period.from}`,
    to: `${period.to}`,
    timeZone: period.timeZone,
  }
  yield `${writeJson(head).slice(0, -1)},"transactions":[`
  const totals = openSums<Currency>()
  const elements = jsonElements()
  for await (const part of transactions()) {
    yield elements(part.map(settledRecord))
    for (const one of part) totals.add(one.gross.currency, one)
  }
  const records = [...totals.all()].map(([currency, { count, ...sum }]) => ({ currency, count, ...amountTexts(sum) }))
  yield `],"totals":${writeJson(records)}}`
}

const columns = [
  'movedAt',
  'id',
  'type',
  'siteId',
  'orderId',
  'parentId',
  'currency',
  'gross',
  'shares',
  'fee',
  'net',
  'batchId',
  'merchantPayoutId',
] as const

export async function* reportCsv({ transactions }: SettlementReport): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const part of transactions())
    yield part
      .map((one) => {
        const record: Partial<Record<(typeof columns)[number], string>> = settledRecord(one)
        return csvLine(columns.map((column) => record[column] ?? ''))
      })
      .join('')
}

import type { Currency } from '#kernel/base/money.ts'
import { type PdfCell, type PdfColumn, type PdfPart, pdfMargins, writePdfDocument } from '#kernel/base/pdf-document.ts'
import type { SettlementReport } from './report.ts'
import { amountTexts, openSums, type Sum } from './sums.ts'

/** The summary for people, in English: a row for each batch, and the totals. The transactions are in the other forms. */
export const reportPdf = (report: SettlementReport, merchantName: string): AsyncGenerator<Buffer> =>
  writePdfDocument({ title: titleOf(report, merchantName), language: 'en' }, partsOf(report, merchantName))

const titleOf = ({ period }: SettlementReport, merchantName: string): string =>
  `Settlement report of ${merchantName}, ${period.from} to ${period.to}`

async function* partsOf(
  { merchantId, siteId, currency, period, transactions }: SettlementReport,
  merchantName: string,
): AsyncGenerator<PdfPart> {
  const [batches, totals] = [openSums<string>(), openSums<Currency>()]
  const payouts = new Map<string, string>()
  for await (const part of transactions())
    for (const { transaction, merchantPayoutId, ...moved } of part) {
      const { currency } = moved.gross
      const batch = `${transaction.batchId ?? 'not closed yet'} ${currency}`
      batches.add(batch, moved)
      totals.add(currency, moved)
      if (merchantPayoutId !== undefined) payouts.set(batch, String(merchantPayoutId))
    }
  yield { title: 'Settlement report' }
  yield { line: `${merchantName}, merchant ${merchantId}${siteId === undefined ? ', all sites' : `, site ${siteId}`}` }
  yield {
    line: `Money that moved from ${period.from} to ${period.to}, both included (${period.timeZone})${currency === undefined ? '' : `, in ${currency}`}`,
  }
  yield { gap: 18 }
  yield { columns: columnsOf('Batch') }
  for (const [batch, sum] of batches.all()) yield { row: rowOf(batch, sum, payouts.get(batch)) }
  yield { gap: 12 }
  yield { columns: columnsOf('Total').slice(0, -1) }
  for (const [currency, sum] of totals.all()) yield { row: rowOf(currency, sum) }
}

const { left, right } = pdfMargins
const columnsOf = (name: string): readonly PdfColumn[] => [
  { name, x: left, width: 110 },
  { name: 'Transactions', x: left + 170, align: 'right' },
  { name: 'Gross', x: right - 235, align: 'right' },
  { name: 'Shares', x: right - 175, align: 'right' },
  { name: 'Fee', x: right - 120, align: 'right' },
  { name: 'Net', x: right - 55, align: 'right' },
  { name: 'Payout', x: right, align: 'right' },
]

const rowOf = (name: string, { count, ...sum }: Sum, payout?: string): PdfCell[] => [
  name,
  String(count),
  ...Object.values(amountTexts(sum)),
  payout,
]

import { minuteText } from '#kernel/base/days.ts'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { type PdfCell, type PdfColumn, type PdfPart, pdfMargins, writePdfDocument } from '#kernel/base/pdf-document.ts'
import type { Movement, Statement } from './statement.ts'
import { openTotals, type Total } from './totals.ts'
import { lastBalance } from './wire.ts'

/** The form of a statement for people, in English, on A4. */
export const statementPdf = (statement: Statement, merchantName: string): AsyncGenerator<Buffer> =>
  writePdfDocument({ title: titleOf(statement, merchantName), language: 'en' }, partsOf(statement, merchantName))

const titleOf = ({ currency, period }: Statement, merchantName: string): string =>
  `Statement of ${merchantName}, ${currency}, ${period.from} to ${period.to}`

async function* partsOf(statement: Statement, merchantName: string): AsyncGenerator<PdfPart> {
  const { merchantId, currency, period, isFinal, opening, aside } = statement
  const sum = (amount: Money): string => `${formatMoney(amount)} ${currency}`
  yield { title: 'Statement' }
  yield { line: `${merchantName}, merchant ${merchantId}` }
  yield { line: `From ${period.from} to ${period.to}, both included (${period.timeZone})` }
  yield { line: `Beside the balance at the end: disputed ${sum(aside.disputed)}, in reserve ${sum(aside.reserve)},` }
  yield { line: `on its way to the bank account ${sum(aside.onItsWay)}` }
  if (!isFinal) yield { line: 'Provisional: the period is not over, and movements may still be added' }
  yield { gap: 18 }
  yield { columns: columnsIn(currency) }
  yield { row: balanceRow('Opening balance', opening) }
  const totals = openTotals(currency)
  let closing = opening
  for await (const part of statement.movements()) {
    for (const movement of part) yield { row: rowOf(movement, period.timeZone) }
    totals.add(part)
    closing = lastBalance(part, closing)
  }
  yield { row: balanceRow('Closing balance', closing) }
  yield { gap: 12 }
  yield { columns: totalColumns(currency) }
  for (const total of totals.all()) yield { row: totalRow(total) }
}

const { left, right } = pdfMargins
const amounts = (currency: string) =>
  [
    { name: 'Gross', x: right - 187, align: 'right' },
    { name: 'Fee', x: right - 131, align: 'right' },
    { name: `Net ${currency}`, x: right - 66, align: 'right' },
  ] as const
const columnsIn = (currency: string): readonly PdfColumn[] => [
  { name: 'Booked', x: left },
  { name: 'Movement', x: left + 88, width: right - left - 88 - 250 },
  ...amounts(currency),
  { name: 'Balance', x: right, align: 'right' },
]
const totalColumns = (currency: string): readonly PdfColumn[] => [
  { name: 'Total', x: left },
  { name: 'Movements', x: left + 150, align: 'right' },
  ...amounts(currency),
]

const rowOf = ({ bookedAt, description, reference, siteId, ...sums }: Movement, timeZone: string): PdfCell[] => [
  minuteText(bookedAt, timeZone),
  `${description}: ${reference}${siteId === undefined ? '' : `, site ${siteId}`}`,
  ...sumsOf(sums),
  formatMoney(sums.balance),
]

const sumsOf = ({ gross, fee, net }: { gross: Money; fee: Money; net: Money }): PdfCell[] => [
  formatMoney(gross),
  fee.minor === 0n ? undefined : formatMoney(fee),
  formatMoney(net),
]

const totalRow = ({ kind, count, ...sums }: Total): PdfCell[] => [totalNames[kind], String(count), ...sumsOf(sums)]

const totalNames = {
  capture: 'Payments',
  cancellation: 'Payments cancelled',
  captureFailure: 'Captures that failed',
  refund: 'Refunds',
  chargeback: 'Chargebacks',
  representment: 'Disputes won',
  share: 'Shares received',
  shareReturned: 'Shares returned',
  cardPayout: 'Payouts to cards',
  topup: 'Topups',
  reserveHeld: 'Held in reserve',
  reserveReleased: 'Released from reserve',
  payout: 'Payouts',
  payoutReturned: 'Payouts that came back',
  adjustment: 'Adjustments',
} as const satisfies Record<Total['kind'], string>

const balanceRow = (name: string, balance: Money): readonly PdfCell[] => [
  undefined,
  { text: name, bold: true },
  undefined,
  undefined,
  undefined,
  formatMoney(balance),
]

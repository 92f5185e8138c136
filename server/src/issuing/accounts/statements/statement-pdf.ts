import { minuteText } from '#kernel/base/days.ts'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { type PdfCell, type PdfColumn, type PdfPart, pdfMargins, writePdfDocument } from '#kernel/base/pdf-document.ts'
import type { Movement, Statement } from './statement.ts'
import { lastBalance } from './wire.ts'

/** The form of a statement for people, in English, on A4. */
export const statementPdf = (statement: Statement): AsyncGenerator<Buffer> =>
  writePdfDocument({ title: titleOf(statement), language: 'en' }, partsOf(statement))

const titleOf = ({ account, period }: Statement): string =>
  `Account statement ${account.id}, ${period.from} to ${period.to}`

async function* partsOf(statement: Statement): AsyncGenerator<PdfPart> {
  const { account, period, isFinal, opening } = statement
  yield { title: 'Account statement' }
  yield { line: `Account ${account.id}` }
  yield { line: `Customer ${account.holderId}` }
  yield { line: `From ${period.from} to ${period.to}, both included (${period.timeZone})` }
  if (!isFinal) yield { line: 'Provisional: the period is not over, and movements may still be added' }
  yield { gap: 18 }
  yield { columns: columnsIn(account.currency) }
  yield { row: balanceRow('Opening balance', opening) }
  let closing = opening
  for await (const part of statement.movements()) {
    for (const movement of part) yield { row: rowOf(movement, period.timeZone) }
    closing = lastBalance(part, closing)
  }
  yield { row: balanceRow('Closing balance', closing) }
}

const { left, right } = pdfMargins
const columnsIn = (currency: string): readonly PdfColumn[] => [
  { name: 'Booked', x: left },
  { name: 'Movement', x: left + 100, width: right - left - 260 },
  { name: `Amount ${currency}`, x: right - 90, align: 'right' },
  { name: `Balance ${currency}`, x: right, align: 'right' },
]

const rowOf = (movement: Movement, timeZone: string): readonly PdfCell[] => {
  const { bookedAt, description, reference, amount, merchantAmount, balance } = movement
  return [
    minuteText(bookedAt, timeZone),
    `${description}${exchangeOf(merchantAmount)}: ${reference}`,
    formatMoney(amount),
    formatMoney(balance),
  ]
}

const exchangeOf = (merchant: Money | undefined): string =>
  merchant ? ` (${formatMoney(merchant)} ${merchant.currency})` : ''

const balanceRow = (name: string, balance: Money): readonly PdfCell[] => [
  undefined,
  { text: name, bold: true },
  undefined,
  formatMoney(balance),
]

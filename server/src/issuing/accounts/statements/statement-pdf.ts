import { formatMoney, type Money } from '#kernel/base/money.ts'
import { type PdfPage, type PdfRule, type PdfText, pdfPage, writePdf } from '#kernel/base/pdf.ts'
import { fitText } from '#kernel/base/pdf-widths.ts'
import type { Movement, Statement } from './statement.ts'
import { lastBalance } from './wire.ts'

/** The form of a statement for people, in English, on A4. */
export const statementPdf = (statement: Statement): AsyncGenerator<Buffer> =>
  writePdf({ title: titleOf(statement), language: 'en' }, pagesOf(statement))

const titleOf = ({ account, period }: Statement): string =>
  `Account statement ${account.id}, ${period.from} to ${period.to}`

const size = 9
const [left, right, top, bottom] = [48, pdfPage.width - 48, pdfPage.height - 56, 64]
const rowHeight = 15
const columns = { date: left, what: left + 100, amount: right - 90, balance: right }
const whatWidth = columns.amount - columns.what - 70

/** Pages are written while the books are read: one at a time is in memory. */
async function* pagesOf(statement: Statement): AsyncGenerator<PdfPage> {
  const { currency } = statement.account
  const { timeZone } = statement.period
  let page = openPage(1, headOf(statement))
  let closing = statement.opening
  for await (const part of statement.movements()) {
    for (const movement of part) {
      if (page.isFull()) {
        yield page.done()
        page = openPage(page.number + 1, headingsAt(top, currency))
      }
      page.add(rowOf(movement, timeZone))
    }
    closing = lastBalance(part, closing)
  }
  if (page.isFull()) {
    yield page.done()
    page = openPage(page.number + 1, headingsAt(top, currency))
  }
  page.add(balanceRow('Closing balance', closing))
  yield page.done()
}

/** What stands on a page above its rows, and where the next row goes. */
type Begun = { texts: PdfText[]; rules: PdfRule[]; y: number }

function openPage(number: number, { texts, rules, y: first }: Begun) {
  let y = first
  return {
    number,
    isFull: () => y < bottom,
    add: (row: (y: number) => PdfText[]) => {
      texts.push(...row(y))
      y -= rowHeight
    },
    done: (): PdfPage => {
      const foot: PdfText = { x: right, y: bottom - 28, text: `Page ${number}`, size: size - 1, align: 'right' }
      return { texts: [...texts, foot], rules }
    },
  }
}

function headOf({ account, period, isFinal, opening }: Statement): Begun {
  const facts = [
    `Account ${account.id}`,
    `Customer ${account.holderId}`,
    `From ${period.from} to ${period.to}, both included (${period.timeZone})`,
    ...(isFinal ? [] : ['Provisional: the period is not over, and movements may still be added']),
  ]
  const title: PdfText = { x: left, y: top, text: 'Account statement', size: 18, bold: true }
  const lines = facts.map((text, index): PdfText => ({ x: left, y: top - 28 - 14 * index, text, size: 10 }))
  const begun = headingsAt(top - 28 - 14 * facts.length - 18, account.currency)
  const first = balanceRow('Opening balance', opening)(begun.y)
  return { texts: [title, ...lines, ...begun.texts, ...first], rules: begun.rules, y: begun.y - rowHeight }
}

const headingsAt = (y: number, currency: string): Begun => ({
  texts: [
    { x: columns.date, y, text: 'Booked', size, bold: true },
    { x: columns.what, y, text: 'Movement', size, bold: true },
    { x: columns.amount, y, text: `Amount ${currency}`, size, bold: true, align: 'right' },
    { x: columns.balance, y, text: `Balance ${currency}`, size, bold: true, align: 'right' },
  ],
  rules: [{ x: left, y: y - 6, width: right - left }],
  y: y - rowHeight - 6,
})

const rowOf =
  ({ bookedAt, description, reference, amount, merchantAmount, balance }: Movement, timeZone: string) =>
  (y: number): PdfText[] => [
    { x: columns.date, y, text: minuteOf(bookedAt.toZonedDateTimeISO(timeZone)), size },
    {
      x: columns.what,
      y,
      text: fitText(`${description}${exchangeOf(merchantAmount)}: ${reference}`, { size, width: whatWidth }),
      size,
    },
    amountAt({ x: columns.amount, y }, amount),
    amountAt({ x: columns.balance, y }, balance),
  ]

const exchangeOf = (merchant: Money | undefined): string =>
  merchant ? ` (${formatMoney(merchant)} ${merchant.currency})` : ''

const balanceRow =
  (name: string, balance: Money) =>
  (y: number): PdfText[] => [
    { x: columns.what, y, text: name, size, bold: true },
    amountAt({ x: columns.balance, y }, balance),
  ]

const amountAt = (place: { x: number; y: number }, amount: Money): PdfText => ({
  ...place,
  text: formatMoney(amount),
  size,
  align: 'right',
})

const minuteOf = (at: Temporal.ZonedDateTime): string =>
  `${at.toPlainDate()} ${at.toPlainTime().toString({ smallestUnit: 'minute' })}`

import { type PdfAbout, type PdfPage, type PdfRule, type PdfText, pdfPage, writePdf } from './pdf.ts'

/** Where a column of a table begins, or ends when it is aligned to the right. A text beyond the width is cut. */
export type PdfColumn = { name: string; x: number; align?: 'right'; width?: number }
export type PdfCell = string | { text: string; bold: true } | undefined

/** What a document is made of, from the top to the bottom, on as many pages as it takes. */
export type PdfPart =
  | { title: string }
  | { line: string; bold?: true }
  | { gap: number }
  /** The names of the columns of the rows that follow; they are repeated on top of each page on which the rows go on. */
  | { columns: readonly PdfColumn[] }
  | { row: readonly PdfCell[] }

/** Between these a text stands, in points from the left. */
export const pdfMargins = { left: 48, right: pdfPage.width - 48 } as const
const { left, right } = pdfMargins
const [top, bottom] = [pdfPage.height - 56, 64]
const size = 9
const heights = { title: 28, line: 14, columns: 21, row: 15 } as const

/** A document on A4 with numbered pages, written while its parts are read: one page at a time is in memory. */
export const writePdfDocument = (
  { pageName = (number) => `Page ${number}`, ...about }: PdfAbout & { pageName?: (number: number) => string },
  parts: AsyncIterable<PdfPart> | Iterable<PdfPart>,
): AsyncGenerator<Buffer> => writePdf(about, pagesOf(parts, pageName))

async function* pagesOf(
  parts: AsyncIterable<PdfPart> | Iterable<PdfPart>,
  pageName: (number: number) => string,
): AsyncGenerator<PdfPage> {
  let page = openPage(1)
  let columns: readonly PdfColumn[] = []
  for await (const part of parts) {
    if ('columns' in part) columns = part.columns
    if (page.y < bottom) {
      yield finished(page, pageName)
      page = openPage(page.number + 1)
      if ('row' in part) addColumns(page, columns)
    }
    if ('columns' in part) addColumns(page, columns)
    else if ('row' in part) addRow(page, columns, part.row)
    else addText(page, part)
  }
  yield finished(page, pageName)
}

/** A page that is being filled, and where the next part goes. */
type Page = { number: number; texts: PdfText[]; rules: PdfRule[]; y: number }
const openPage = (number: number): Page => ({ number, texts: [], rules: [], y: top })

const finished = ({ number, texts, rules }: Page, pageName: (number: number) => string): PdfPage => ({
  texts: [...texts, { x: right, y: bottom - 28, text: pageName(number), size: size - 1, align: 'right' }],
  rules,
})

function addText(page: Page, part: { title: string } | { line: string; bold?: true } | { gap: number }): void {
  if ('gap' in part) {
    page.y -= part.gap
  } else if ('title' in part) {
    page.texts.push({ x: left, y: page.y, text: part.title, size: 18, bold: true })
    page.y -= heights.title
  } else {
    const { line, ...bold } = part
    page.texts.push({ x: left, y: page.y, text: line, size: 10, ...bold })
    page.y -= heights.line
  }
}

function addColumns(page: Page, columns: readonly PdfColumn[]): void {
  page.texts.push(...columns.map(({ name, ...column }) => textAt(page, column, { text: name, bold: true })))
  page.rules.push({ x: left, y: page.y - 6, width: right - left })
  page.y -= heights.columns
}

function addRow(page: Page, columns: readonly PdfColumn[], row: readonly PdfCell[]): void {
  for (const [index, cell] of row.entries()) {
    if (cell === undefined) continue
    const { name: _, ...column } = columns[index]!
    page.texts.push(textAt(page, column, typeof cell === 'string' ? { text: cell } : cell))
  }
  page.y -= heights.row
}

const textAt = (
  { y }: Page,
  { width, ...place }: Omit<PdfColumn, 'name'>,
  { text, ...bold }: { text: string; bold?: true },
): PdfText => ({
  ...place,
  y,
  text,
  size,
  widthMax: width,
  ...bold,
})

import {
  type PdfAbout,
  type PdfFonts,
  type PdfPage,
  type PdfRule,
  type PdfText,
  pdfPage,
  standardFonts,
  writePdf,
} from './pdf.ts'
import { linesOf } from './pdf-widths.ts'

/**
 * Where a column of a table begins, or ends when it is aligned to the right. A text beyond the width goes on in another
 * line of its row.
 */
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
const sizes = { title: 18, line: 10, row: 9, foot: 8 } as const
const heights = { title: 28, line: 14, columns: 21, row: 15, rowLine: 11 } as const

type Naming = { pageName?: (number: number) => string }

/**
 * A document on A4 with numbered pages, written while its parts are read: one page at a time is in memory. A row stays
 * whole on its page, and each page after the first names the document.
 */
export const writePdfDocument = (
  { pageName = (number) => `Page ${number}`, ...about }: PdfAbout & Naming,
  parts: AsyncIterable<PdfPart> | Iterable<PdfPart>,
): AsyncGenerator<Buffer> => writePdf(about, pagesOf(parts, { pageName, ...about }))

async function* pagesOf(
  parts: AsyncIterable<PdfPart> | Iterable<PdfPart>,
  about: PdfAbout & Required<Naming>,
): AsyncGenerator<PdfPage> {
  const { fonts = standardFonts } = about
  let page = openPage(1)
  let columns: readonly PdfColumn[] = []
  for await (const part of parts) {
    if ('columns' in part) columns = part.columns
    for (const block of blocksOf(part, columns, fonts)) {
      if (page.y - block.height < bottom - heights.row && page.texts.length > 0) {
        yield finished(page, about)
        page = openPage(page.number + 1)
        if ('row' in part) draw(page, headingOf(columns))
      }
      draw(page, block)
    }
  }
  yield finished(page, about)
}

/** A page that is being filled, and where the next part goes. */
type Page = { number: number; texts: PdfText[]; rules: PdfRule[]; y: number }
const openPage = (number: number): Page => ({ number, texts: [], rules: [], y: top })

/** What stands together on one page, by how far below the place it begins. `height` is what must fit, `step` what it takes. */
type Block = { texts: readonly PdfText[]; rules: readonly PdfRule[]; height: number; step: number }

function draw(page: Page, { texts, rules, step }: Block): void {
  page.texts.push(...texts.map((text) => ({ ...text, y: page.y - text.y })))
  page.rules.push(...rules.map((rule) => ({ ...rule, y: page.y - rule.y })))
  page.y -= step
}

function finished({ number, texts, rules }: Page, { title, pageName }: PdfAbout & Required<Naming>): PdfPage {
  const foot = { y: bottom - 28, size: sizes.foot }
  const named: PdfText[] = number === 1 ? [] : [{ ...foot, x: left, text: title }]
  return { texts: [...texts, ...named, { ...foot, x: right, text: pageName(number), align: 'right' }], rules }
}

function blocksOf(part: PdfPart, columns: readonly PdfColumn[], fonts: PdfFonts): readonly Block[] {
  if ('gap' in part) return [{ texts: [], rules: [], height: 0, step: part.gap }]
  if ('columns' in part) return [headingOf(columns)]
  if ('row' in part) return [rowOf(part.row, columns, fonts)]
  const isTitle = 'title' in part
  const [text, size] = isTitle ? [part.title, sizes.title] : [part.line, sizes.line]
  const bold = isTitle || part.bold === true
  const step = isTitle ? heights.title : heights.line
  return linesIn(text, { width: right - left, size, bold }, fonts).map((line) => ({
    texts: [{ x: left, y: 0, text: line, size, bold }],
    rules: [],
    height: step,
    step,
  }))
}

type Measure = { width: number; size: number; bold: boolean }

const linesIn = (text: string, { width, size, bold }: Measure, fonts: PdfFonts): string[] =>
  linesOf(text, { width, widthOf: (part) => fonts[bold ? 'bold' : 'plain'].widthOf(part, size) })

/** The names of the columns stand on no page without a row of up to four lines below them. */
const headingOf = (columns: readonly PdfColumn[]): Block => ({
  texts: columns.map(({ name, ...column }) => textAt(column, { y: 0, text: name, bold: true })),
  rules: [{ x: left, y: 6, width: right - left }],
  height: heights.columns + heights.row + 3 * heights.rowLine,
  step: heights.columns,
})

function rowOf(row: readonly PdfCell[], columns: readonly PdfColumn[], fonts: PdfFonts): Block {
  const cells = row.flatMap((cell, index) => {
    if (cell === undefined) return []
    const { name: _, ...column } = columns[index]!
    const { text, bold = false } = typeof cell === 'string' ? { text: cell } : cell
    const width = column.width ?? Number.POSITIVE_INFINITY
    return [{ column, bold, lines: linesIn(text, { width, size: sizes.row, bold }, fonts) }]
  })
  const most = Math.max(1, ...cells.map(({ lines }) => lines.length))
  const height = heights.row + (most - 1) * heights.rowLine
  const texts = cells.flatMap(({ column, bold, lines }) =>
    lines.map((text, nth) => textAt(column, { y: nth * heights.rowLine, text, bold })),
  )
  return { texts, rules: [], height, step: height }
}

const textAt = (
  { x, align }: Omit<PdfColumn, 'name'>,
  { y, text, bold }: { y: number; text: string; bold: boolean },
): PdfText => ({ x, y, text, size: sizes.row, bold, ...(align && { align }) })

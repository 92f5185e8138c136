import { inWindows1252 } from './pdf-encoding.ts'
import { textWidth } from './pdf-widths.ts'
import { drawnFromLeft } from './text-order.ts'

/** A text of a page. `x` is where it begins, or ends when it is aligned to the right; both count from the lower left. */
export type PdfText = {
  x: number
  y: number
  text: string
  size: number
  bold?: boolean
  align?: 'right'
}
/** A horizontal line. */
export type PdfRule = { x: number; y: number; width: number }
export type PdfPage = { texts: readonly PdfText[]; rules: readonly PdfRule[] }

export type PdfAbout = {
  title: string
  language: string
  /** Those that every reader of PDF brings, unless given. */
  fonts?: PdfFonts
  /** Of a language that is read from the right, the page is too. */
  direction?: 'ltr' | 'rtl'
}

export type PdfFonts = { plain: PdfFont; bold: PdfFont }
export type PdfFont = {
  /** In points. */
  widthOf(text: string, size: number): number
  /** The operand of `Tj`. */
  shown(text: string): string
  /** The bodies of its objects, after all texts were shown; the second and those behind it are numbered from `next` on. */
  objects(next: number): readonly string[]
}

/** A4, in points. */
export const pdfPage = { width: 595, height: 842 } as const

/**
 * A PDF (ISO 32000-1, version 1.4) of texts and lines, written page by page. The same pages are the same bytes, today
 * and with any later version of Node: no date is in it, nothing is compressed, and the fonts are those that every reader
 * of PDF brings. They have the letters of Western Europe (`pdf-encoding.ts`).
 */
export async function* writePdf(
  { title, language, fonts, direction = 'ltr' }: PdfAbout,
  pages: AsyncIterable<PdfPage>,
): AsyncGenerator<Buffer> {
  const drawing = { fonts: fonts ?? standardFonts, direction }
  const offsets = new Map<number, number>()
  let written = 0
  const bytes = (text: string): Buffer => {
    const part = Buffer.from(text, 'latin1')
    written += part.length
    return part
  }
  const object = (number: number, body: string): Buffer => {
    offsets.set(number, written)
    return bytes(`${number} 0 obj\n${body}\nendobj\n`)
  }
  yield bytes('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')
  if (!fonts) yield* fontObjects(object, standardFonts, 0)
  const kids: number[] = []
  for await (const page of pages) {
    const [id, contentId] = [ids.firstPage + 2 * kids.length, ids.firstPage + 2 * kids.length + 1]
    const content = contentOf(page, drawing)
    kids.push(id)
    yield object(id, pageOf(contentId))
    yield object(contentId, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  if (fonts) yield* fontObjects(object, fonts, ids.firstPage + 2 * kids.length)
  const list = kids.map((id) => `${id} 0 R`).join(' ')
  yield object(ids.pages, `<< /Type /Pages /Kids [${list}] /Count ${kids.length} >>`)
  yield object(ids.info, `<< /Title ${titleOf(title)} /Producer (Florin) >>`)
  yield object(
    ids.catalog,
    `<< /Type /Catalog /Pages ${ids.pages} 0 R /Lang ${pdfString(language)} /ViewerPreferences << /DisplayDocTitle true >> >>`,
  )
  const table = offsets.size + 1
  const entries = Array.from({ length: offsets.size }, (_, index) => entryOf(offsets.get(index + 1)!))
  const start = written
  yield bytes(
    `xref\n0 ${table}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${table} /Root ${ids.catalog} 0 R /Info ${ids.info} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  )
}

const ids = { catalog: 1, pages: 2, info: 3, plain: 4, bold: 5, firstPage: 6 } as const

/** The fonts of a document; each is an object with its number, and further ones behind all pages. */
function* fontObjects(
  object: (number: number, body: string) => Buffer,
  { plain, bold }: PdfFonts,
  first: number,
): Generator<Buffer> {
  let next = first
  for (const [number, font] of [
    [ids.plain, plain],
    [ids.bold, bold],
  ] as const) {
    const [main, ...others] = font.objects(next)
    yield object(number, main!)
    for (const body of others) yield object(next++, body)
  }
}

const standardFont = (name: string): PdfFont => ({
  // As it is shown: a letter of another script may become several.
  widthOf: (text, size) => textWidth(inWindows1252(text), size),
  shown: (text) => pdfString(text),
  objects: () => [`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`],
})
/** Those that every reader of PDF brings. */
export const standardFonts: PdfFonts = { plain: standardFont('Helvetica'), bold: standardFont('Helvetica-Bold') }

const pageOf = (contentId: number): string =>
  `<< /Type /Page /Parent ${ids.pages} 0 R /MediaBox [0 0 ${pdfPage.width} ${pdfPage.height}] /Resources << /Font << /F1 ${ids.plain} 0 R /F2 ${ids.bold} 0 R >> >> /Contents ${contentId} 0 R >>`

/** Twenty bytes, as every entry of the table. */
const entryOf = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n \n`

type Drawing = { fonts: PdfFonts; direction: 'ltr' | 'rtl' }

const contentOf = ({ texts, rules }: PdfPage, drawing: Drawing): string =>
  [
    '0.5 w',
    ...rules.map(({ x, y, width }) => {
      const left = fromLeft(drawing, x, width)
      return `${left} ${y} m ${left + width} ${y} l S`
    }),
    ...texts.map((text) => textOf(text, drawing)),
  ].join('\n')

function textOf({ x, y, text, size, bold = false, align }: PdfText, drawing: Drawing): string {
  const font = drawing.fonts[bold ? 'bold' : 'plain']
  const drawn = drawnFromLeft(text, drawing.direction)
  const width = font.widthOf(drawn, size)
  const left = fromLeft(drawing, align === 'right' ? x - width : x, width)
  return `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${Math.round(left * 100) / 100} ${y} Td ${font.shown(drawn)} Tj ET`
}

/** A page that is read from the right is the same page in a mirror. */
const fromLeft = ({ direction }: Drawing, x: number, width: number): number =>
  direction === 'rtl' ? pdfPage.width - x - width : x

/** A text as PDF writes it. */
export const pdfString = (text: string): string => `(${inWindows1252(text).replaceAll(/[\\()]/g, String.raw`\$&`)})`

/** The title is no part of a page: it has all characters. */
const titleOf = (title: string): string =>
  /[^ -~\u00a0-\u00ff]/.test(title)
    ? `<feff${Buffer.from(title, 'utf16le').swap16().toString('hex')}>`
    : pdfString(title)

import { textWidth } from './pdf-widths.ts'

/** A text of a page. `x` is where it begins, or ends when it is aligned to the right; both count from the lower left. */
export type PdfText = { x: number; y: number; text: string; size: number; bold?: boolean; align?: 'right' }
/** A horizontal line. */
export type PdfRule = { x: number; y: number; width: number }
export type PdfPage = { texts: readonly PdfText[]; rules: readonly PdfRule[] }

/** A4, in points. */
export const pdfPage = { width: 595, height: 842 } as const

/**
 * A PDF (ISO 32000-1, version 1.4) of texts and lines, written page by page. The same pages are the same bytes, today
 * and with any later version of Node: no date is in it, nothing is compressed, and the fonts are those that every reader
 * of PDF brings. They have the letters of Western Europe; others become question marks.
 */
export async function* writePdf(
  { title, language }: { title: string; language: string },
  pages: AsyncIterable<PdfPage>,
): AsyncGenerator<Buffer> {
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
  yield object(ids.plain, fontOf('Helvetica'))
  yield object(ids.bold, fontOf('Helvetica-Bold'))
  const kids: number[] = []
  for await (const page of pages) {
    const [id, contentId] = [ids.firstPage + 2 * kids.length, ids.firstPage + 2 * kids.length + 1]
    const content = contentOf(page)
    kids.push(id)
    yield object(id, pageOf(contentId))
    yield object(contentId, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  const list = kids.map((id) => `${id} 0 R`).join(' ')
  yield object(ids.pages, `<< /Type /Pages /Kids [${list}] /Count ${kids.length} >>`)
  yield object(ids.info, `<< /Title ${quoted(title)} /Producer (Florin) >>`)
  yield object(
    ids.catalog,
    `<< /Type /Catalog /Pages ${ids.pages} 0 R /Lang ${quoted(language)} /ViewerPreferences << /DisplayDocTitle true >> >>`,
  )
  const table = offsets.size + 1
  const entries = Array.from({ length: offsets.size }, (_, index) => entryOf(offsets.get(index + 1)!))
  const start = written
  yield bytes(
    `xref\n0 ${table}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${table} /Root ${ids.catalog} 0 R /Info ${ids.info} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  )
}

const ids = { catalog: 1, pages: 2, info: 3, plain: 4, bold: 5, firstPage: 6 } as const

const fontOf = (name: string): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

const pageOf = (contentId: number): string =>
  `<< /Type /Page /Parent ${ids.pages} 0 R /MediaBox [0 0 ${pdfPage.width} ${pdfPage.height}] /Resources << /Font << /F1 ${ids.plain} 0 R /F2 ${ids.bold} 0 R >> >> /Contents ${contentId} 0 R >>`

/** Twenty bytes, as every entry of the table. */
const entryOf = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n \n`

const contentOf = ({ texts, rules }: PdfPage): string =>
  ['0.5 w', ...rules.map(({ x, y, width }) => `${x} ${y} m ${x + width} ${y} l S`), ...texts.map(textOf)].join('\n')

function textOf({ x, y, text, size, bold = false, align }: PdfText): string {
  const left = align === 'right' ? x - textWidth(text, size) : x
  return `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${Math.round(left * 100) / 100} ${y} Td ${quoted(text)} Tj ET`
}

const quoted = (text: string): string =>
  `(${text.replaceAll(/[^ -~\u00a0-\u00ff]/gu, '?').replaceAll(/[\\()]/g, String.raw`\$&`)})`

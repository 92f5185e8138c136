import { expect, test } from 'vitest'
import { textsOfPdf } from '../../../tests/world/read-pdf.ts'
import { type PdfPart, writePdfDocument } from './pdf-document.ts'
import { textWidth } from './pdf-widths.ts'

const textsOf = async (parts: Iterable<PdfPart>): Promise<string[][]> =>
  textsOfPdf(Buffer.concat(await Array.fromAsync(writePdfDocument({ title: 'Bread', language: 'en' }, parts))))

const columns: PdfPart = {
  columns: [
    { name: 'What', x: 48, width: 60 },
    { name: 'Amount', x: 300, align: 'right' },
  ],
}

test('rows go on under the names of their columns, other lines without them', async () => {
  const rows = Array.from({ length: 50 }, (_, index): PdfPart => ({ row: [`loaf ${index}`, '1.00'] }))
  const lines = Array.from({ length: 50 }, (_, index): PdfPart => ({ line: `note ${index}` }))
  const pages = await textsOf([{ title: 'Bread' }, columns, ...rows, { gap: 20 }, ...lines])
  expect(pages.map((page) => page[0])).toEqual(['Bread', 'What', expect.stringMatching(/^note/)])
  expect(pages.map((page) => page.at(-1))).toEqual(['Page 1', 'Page 2', 'Page 3'])
  const shown = pages.flat().filter((text) => /^loaf|^note/.test(text))
  expect(shown).toEqual([...rows, ...lines].map((_, index) => (index < 50 ? `loaf ${index}` : `note ${index - 50}`)))
})

test('a text that is wider than its column is cut, and a cell may be empty', async () => {
  const [page] = await textsOf([
    columns,
    { row: ['a very long loaf of bread', undefined] },
    { row: [undefined, '2.00'] },
  ])
  expect(page).toEqual(['What', 'Amount', 'a very long l...', '2.00', 'Page 1'])
})

test('letters of other scripts are written with Latin ones, and cut where those are too wide', async () => {
  const [page] = await textsOf([{ title: 'Хлеб' }, { line: 'Pâine și' }, columns, { row: ['Ящики', 'Ψωμί'] }])
  expect(page).toEqual(['Khleb', 'Pâine si', 'What', 'Amount', 'Yashchiki', 'Psomi', 'Page 1'])
  const [cut] = await textsOf([columns, { row: ['Щ'.repeat(9), undefined] }])
  expect(cut![2]).toMatch(/^(?:Shch)+S?h?c?\.\.\.$/)
  expect(textWidth(cut![2]!, 9)).toBeLessThanOrEqual(60)
})

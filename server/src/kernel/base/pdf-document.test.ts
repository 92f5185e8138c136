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

test('a text that is wider than its column goes on below, between words where it can, and a cell may be empty', async () => {
  const [page] = await textsOf([
    columns,
    { row: ['a very long loaf of bread', undefined] },
    { row: ['Donaudampfschifffahrt', '2.00'] },
  ])
  expect(page).toEqual([
    'What',
    'Amount',
    'a very long',
    'loaf of bread',
    'Donaudampfs',
    'chifffahrt',
    '2.00',
    'Page 1',
  ])
})

test('a line that is wider than the page goes on in another one, and nothing of it is lost', async () => {
  const note = 'Goods stay ours until they are paid. '.repeat(8).trim()
  const [page] = await textsOf([{ line: note }, { line: 'the next line' }])
  const shown = page!.slice(0, -2)
  expect(shown.length).toBeGreaterThan(2)
  expect(shown.join(' ')).toBe(note)
  for (const line of shown) expect(textWidth(line, 10)).toBeLessThanOrEqual(499)
})

test('a row stays whole, no heading stands alone at the end of a page, and later pages name the document', async () => {
  for (let gap = 560; gap <= 680; gap += 5) {
    const pages = await textsOf([
      { title: 'Bread' },
      { gap },
      columns,
      { row: ['a very long loaf of very long bread', '1.00'] },
    ])
    const [first, second] = pages as [string[], string[]?]
    const whole = ['What', 'Amount', 'a very long', 'loaf of very', 'long bread', '1.00']
    if (second)
      expect([first, second]).toEqual([
        ['Bread', 'Page 1'],
        [...whole, 'Bread', 'Page 2'],
      ])
    else expect(first).toEqual(['Bread', ...whole, 'Page 1'])
  }
})

test('letters of other scripts are written with Latin ones, and go on below where those are too wide', async () => {
  const [page] = await textsOf([{ title: 'Хлеб' }, { line: 'Pâine și' }, columns, { row: ['Ящики', 'Ψωμί'] }])
  expect(page).toEqual(['Khleb', 'Pâine si', 'What', 'Amount', 'Yashchiki', 'Psomi', 'Page 1'])
  const [long] = await textsOf([columns, { row: ['Щ'.repeat(9), undefined] }])
  const lines = long!.slice(2, -1)
  expect(lines.join('')).toBe('Shch'.repeat(9))
  for (const line of lines) expect(textWidth(line, 9)).toBeLessThanOrEqual(60)
})

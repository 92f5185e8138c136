import { expect, test } from 'vitest'
import { textsOfPdf } from '../../../tests/world/read-pdf.ts'
import { writePdfDocument } from './pdf-document.ts'
import { allScripts } from './pdf-fonts.ts'

const written = async (lines: readonly string[], direction: 'ltr' | 'rtl' = 'ltr'): Promise<Buffer> => {
  const about = { title: 'Счёт', language: 'ru', direction, fonts: allScripts() }
  const parts = lines.map((line, index) => (index === 0 ? { line, bold: true as const } : { line }))
  return Buffer.concat(await Array.fromAsync(writePdfDocument(about, parts)))
}

const lines = ['Factură, țară: 24,90 €', 'Счёт на оплату', 'Τιμολόγιο', 'Übergröße •••• 1111']

test('a document shows the letters of all languages, and carries no more glyphs than it shows', async () => {
  const file = await written(lines)
  expect(textsOfPdf(file)).toEqual([[...lines, 'Page 1']])
  expect(file.length).toBeLessThan(30_000)
  expect(await written(lines)).toEqual(file)
  const asciiOnly = await written(['Bread'])
  expect(asciiOnly.length).toBeLessThan(file.length)
  // The title has all of them too.
  expect(file.toString('latin1')).toContain('/Title <feff0421044704510442>')
})

test('what is read from the right is drawn from the left, on a page in a mirror', async () => {
  const file = await written(['לחם', 'מחיר: 5'], 'rtl')
  expect(textsOfPdf(file)).toEqual([['םחל', '5 :ריחמ', 'Page 1']])
  const starts = [...file.toString('latin1').matchAll(/Tf ([\d.]+) [\d.]+ Td/g)].map(([, x]) => Number(x))
  expect(Math.min(...starts.slice(0, 2))).toBeGreaterThan(480)
  expect(starts[2]).toBe(48)
})

test('a character that no font has is a question mark', async () => {
  expect(textsOfPdf(await written(['Bread 🥐 \u202f1']))).toEqual([['Bread ?  1', 'Page 1']])
})

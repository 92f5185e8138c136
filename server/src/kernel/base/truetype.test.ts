import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { writePdfDocument } from './pdf-document.ts'
import { allScripts } from './pdf-fonts.ts'
import { readTrueType } from './truetype.ts'

const file = readFileSync(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')))
const font = readTrueType('DejaVuSans', file)
const glyphOf = (character: string): number => font.glyphOf(character.codePointAt(0)!)

/** The outlines of a font file, as a reader of fonts finds them: by the table of places. */
function outlinesOf(bytes: Buffer): Buffer[] {
  const table = (tag: string): Buffer => {
    const at = bytes.indexOf(tag, 0, 'latin1')
    return bytes.subarray(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 8) + bytes.readUInt32BE(at + 12))
  }
  const [loca, glyf, count] = [table('loca'), table('glyf'), table('maxp').readUInt16BE(4)]
  expect(table('head').readInt16BE(50)).toBe(1)
  expect(table('hmtx')).toHaveLength(4 * count)
  return Array.from({ length: count }, (_, glyph) =>
    glyf.subarray(loca.readUInt32BE(4 * glyph), loca.readUInt32BE(4 * glyph + 4)),
  )
}
const alone = (character: string): Buffer => outlinesOf(font.subset([0, glyphOf(character)]))[1]!

test('a font of few glyphs has their outlines, and behind them the parts of composed ones', () => {
  const [missing, b, composed, ...parts] = outlinesOf(font.subset([0, glyphOf('b'), glyphOf('ă')]))
  expect(missing!.length).toBeGreaterThan(0)
  expect(b).toEqual(alone('b'))
  // A composed glyph has no contours of its own, and names its parts by their places in this font.
  expect(composed!.readInt16BE(0)).toBe(-1)
  expect(composed!.readUInt16BE(12)).toBe(3)
  expect(parts).toContainEqual(alone('a'))
  expect(parts).toHaveLength(2)
})

test('widths are those of the font, and what it has not has no glyph', () => {
  expect(['i', 'm', '€'].map((one) => font.widthOf(glyphOf(one)))).toEqual([278, 974, 636])
  expect([glyphOf('🥐'), glyphOf('面')]).toEqual([0, 0])
})

test('the glyphs that a document shows are those of the font that it carries', async () => {
  const about = { title: 'b', language: 'en', fonts: allScripts(), pageName: () => 'a' }
  const pdf = Buffer.concat(await Array.fromAsync(writePdfDocument(about, [{ line: 'bâa' }])))
  const text = pdf.toString('latin1')
  const [, start, length] = /^(?:[\s\S]*?)\/Length (\d+) \/Length1 (\d+) >>\nstream\n/.exec(text) ?? []
  const from = text.indexOf(`/Length ${start} /Length1 ${length} >>\nstream\n`)
  const carried = outlinesOf(pdf.subarray(text.indexOf('stream\n', from) + 7).subarray(0, Number(length)))
  const shown = /<([\da-f]+)> Tj/
    .exec(text)![1]!
    .match(/.{4}/g)!
    .map((glyph) => Number.parseInt(glyph, 16))
  expect([carried[shown[0]!], carried[shown[2]!]]).toEqual([alone('b'), alone('a')])
})

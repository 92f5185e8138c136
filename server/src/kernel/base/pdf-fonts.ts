import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type PdfFont, type PdfFonts, pdfString } from './pdf.ts'
import { readTrueType, type TrueType } from './truetype.ts'

/**
 * Fonts with the scripts of all languages of our pages: DejaVu Sans. A document carries the glyphs that it shows and no
 * others. Made anew for each document.
 */
export function allScripts(): PdfFonts {
  files ??= { plain: fontFile('DejaVuSans'), bold: fontFile('DejaVuSans-Bold') }
  return { plain: embedded(files.plain), bold: embedded(files.bold) }
}
let files: { plain: TrueType; bold: TrueType } | undefined

const fontFile = (name: string): TrueType =>
  readTrueType(name, readFileSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))))

/** A font whose glyphs are collected while texts are shown, and numbered in the order in which they come. */
function embedded(font: TrueType): PdfFont {
  const numbers = new Map<number, number>([[0, 0]])
  const characters: string[] = ['']
  const glyphOf = (character: string): number => font.glyphOf(character.codePointAt(0)!)
  /** One for each letter with its accents. Narrow spaces are spaces, and what the font has not is a question mark. */
  const charactersOf = (text: string): string[] =>
    [...text.normalize('NFC').replaceAll(/\s/g, ' ')].map((one) => (glyphOf(one) === 0 ? '?' : one))
  const numberOf = (character: string): number =>
    numbers.getOrInsertComputed(glyphOf(character), () => characters.push(character) - 1)
  return {
    widthOf: (text, size) =>
      (charactersOf(text).reduce((sum, one) => sum + font.widthOf(glyphOf(one)), 0) * size) / 1000,
    shown: (text) =>
      `<${charactersOf(text)
        .map((one) => hex(numberOf(one)))
        .join('')}>`,
    objects: (next) => objectsOf(font, { next, glyphs: [...numbers.keys()], characters }),
  }
}
const hex = (number: number): string => number.toString(16).padStart(4, '0')

type Shown = { next: number; glyphs: readonly number[]; characters: readonly string[] }

/** A composite font (ISO 32000-1, 9.7), with the names of its glyphs for those who search or copy. */
function objectsOf(font: TrueType, { next, glyphs, characters }: Shown): string[] {
  const name = `/FLORIN+${font.name}`
  const file = font.subset(glyphs)
  const widths = glyphs.map(font.widthOf).join(' ')
  const box = font.box.join(' ')
  return [
    `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H /DescendantFonts [${next} 0 R] /ToUnicode ${next + 3} 0 R >>`,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDSystemInfo << /Registry ${pdfString('Adobe')} /Ordering ${pdfString('Identity')} /Supplement 0 >> /FontDescriptor ${next + 1} 0 R /W [0 [${widths}]] /CIDToGIDMap /Identity >>`,
    `<< /Type /FontDescriptor /FontName ${name} /Flags 4 /FontBBox [${box}] /ItalicAngle 0 /Ascent ${font.ascent} /Descent ${font.descent} /CapHeight 729 /StemV 80 /FontFile2 ${next + 2} 0 R >>`,
    `<< /Length ${file.length} /Length1 ${file.length} >>\nstream\n${file.toString('latin1')}\nendstream`,
    streamOf(namesOf(characters)),
  ]
}

const streamOf = (content: string): string => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`

/** Which character each glyph shows. */
function namesOf(characters: readonly string[]): string {
  const lines = characters.map((one, number) => `<${hex(number)}> <${utf16(one)}>`).slice(1)
  const blocks = Array.from({ length: Math.ceil(lines.length / blockMax) }, (_, block) => {
    const those = lines.slice(block * blockMax, (block + 1) * blockMax)
    return `${those.length} beginbfchar\n${those.join('\n')}\nendbfchar`
  })
  return `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Florin def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n${blocks.join('\n')}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`
}
const blockMax = 100

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex')

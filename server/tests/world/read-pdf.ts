import assert from 'node:assert/strict'

/**
 * The texts of each page, read as a reader of PDF does: from the table at the end, by the offsets in it. Throws where an
 * offset or a length is wrong.
 */
export function textsOfPdf(file: Buffer): string[][] {
  const text = file.toString('latin1')
  assert(text.startsWith('%PDF-1.4\n') && text.endsWith('%%EOF\n'), 'it begins and ends as a PDF does')
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const [, count, rows, root] = /^xref\n0 (\d+)\n([\s\S]*)trailer\n<< \/Size \1 \/Root (\d+) 0 R/.exec(
    text.slice(start),
  )!
  const offsets = rows!.match(/.{20}/gs)!.map((row) => Number(row.slice(0, 10)))
  assert.equal(offsets.length, Number(count))
  const object = (number: number): string => {
    const from = text.slice(offsets[number])
    assert(from.startsWith(`${number} 0 obj\n`), `object ${number} is where the table says`)
    return from
  }
  const named = (from: string, name: string): number => Number(new RegExp(`/${name} (\\d+) 0 R`).exec(from)![1])
  const pages = object(named(object(Number(root)), 'Pages'))
  return [.../\/Kids \[(.*?)\]/.exec(pages)![1]!.matchAll(/(\d+) 0 R/g)].map(([, page]) => {
    const content = object(named(object(Number(page)), 'Contents'))
    const [head, length] = /^.*\n<< \/Length (\d+) >>\nstream\n/.exec(content)!
    const stream = content.slice(head.length, head.length + Number(length))
    assert(
      content.slice(head.length + Number(length)).startsWith('\nendstream\nendobj\n'),
      'a page is as long as it says',
    )
    const fonts = new Map(
      [...object(Number(page)).matchAll(/\/(F\d) (\d+) 0 R/g)].map(([, name, font]) => [
        name!,
        namesIn(object, Number(font)),
      ]),
    )
    return [...stream.matchAll(/\/(F\d) [^\n]*? Td (?:\(((?:\\.|[^\\)])*)\)|<([\da-f]*)>) Tj/g)].map(
      ([, font, bytes, glyphs]) =>
        bytes === undefined
          ? glyphs!
              .match(/.{4}/g)!
              .map((glyph) => fonts.get(font!)!.get(glyph))
              .join('')
          : decoded(bytes.replaceAll(/\\(.)/g, '$1')),
    )
  })
}

/** What each glyph of a font shows, where the font says so. */
function namesIn(object: (number: number) => string, font: number): ReadonlyMap<string, string> {
  const names = /^[^\n]*\n.*\/ToUnicode (\d+) 0 R/.exec(object(font))?.[1]
  if (names === undefined) return new Map()
  const map = object(Number(names)).split('endstream')[0]!
  return new Map(
    [...map.matchAll(/^<([\da-f]{4})> <([\da-f]+)>$/gm)].map(([, glyph, shown]) => [
      glyph!,
      Buffer.from(shown!, 'hex').swap16().toString('utf16le'),
    ]),
  )
}

const decoded = (bytes: string): string => new TextDecoder('windows-1252').decode(Buffer.from(bytes, 'latin1'))

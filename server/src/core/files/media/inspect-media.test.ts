import { describe, expect, test } from 'vitest'
import { jpeg, pdf, png, withFilm, zip } from '../../../../tests/world/media.ts'
import { inspectMedia } from './inspect-media.ts'
import { MediaFault } from './media.ts'

/** What is kept of a file that arrives in pieces of so many bytes, or why it is not taken. */
function inspected(file: Uint8Array, pieceBytes = 65_536): { type: string; kept: Buffer } | string {
  const inspection = inspectMedia()
  const kept: Buffer[] = []
  try {
    for (let at = 0; at < file.length; at += pieceBytes) kept.push(inspection.push(file.subarray(at, at + pieceBytes)))
    const { type, rest } = inspection.end()
    return { type, kept: Buffer.concat([...kept, rest]) }
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error
    return [error.problem, error.kind].filter(Boolean).join(' ')
  }
}

const good = { 'image/png': png({ noise: 5_000 }), 'image/jpeg': jpeg(), 'application/pdf': pdf() }

describe('pictures and PDFs are known by their bytes', () => {
  test.each(Object.entries(good))('%s, in pieces of any size', (type, file) => {
    for (const pieceBytes of [1, 3, 2_047, 65_536]) expect(inspected(file, pieceBytes)).toEqual({ type, kept: file })
  })

  test.each(['image/png', 'image/jpeg'] as const)('of a %s nothing is kept that a camera wrote behind it', (type) => {
    for (const pieceBytes of [1, 65_536])
      expect(inspected(withFilm(good[type]), pieceBytes)).toEqual({ type, kept: good[type] })
  })

  test('a second picture behind the first, as telephones write it for brighter screens, is dropped', () =>
    expect(inspected(Buffer.concat([jpeg(), jpeg()]))).toEqual({ type: 'image/jpeg', kept: jpeg() }))
})

describe('anything else is refused by name', () => {
  const text = (value: string) => Buffer.from(value, 'latin1')
  test.each<[string, Buffer, string]>([
    [
      'an SVG',
      text('<?xml version="1.0"?>\n<!-- made by me -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'file_kind SVG',
    ],
    ['an SVG without a header', text('  <svg onload="alert(1)"/>'), 'file_kind SVG'],
    ['a page', text('<!DOCTYPE html><script>alert(1)</script>'), 'file_kind HTML'],
    ['a GIF', text('GIF89a............'), 'file_kind GIF'],
    ['a picture of a newer camera', text('\0\0\0\x18ftypheic\0\0\0\0'), 'file_kind HEIC'],
    ['a film', text('\0\0\0\x18ftypmp42\0\0\0\0'), 'file_kind MP4'],
    ['a WebP', text('RIFF\0\0\0\0WEBPVP8 '), 'file_kind WebP'],
    ['a TIFF', text('II*\0\0\0\0\0'), 'file_kind TIFF'],
    ['an archive, as office documents are', zip(), 'file_kind ZIP'],
    ['a program', text('MZ\x90\0'), 'file_kind EXE'],
    ['a text', text('My passport is at home.'), 'file_unknown'],
    ['nothing', Buffer.alloc(0), 'file_unknown'],
  ])('%s', (_what, file, expected) => expect(inspected(file)).toBe(expected))
})

describe('a file that is two things at once is refused', () => {
  const inComment = (words: string): Buffer => {
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, words.length + 2]), Buffer.from(words, 'latin1')])
    return Buffer.concat([jpeg().subarray(0, 2), comment, jpeg().subarray(2)])
  }
  test.each<[string, Buffer, string]>([
    ['a picture with an archive behind it', Buffer.concat([jpeg(), zip()]), 'file_mixed ZIP'],
    ['a PDF with an archive behind it', Buffer.concat([pdf(), zip()]), 'file_damaged'],
    ['a picture with an archive that ends in a comment', Buffer.concat([png(), zipWithComment()]), 'file_mixed ZIP'],
    ['a picture that is also a page', inComment('<script>alert(1)</script>'), 'file_mixed HTML'],
    ['a picture that is also a PDF', inComment('%PDF-1.7'), 'file_mixed PDF'],
    [
      'a PDF that is also a page',
      Buffer.concat([pdf().subarray(0, 9), Buffer.from('%<html>\n'), pdf().subarray(9)]),
      'file_mixed HTML',
    ],
    ['a PDF that runs a program', pdf({ more: '<</S/JavaScript/JS(app.alert(1))>>' }), 'file_active'],
    ['a PDF that starts a program', pdf({ more: '<</S/Launch/F(calc.exe)>>' }), 'file_active'],
  ])('%s', (_what, file, expected) => {
    for (const pieceBytes of [1, 7, 65_536]) expect(inspected(file, pieceBytes)).toBe(expected)
  })

  function zipWithComment(): Buffer {
    const archive = zip()
    archive.writeUInt16LE(5, archive.length - 2)
    return Buffer.concat([archive, Buffer.from('hello')])
  }
})

describe('a file that is not whole, or not to be looked at, is refused', () => {
  const without = (file: Buffer, bytes: number) => file.subarray(0, file.length - bytes)
  const changed = (file: Buffer, at: number) => {
    const copy = Buffer.from(file)
    copy[at]! ^= 1
    return copy
  }
  test.each<[string, Buffer, string]>([
    ['a PNG that broke off', without(png(), 12), 'file_damaged'],
    ['a PNG with a flipped bit', changed(png(), 60), 'file_damaged'],
    ['a PNG without a header', Buffer.concat([png().subarray(0, 8), png().subarray(33)]), 'file_damaged'],
    ['a JPEG that broke off', without(jpeg(), 2), 'file_damaged'],
    ['a JPEG without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'file_damaged'],
    ['a PDF that broke off', without(pdf(), 20), 'file_damaged'],
    ['a PDF whose table is nowhere', Buffer.from('%PDF-1.4\n1 0 obj\nstartxref\n999999\n%%EOF'), 'file_damaged'],
    ['a PDF of another time', Buffer.from('%PDF-9.x\n'), 'file_damaged'],
    ['a PNG that is too small to be read', png({ width: 299 }), 'file_small'],
    ['a JPEG that is too small to be read', jpeg({ height: 299 }), 'file_small'],
    ['a JPEG that would fill the memory', jpeg({ width: 65_535, height: 65_535 }), 'file_huge'],
  ])('%s', (_what, file, expected) => {
    for (const pieceBytes of [1, 65_536]) expect(inspected(file, pieceBytes)).toBe(expected)
  })
})

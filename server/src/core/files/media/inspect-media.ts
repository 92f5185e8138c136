import { walkJpeg } from './jpeg.ts'
import { MediaFault, type MediaType, type Walker } from './media.ts'
import { walkPdf } from './pdf.ts'
import { signature, walkPng } from './png.ts'

export type Inspection = {
  /** Returns what of these bytes is kept. */
  push(bytes: Uint8Array): Buffer
  /** What the file is, when it is whole. Returns bytes that were held back. */
  end(): { type: MediaType; rest: Buffer }
}

/**
 * Looks at a file as it arrives: by its first bytes it is one of three things, or it is refused by the name of what it is;
 * then its structure is followed to its end. A file that is two things at once is refused, whatever the other one is.
 */
export function inspectMedia(): Inspection {
  let walker: Walker | undefined
  let head = Buffer.alloc(0)
  const archive = lookForArchive()
  const begin = (): Buffer => {
    walker = walkerOf(head)
    refuseForeign(head, walker.type)
    return keptOf(walker, head)
  }
  return {
    push: (unread) => {
      const bytes = Buffer.from(unread)
      archive.push(bytes)
      if (walker) return keptOf(walker, bytes)
      head = Buffer.concat([head, bytes])
      return head.length < headBytes ? Buffer.alloc(0) : begin()
    },
    end: () => {
      const rest = walker ? Buffer.alloc(0) : begin()
      walker!.end()
      if (archive.isOne()) throw new MediaFault('file_mixed', 'ZIP')
      return { type: walker!.type, rest }
    },
  }
}
/** Where browsers and readers of PDF look for what a file is. */
const headBytes = 2_048

const keptOf = (walker: Walker, bytes: Buffer): Buffer => bytes.subarray(0, walker.push(bytes))

function walkerOf(head: Buffer): Walker {
  if (head.subarray(0, signature.length).equals(signature)) return walkPng()
  if (head.subarray(0, 3).equals(jpegStart)) return walkJpeg()
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return walkPdf()
  const text = head.toString('latin1')
  const kind = others.find(([pattern]) => pattern.test(text))?.[1]
  throw kind === undefined ? new MediaFault('file_unknown') : new MediaFault('file_kind', kind)
}
const jpegStart = Buffer.from([0xff, 0xd8, 0xff])

/** What people send instead, by name. */
const others: readonly (readonly [RegExp, string])[] = [
  [/^....ftyp(?:hei|hev|mif1|msf1)/s, 'HEIC'],
  [/^....ftypavif/s, 'AVIF'],
  [/^....ftyp/s, 'MP4'],
  [/^GIF8/, 'GIF'],
  [/^RIFF....WEBP/s, 'WebP'],
  [/^BM/, 'BMP'],
  [/^(?:II\*\0|MM\0\*)/, 'TIFF'],
  [/^PK/, 'ZIP'],
  [/^\xd0\xcf.\xe0/s, 'Microsoft Office'],
  [/^\{\\rtf/, 'RTF'],
  [/^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!doctype svg[^>]*>\s*)?<svg/is, 'SVG'],
  [/^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|script|body|head)/i, 'HTML'],
  [/^(?:\xef\xbb\xbf)?\s*<\?xml/i, 'XML'],
  [/^MZ/, 'EXE'],
]

/** Marks by which another program would take the file for something else. */
function refuseForeign(head: Buffer, type: MediaType): void {
  const text = head.toString('latin1').toLowerCase()
  if (type !== 'application/pdf' && text.includes('%pdf-')) throw new MediaFault('file_mixed', 'PDF')
  if (['<!doctype', '<html', '<script', '<svg', '<body', '<?php'].some((mark) => text.includes(mark)))
    throw new MediaFault('file_mixed', 'HTML')
}

/** An archive is read from its end: its last record says how long a comment follows, to the last byte of the file. */
function lookForArchive() {
  let size = 0
  let tail = Buffer.alloc(0)
  let ends = new Set<number>()
  return {
    push: (bytes: Buffer): void => {
      const seen = Buffer.concat([tail, bytes])
      const from = size - tail.length
      size += bytes.length
      for (let at = seen.indexOf(record); at >= 0; at = seen.indexOf(record, at + 1)) {
        if (at + recordBytes > seen.length) continue
        ends.add(from + at + recordBytes + seen.readUInt16LE(at + recordBytes - 2))
      }
      // Those that the file has outgrown are none.
      ends = new Set([...ends].filter((end) => end >= size))
      tail = Buffer.from(seen.subarray(-(recordBytes - 1)))
    },
    isOne: (): boolean => ends.has(size),
  }
}
const record = Buffer.from('PK\x05\x06', 'latin1')
const recordBytes = 22

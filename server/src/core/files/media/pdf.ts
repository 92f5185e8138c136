import { MediaFault, type Walker } from './media.ts'

/**
 * PDF (ISO 32000): its first line, the end that says where the table of its objects is, and nothing behind that. Programs
 * in it are refused where they can be seen; a document that somebody has hidden one in is still shown to nobody as a page
 * of ours.
 */
export function walkPdf(): Walker {
  let size = 0
  let tail = Buffer.alloc(0)
  let hasObject = false
  return {
    type: 'application/pdf',
    push: (bytes) => {
      const seen = Buffer.concat([tail, bytes])
      if (size === 0 && !/^%PDF-[12]\.\d[\r\n ]/.test(seen.toString('latin1', 0, 9)))
        throw new MediaFault('file_damaged')
      for (const name of programs) if (seen.includes(name)) throw new MediaFault('file_active')
      hasObject ||= seen.includes(' obj')
      size += bytes.length
      tail = Buffer.from(seen.subarray(-tailBytes))
      return bytes.length
    },
    end: () => {
      const [, place] = /startxref\s+(\d{1,10})\s+%%EOF[\s\0]*$/.exec(tail.toString('latin1')) ?? []
      if (!hasObject || place === undefined || Number(place) >= size) throw new MediaFault('file_damaged')
    },
  }
}

/** Writers leave some room behind the end; more of it is something else. */
const tailBytes = 2_048
const programs = ['/JavaScript', '/Launch']

import { crc32, deflateSync } from 'node:zlib'

/** Files as people send them, made here, and what else they might send. */

const bytes32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value >>> 0)
  return buffer
}

function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([bytes32(data.length), typed, bytes32(crc32(typed))])
}

type Size = { width?: number; height?: number }

/** A grey picture. `noise`: bytes that do not compress, to make it as large as a photo. */
export function png({ width = 640, height = 420, noise = 0 }: Size & { noise?: number } = {}): Buffer {
  const header = Buffer.concat([bytes32(width), bytes32(height), Buffer.from([8, 0, 0, 0, 0])])
  const rows = Buffer.alloc((width + 1) * height, 0x80)
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  const text = noise > 0 ? [pngChunk('teXt', Buffer.alloc(noise, 'noise '))] : []
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...text,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const segment = (code: number, data: readonly number[]): Buffer =>
  Buffer.from([0xff, code, (data.length + 2) >> 8, (data.length + 2) & 255, ...data])

/** The structure of a baseline JPEG; what it shows is noise. */
export function jpeg({ width = 640, height = 420 }: Size = {}): Buffer {
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc0, [8, ...size, 1, 1, 0x11, 0]),
    segment(0xc4, [0, ...Array.from({ length: 16 }, () => 0)]),
    segment(0xda, [1, 1, 0, 0, 63, 0]),
    Buffer.from([0x12, 0x34, 0xff, 0x00, 0x56, 0xff, 0xd0, 0x78]),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** A PDF of one empty page; `more` is one more object. */
export function pdf({ more = '' }: { more?: string } = {}): Buffer {
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>']
  objects.push('<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>', ...(more ? [more] : []))
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = text.length
  const count = objects.length + 1
  text += `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** An archive with one empty file, to be hung behind something else. */
export function zip(): Buffer {
  const name = Buffer.from('a.txt')
  const local = Buffer.concat([
    Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'),
    Buffer.alloc(16),
    Buffer.from([5, 0, 0, 0]),
    name,
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  return Buffer.concat([local, end])
}

/** A photo as telephones write them: a film, or another picture, behind the picture. */
export const withFilm = (picture: Buffer): Buffer =>
  Buffer.concat([picture, Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(300, 7)])

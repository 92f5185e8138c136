/** A TrueType font as far as a document needs it: which glyph a character has, how wide it is, and a font of few glyphs. */
export type TrueType = {
  name: string
  /** In thousandths of the size. */
  ascent: number
  descent: number
  box: readonly [number, number, number, number]
  /** 0 for a character that the font has not. */
  glyphOf(codePoint: number): number
  /** In thousandths of the size. */
  widthOf(glyph: number): number
  /**
   * The bytes of a font that has these glyphs and no others, numbered by their place in the list, which begins with 0.
   * Parts of composed glyphs are added behind them. Hints for screens are left out.
   */
  subset(glyphs: readonly number[]): Buffer
}

/** Reads a font file (Apple, "TrueType Reference Manual"); `name` is what documents call it. */
export function readTrueType(name: string, file: Buffer): TrueType {
  const tables = tablesOf(file)
  const table = (tag: string): Buffer => {
    const found = tables.get(tag)
    if (!found) throw new Error(`the font ${name} has no table ${tag}`)
    return found
  }
  const [head, hhea, hmtx] = [table('head'), table('hhea'), table('hmtx')]
  const perEm = head.readUInt16BE(18)
  const scaled = (units: number): number => Math.round((units * 1000) / perEm)
  const metrics = hhea.readUInt16BE(34)
  const metricAt = (glyph: number): number => 4 * Math.min(glyph, metrics - 1)
  const characters = charactersOf(table('cmap'))
  return {
    name,
    ascent: scaled(hhea.readInt16BE(4)),
    descent: scaled(hhea.readInt16BE(6)),
    box: [36, 38, 40, 42].map((at) => scaled(head.readInt16BE(at))) as [number, number, number, number],
    glyphOf: characters,
    widthOf: (glyph) => scaled(hmtx.readUInt16BE(metricAt(glyph))),
    subset: (glyphs) =>
      subsetOf({ head, hhea, maxp: table('maxp') }, glyphReader(table, head), hmtxReader(hmtx, metrics), glyphs),
  }
}

function tablesOf(file: Buffer): ReadonlyMap<string, Buffer> {
  const entries = Array.from({ length: file.readUInt16BE(4) }, (_, index) => 12 + 16 * index)
  return new Map(
    entries.map((at) => {
      const [offset, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)]
      return [file.toString('latin1', at, at + 4), file.subarray(offset, offset + length)]
    }),
  )
}

/** The table of characters in segments (format 4), which has the whole of the basic plane. */
function charactersOf(cmap: Buffer): (codePoint: number) => number {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(4 + 8 * index + 4))
  const start = subtables.find((at) => cmap.readUInt16BE(at) === 4)
  if (start === undefined) throw new Error('the font has no table of characters in segments')
  const table = cmap.subarray(start)
  const twice = table.readUInt16BE(6)
  const [ends, starts, deltas, offsets] = [14, 16 + twice, 16 + 2 * twice, 16 + 3 * twice] as const
  return (codePoint) => {
    if (codePoint > 0xffff) return 0
    for (let at = 0; at < twice; at += 2) {
      if (codePoint > table.readUInt16BE(ends + at)) continue
      const first = table.readUInt16BE(starts + at)
      if (codePoint < first) return 0
      const offset = table.readUInt16BE(offsets + at)
      const delta = table.readUInt16BE(deltas + at)
      if (offset === 0) return (codePoint + delta) & 0xffff
      const glyph = table.readUInt16BE(offsets + at + offset + 2 * (codePoint - first))
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}

type Read = (glyph: number) => Buffer

function glyphReader(table: (tag: string) => Buffer, head: Buffer): Read {
  const [glyf, loca] = [table('glyf'), table('loca')]
  const isLong = head.readInt16BE(50) === 1
  const at = (glyph: number): number => (isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph))
  return (glyph) => glyf.subarray(at(glyph), at(glyph + 1))
}

/** The width and the left side of a glyph; the last ones share their width. */
const hmtxReader =
  (hmtx: Buffer, metrics: number): Read =>
  (glyph) => {
    if (glyph < metrics) return hmtx.subarray(4 * glyph, 4 * glyph + 4)
    const side = 4 * metrics + 2 * (glyph - metrics)
    return Buffer.concat([hmtx.subarray(4 * metrics - 4, 4 * metrics - 2), hmtx.subarray(side, side + 2)])
  }

type Heads = { head: Buffer; hhea: Buffer; maxp: Buffer }

function subsetOf({ head, hhea, maxp }: Heads, read: Read, metricOf: Read, asked: readonly number[]): Buffer {
  const glyphs = [...asked]
  const outlines: Buffer[] = []
  // Parts of composed glyphs are appended to the list while it is gone through.
  for (let index = 0; index < glyphs.length; index++) outlines.push(padded(plainOutline(read(glyphs[index]!), glyphs)))
  let end = 0
  const places = Buffer.alloc(4 * (outlines.length + 1))
  for (const [index, { length }] of outlines.entries()) {
    end += length
    places.writeUInt32BE(end, 4 * (index + 1))
  }
  const [newHead, newHhea, newMaxp] = [Buffer.from(head), Buffer.from(hhea), Buffer.from(maxp)]
  newHead.writeUInt32BE(0, 8)
  newHead.writeInt16BE(1, 50)
  newHhea.writeUInt16BE(glyphs.length, 34)
  newMaxp.writeUInt16BE(glyphs.length, 4)
  return fontFile({
    glyf: Buffer.concat(outlines),
    head: newHead,
    hhea: newHhea,
    hmtx: Buffer.concat(glyphs.map(metricOf)),
    loca: places,
    maxp: newMaxp,
  })
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])

/** An outline without hints. The parts of a composed one are numbered as they are in the list, and added to it. */
function plainOutline(outline: Buffer, glyphs: number[]): Buffer {
  if (outline.length === 0) return outline
  const contours = outline.readInt16BE(0)
  if (contours >= 0) {
    const hints = 10 + 2 * contours
    const behind = hints + 2 + outline.readUInt16BE(hints)
    return Buffer.concat([outline.subarray(0, hints), Buffer.alloc(2), outline.subarray(behind)])
  }
  const copy = Buffer.from(outline)
  for (let at = 10; ; ) {
    const flags = copy.readUInt16BE(at)
    const part = copy.readUInt16BE(at + 2)
    if (!glyphs.includes(part)) glyphs.push(part)
    copy.writeUInt16BE(flags & ~partFlags.hints, at)
    copy.writeUInt16BE(glyphs.indexOf(part), at + 2)
    at += partLength(flags)
    if ((flags & partFlags.more) === 0) return copy.subarray(0, at)
  }
}

const partFlags = { words: 0x1, scale: 0x8, more: 0x20, twoScales: 0x40, matrix: 0x80, hints: 0x100 } as const

function partLength(flags: number): number {
  const place = flags & partFlags.words ? 4 : 2
  const turned = flags & partFlags.scale ? 2 : flags & partFlags.twoScales ? 4 : flags & partFlags.matrix ? 8 : 0
  return 4 + place + turned
}

/** A font file of these tables, in the order of their names. */
function fontFile(tables: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(tables).toSorted()
  const power = 2 ** Math.floor(Math.log2(names.length))
  const header = Buffer.alloc(12 + 16 * names.length)
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(names.length, 4)
  header.writeUInt16BE(16 * power, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE(16 * (names.length - power), 10)
  let offset = header.length
  for (const [index, name] of names.entries()) {
    const at = 12 + 16 * index
    header.write(name, at, 'latin1')
    header.writeUInt32BE(sumOf(tables[name]!), at + 4)
    header.writeUInt32BE(offset, at + 8)
    header.writeUInt32BE(tables[name]!.length, at + 12)
    offset += padded(tables[name]!).length
  }
  return Buffer.concat([header, ...names.map((name) => padded(tables[name]!))])
}

function sumOf(table: Buffer): number {
  const words = padded(table)
  let sum = 0
  for (let at = 0; at < words.length; at += 4) sum = (sum + words.readUInt32BE(at)) >>> 0
  return sum
}

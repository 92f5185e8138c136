import { checkSize, MediaFault, type Walker } from './media.ts'

/**
 * JPEG (ITU-T T.81): segments by their lengths, and the picture itself up to the marker of its end. Everything between two
 * segments would be something else.
 */
export function walkJpeg(): Walker {
  const walk = new Walk()
  return {
    type: 'image/jpeg',
    push: (bytes) => walk.push(bytes),
    end: () => {
      if (!walk.isWhole()) throw new MediaFault('file_damaged')
    },
  }
}

class Walk {
  /** What the next byte is. `pause`: the one behind an ff within the picture. */
  #next: 'start' | 'marker' | 'code' | 'length' | 'segment' | 'picture' | 'pause' | 'none' = 'start'
  #held: number[] = []
  #code = 0
  #left = 0
  #hasSize = false
  #hasPicture = false

  isWhole(): boolean {
    return this.#next === 'none' && this.#hasSize && this.#hasPicture
  }

  push(bytes: Buffer): number {
    let at = 0
    while (at < bytes.length && this.#next !== 'none') {
      if (this.#next === 'segment') at += this.#readSegment(bytes.subarray(at))
      else if (this.#next === 'picture') {
        const next = bytes.indexOf(0xff, at)
        if (next < 0) return bytes.length
        at = next + 1
        this.#next = 'pause'
      } else this.#readByte(bytes[at++]!)
    }
    return at
  }

  #readByte(byte: number): void {
    if (this.#next === 'pause' && isInPicture(byte)) this.#next = 'picture'
    else if (this.#next === 'code' || this.#next === 'pause') this.#readCode(byte)
    else if (this.#next === 'length') this.#readLength(byte)
    else if (this.#next === 'marker' && byte === 0xff) this.#next = 'code'
    else if (this.#next === 'start' && byte === startBytes[this.#held.length]) {
      this.#held.push(byte)
      if (this.#held.length < startBytes.length) return
      this.#held = []
      this.#next = 'marker'
    } else throw new MediaFault('file_damaged')
  }

  #readCode(byte: number): void {
    // A marker may be preceded by any number of these.
    if (byte === 0xff) return
    this.#code = byte
    if (byte === endOfImage) this.#next = 'none'
    else if (byte === 0x01 || isRestart(byte)) this.#next = 'marker'
    else if (byte === 0x00 || byte === startOfImage) throw new MediaFault('file_damaged')
    else this.#next = 'length'
  }

  #readLength(byte: number): void {
    this.#held.push(byte)
    if (this.#held.length < 2) return
    this.#left = this.#held[0]! * 256 + this.#held[1]! - 2
    this.#held = []
    if (this.#left < 0) throw new MediaFault('file_damaged')
    this.#next = 'segment'
    if (this.#left === 0) this.#endSegment()
  }

  #readSegment(bytes: Buffer): number {
    const taken = Math.min(this.#left, bytes.length)
    if (isFrame(this.#code)) this.#held.push(...bytes.subarray(0, Math.min(taken, sizeBytes - this.#held.length)))
    this.#left -= taken
    if (this.#left === 0) this.#endSegment()
    return taken
  }

  #endSegment(): void {
    if (isFrame(this.#code)) {
      const [, heightHigh, heightLow, widthHigh, widthLow] = this.#held
      if (widthLow === undefined) throw new MediaFault('file_damaged')
      checkSize(widthHigh! * 256 + widthLow, heightHigh! * 256 + heightLow!)
      this.#hasSize = true
    }
    this.#held = []
    this.#hasPicture ||= this.#code === startOfScan
    this.#next = this.#code === startOfScan ? 'picture' : 'marker'
  }
}

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
const startBytes = [0xff, startOfImage]
/** Precision, height and width. */
const sizeBytes = 5
const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7
/** A frame, whatever its compression; three codes of their range are for other things. */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
/** Behind ff within the picture: a byte that is ff itself, or a mark to begin again from. */
const isInPicture = (byte: number): boolean => byte === 0x00 || isRestart(byte)

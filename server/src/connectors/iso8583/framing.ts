/**
 * The messages in a stream of bytes, each with its length before it. TCP keeps the order of bytes and nothing else, so a
 * message may arrive in pieces, and several at once.
 */
export type Framing = {
  /** Returns the messages that are complete now. After a bad length nothing more can be read from the stream. */
  push(bytes: Uint8Array): { messages: Uint8Array[]; badLength?: string }
  /** Whether a message has begun to arrive and is not complete. */
  isWithin(): boolean
}

/** How the length is written, and what stands between it and the message. */
export type FrameLayout = {
  /** `binary`, most significant byte first; `text`, ASCII digits; `packed`, digits two to a byte. */
  lengthAs: 'binary' | 'text' | 'packed'
  lengthBytes: 2 | 4
  /** Whether the length counts its own bytes. */
  countsItself: boolean
  /** Sent before each message and counted by the length, such as a TPDU; of what is received so many bytes are left out. */
  header: Uint8Array
}

/** Two bytes that do not count themselves, and no header: what most switches speak (issuing standards 1.1). */
const plainFrames: FrameLayout = {
  lengthAs: 'binary',
  lengthBytes: 2,
  countsItself: false,
  header: new Uint8Array(),
}

/** Real messages are shorter than 2 kB (issuing standards 1.1). */
export const messageBytesMax = 8_192

export function openFraming(layout: FrameLayout = plainFrames): Framing {
  const { lengthBytes } = layout
  let pieces: Uint8Array[] = []
  let held = 0
  /** The bytes that are needed before anything can be read: the length, or a whole message with its length. */
  let needed: number = lengthBytes
  return {
    push: (bytes) => {
      pieces.push(bytes)
      held += bytes.length
      if (held < needed) return { messages: [] }
      // Pieces are put together only when they complete something, so that single bytes cost no copy each.
      const all = pieces.length === 1 ? bytes : Buffer.concat(pieces)
      const messages: Uint8Array[] = []
      let at = 0
      needed = lengthBytes
      while (all.length - at >= needed) {
        const length = readLength(all.subarray(at, at + lengthBytes), layout)
        if (length === keepAlive) {
          at += lengthBytes
          continue
        }
        const badLength = problemOf(length, layout)
        if (length === undefined || badLength) return { messages, badLength: badLength ?? 'no length' }
        if (all.length - at < lengthBytes + length) {
          needed = lengthBytes + length
          break
        }
        const begin = at + lengthBytes + layout.header.length
        at += lengthBytes + length
        messages.push(all.subarray(begin, at))
      }
      pieces = at < all.length ? [all.subarray(at)] : []
      held = all.length - at
      return { messages }
    },
    isWithin: () => held > 0,
  }
}

/** A length with nothing behind it: switches send it so that the line is not taken for dead. */
const keepAlive = 0

/** How many bytes follow the length; undefined if it is not a number. */
function readLength(bytes: Uint8Array, { lengthAs, lengthBytes, countsItself }: FrameLayout): number | undefined {
  const own = countsItself ? lengthBytes : 0
  if (lengthAs === 'binary') return bytes.reduce((sum, byte) => sum * 256 + byte, 0) - own
  const digits = Buffer.from(bytes).toString(lengthAs === 'text' ? 'latin1' : 'hex')
  return /^\d+$/.test(digits) ? Number(digits) - own : undefined
}

function problemOf(length: number | undefined, { header }: FrameLayout): string | undefined {
  if (length === undefined) return 'a length that is not a number'
  if (length <= header.length) return `a message of length ${length}`
  return length > messageBytesMax ? `a message of ${length} bytes; at most ${messageBytesMax} are read` : undefined
}

/** A message with its length before it. */
export function framed(message: Uint8Array, layout: FrameLayout = plainFrames): Buffer {
  const { header, lengthAs, lengthBytes, countsItself } = layout
  const length = header.length + message.length + (countsItself ? lengthBytes : 0)
  const width = lengthAs === 'text' ? lengthBytes : lengthBytes * 2
  const digits = length.toString(lengthAs === 'binary' ? 16 : 10).padStart(width, '0')
  if (digits.length > width) throw new Error(`a message of ${length} bytes does not fit the length before it`)
  return Buffer.concat([Buffer.from(digits, lengthAs === 'text' ? 'latin1' : 'hex'), header, message])
}

/**
 * The messages in a stream of bytes: each has a length of two bytes before it that does not count itself. TCP keeps the
 * order of bytes and nothing else, so a message may arrive in pieces, and several at once.
 */
export type Framing = {
  /** Returns the messages that are complete now. After a bad length nothing more can be read from the stream. */
  push(bytes: Uint8Array): { messages: Uint8Array[]; badLength?: string }
  /** Whether a message has begun to arrive and is not complete. */
  isWithin(): boolean
}

/** Real messages are shorter than 2 kB (issuing standards 1.1). */
export const messageBytesMax = 8_192

export function openFraming(): Framing {
  let pieces: Uint8Array[] = []
  let held = 0
  /** The bytes that are needed before anything can be read: 2, or a whole message with its length. */
  let needed = prefixBytes
  return {
    push: (bytes) => {
      pieces.push(bytes)
      held += bytes.length
      if (held < needed) return { messages: [] }
      // Pieces are put together only when they complete something, so that single bytes cost no copy each.
      const all = pieces.length === 1 ? bytes : Buffer.concat(pieces)
      const messages: Uint8Array[] = []
      let at = 0
      needed = prefixBytes
      while (all.length - at >= needed) {
        const length = all[at]! * 256 + all[at + 1]!
        if (length === 0 || length > messageBytesMax) return { messages, badLength: badLength(length) }
        if (all.length - at < prefixBytes + length) {
          needed = prefixBytes + length
          break
        }
        messages.push(all.subarray(at + prefixBytes, at + prefixBytes + length))
        at += prefixBytes + length
      }
      pieces = at < all.length ? [all.subarray(at)] : []
      held = all.length - at
      return { messages }
    },
    isWithin: () => held > 0,
  }
}
const prefixBytes = 2

const badLength = (length: number): string =>
  length === 0 ? 'a message of length 0' : `a message of ${length} bytes; at most ${messageBytesMax} are read`

/** A message with its length before it. */
export function framed(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(prefixBytes + message.length)
  frame.writeUInt16BE(message.length)
  frame.set(message, prefixBytes)
  return frame
}

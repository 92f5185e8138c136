import { expect, test } from 'vitest'
import { framed, messageBytesMax, openFraming } from './framing.ts'

const texts = (messages: readonly Uint8Array[]): string[] => messages.map((message) => Buffer.from(message).toString())
const three = Buffer.concat(['sign-on', 'x', 'a longer message'].map((text) => framed(Buffer.from(text))))

test('several messages in one read are several messages', () => {
  const framing = openFraming()
  expect(texts(framing.push(three).messages)).toEqual(['sign-on', 'x', 'a longer message'])
  expect(framing.isWithin()).toBe(false)
})

test('a message is complete with its last byte, wherever the reads end', () => {
  for (let size = 1; size <= three.length; size++) {
    const framing = openFraming()
    const found: string[] = []
    for (let at = 0; at < three.length; at += size)
      found.push(...texts(framing.push(three.subarray(at, at + size)).messages))
    expect(found).toEqual(['sign-on', 'x', 'a longer message'])
    expect(framing.isWithin()).toBe(false)
  }
})

test('half a message waits', () => {
  const framing = openFraming()
  expect(framing.push(three.subarray(0, 1)).messages).toEqual([])
  expect(framing.isWithin()).toBe(true)
})

test('a length of zero or beyond the limit ends the stream, after what came before it', () => {
  const good = framed(Buffer.from('good'))
  const zero = openFraming().push(Buffer.concat([good, Buffer.from([0, 0, 1])]))
  expect([texts(zero.messages), zero.badLength]).toEqual([['good'], 'a message of length 0'])
  const long = Buffer.alloc(2)
  long.writeUInt16BE(messageBytesMax + 1)
  expect(openFraming().push(long).badLength).toBe('a message of 8193 bytes; at most 8192 are read')
  expect(openFraming().push(framed(Buffer.alloc(messageBytesMax, 1))).badLength).toBeUndefined()
})

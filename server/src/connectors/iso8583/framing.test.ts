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

test('a length of zero is a keep-alive, and no message', () => {
  const good = framed(Buffer.from('good'))
  const framing = openFraming()
  expect(framing.push(Buffer.from([0, 0, 0]))).toEqual({ messages: [] })
  const { messages, badLength } = framing.push(Buffer.concat([Buffer.from([0]), good, Buffer.from([0, 0]), good]))
  expect([texts(messages), badLength, framing.isWithin()]).toEqual([['good', 'good'], undefined, false])
  const header = Buffer.from('6000010000', 'hex')
  const withHeader = openFraming({ lengthAs: 'text', lengthBytes: 4, countsItself: true, header })
  expect(withHeader.push(Buffer.from('0004'))).toEqual({ messages: [] })
})

test('a length beyond the limit ends the stream, after what came before it', () => {
  const good = openFraming().push(Buffer.concat([framed(Buffer.from('good')), Buffer.from('FFFF', 'hex')]))
  expect([texts(good.messages), good.badLength]).toEqual([['good'], 'a message of 65535 bytes; at most 8192 are read'])
  const long = Buffer.alloc(2)
  long.writeUInt16BE(messageBytesMax + 1)
  expect(openFraming().push(long).badLength).toBe('a message of 8193 bytes; at most 8192 are read')
  expect(openFraming().push(framed(Buffer.alloc(messageBytesMax, 1))).badLength).toBeUndefined()
})

test.each([
  ['four digits', { lengthAs: 'text', lengthBytes: 4 }, '0004'],
  ['packed digits', { lengthAs: 'packed', lengthBytes: 2 }, '\0\x04'],
  ['four bytes that count themselves', { lengthAs: 'binary', lengthBytes: 4, countsItself: true }, '\0\0\0\x08'],
] as const)('the length may be %s', (_name, differing, length) => {
  const layout = { countsItself: false, header: new Uint8Array(), ...differing }
  const frame = framed(Buffer.from('echo'), layout)
  expect(frame.toString('latin1')).toBe(`${length}echo`)
  const framing = openFraming(layout)
  expect(texts([...frame].flatMap((byte) => framing.push(Uint8Array.of(byte)).messages))).toEqual(['echo'])
})

test('a header is counted, sent before each message, and left out of what is read', () => {
  const layout = {
    lengthAs: 'text',
    lengthBytes: 4,
    countsItself: false,
    header: Buffer.from('6000010000', 'hex'),
  } as const
  const frame = framed(Buffer.from('echo'), layout)
  expect(frame.toString('hex')).toBe(
    `${Buffer.from('0009').toString('hex')}6000010000${Buffer.from('echo').toString('hex')}`,
  )
  expect(texts(openFraming(layout).push(frame).messages)).toEqual(['echo'])
  expect(openFraming(layout).push(Buffer.from('0005abcde')).badLength).toBe('a message of length 5')
  expect(openFraming(layout).push(Buffer.from('00x5abcde')).badLength).toBe('a length that is not a number')
})

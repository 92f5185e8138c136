/** How texts become bytes on the wire, one entry for each encoding that card networks use. */
export type TextEncoding = 'ascii' | 'ebcdic-1047' | 'ebcdic-500'

export const encodeText = (text: string, encoding: TextEncoding): Buffer =>
  encoding === 'ascii' ? Buffer.from(text, 'latin1') : mapped(Buffer.from(text, 'latin1'), tables[encoding].to)

export const decodeText = (bytes: Buffer, encoding: TextEncoding): string =>
  (encoding === 'ascii' ? bytes : mapped(bytes, tables[encoding].from)).toString('latin1')

const mapped = (bytes: Uint8Array, table: Uint8Array): Buffer => Buffer.from(bytes.map((byte) => table[byte]!))

/** Digits two to a byte; `d` is the separator of a track. An odd number of digits gets a zero before or after them. */
export function encodeDigits(digits: string, zeroAt: 'start' | 'end'): Buffer {
  const even = digits.length % 2 === 0 ? digits : zeroAt === 'start' ? `0${digits}` : `${digits}0`
  return Buffer.from(even, 'hex')
}

/** The opposite; undefined if the zero that fills an odd number of digits is not a zero. */
export function decodeDigits(bytes: Buffer, count: number, zeroAt: 'start' | 'end'): string | undefined {
  const hex = bytes.toString('hex')
  if (count % 2 === 0) return hex
  const [fill, digits] = zeroAt === 'start' ? [hex[0], hex.slice(1)] : [hex.at(-1), hex.slice(0, -1)]
  return fill === '0' ? digits : undefined
}

/**
 * Code page 1047 (IBM z/OS) for each byte of ISO 8859-1, sixteen in a line, as IBM publishes it. A page is a permutation: every byte survives both ways.
 */
const page1047 = Buffer.from(
  [
    '00010203372d2e2f1605250b0c0d0e0f',
    '101112133c3d322618193f271c1d1e1f',
    '405a7f7b5b6c507d4d5d5c4e6b604b61',
    'f0f1f2f3f4f5f6f7f8f97a5e4c7e6e6f',
    '7cc1c2c3c4c5c6c7c8c9d1d2d3d4d5d6',
    'd7d8d9e2e3e4e5e6e7e8e9ade0bd5f6d',
    '79818283848586878889919293949596',
    '979899a2a3a4a5a6a7a8a9c04fd0a107',
    '202122232415061728292a2b2c090a1b',
    '30311a333435360838393a3b04143eff',
    '41aa4ab19fb26ab5bbb49a8ab0caafbc',
    '908feafabea0b6b39dda9b8bb7b8b9ab',
    '6465626663679e687471727378757677',
    'ac69edeeebefecbf80fdfefbfcbaae59',
    '4445424643479c485451525358555657',
    '8c49cdcecbcfcce170dddedbdc8d8edf',
  ].join(''),
  'hex',
)

/** Code page 500 (international) differs from 1047 in these characters. */
const differences500: readonly [character: string, code: number][] = [
  ['[', 0x4a],
  [']', 0x5a],
  ['!', 0x4f],
  ['|', 0xbb],
  ['^', 0x5f],
  ['¢', 0xb0],
  ['¬', 0xba],
  ['Ý', 0xad],
  ['¨', 0xbd],
]

const tables: Readonly<Record<Exclude<TextEncoding, 'ascii'>, { to: Uint8Array; from: Uint8Array }>> = {
  'ebcdic-1047': bothWays(page1047),
  'ebcdic-500': bothWays(withDifferences(page1047)),
}

function withDifferences(page: Buffer): Buffer {
  const other = Buffer.from(page)
  for (const [character, code] of differences500) other[character.charCodeAt(0)] = code
  return other
}

function bothWays(to: Uint8Array): { to: Uint8Array; from: Uint8Array } {
  const from = new Uint8Array(to.length)
  for (const [character, code] of to.entries()) from[code] = character
  return { to, from }
}

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const checksumLength = 6

/** The bytes of a text in bech32 (BIP 173) with this prefix; undefined when it is none, or its checksum does not fit. */
export function readBech32(text: string, prefix: string): Buffer | undefined {
  if (!text.startsWith(`${prefix}1`)) return undefined
  const values = [...text.slice(prefix.length + 1)].map((sign) => alphabet.indexOf(sign))
  if (values.length < checksumLength || values.includes(-1)) return undefined
  if (checksumOf([...expanded(prefix), ...values]) !== 1) return undefined
  return bytesOf(values.slice(0, -checksumLength))
}

const expanded = (prefix: string): number[] => {
  const codes = [...prefix].map((sign) => sign.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

function checksumOf(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of generators.entries()) if ((top >>> bit) & 1) sum ^= generator
  }
  return sum
}

/** Groups of five bits as bytes; undefined when what is left over is a whole group, or is not zero. */
function bytesOf(groups: readonly number[]): Buffer | undefined {
  const bytes: number[] = []
  let [held, bits] = [0, 0]
  for (const group of groups) {
    held = (held << 5) | group
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push(held >>> bits)
    held &= (1 << bits) - 1
  }
  return bits < 5 && held === 0 ? Buffer.from(bytes) : undefined
}

/** Bytes as bech32 (BIP 173), written apart from the reader of the program. */
export function bech32(prefix: string, bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const values = (bits.match(/.{1,5}/g) ?? []).map((group) => Number.parseInt(group.padEnd(5, '0'), 2))
  const codes = [...prefix].map((sign) => sign.charCodeAt(0))
  const all = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...values, 0, 0, 0, 0, 0, 0]
  const sum = all.reduce(step, 1n) ^ 1n
  const checksum = [25n, 20n, 15n, 10n, 5n, 0n].map((shift) => Number((sum >> shift) & 31n))
  return `${prefix}1${[...values, ...checksum].map((value) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'[value]).join('')}`
}

const generators = [0x3b6a57b2n, 0x26508e6dn, 0x1ea119fan, 0x3d4233ddn, 0x2a1462b3n]

const step = (sum: bigint, value: number): bigint =>
  generators.reduce(
    (next, generator, bit) => ((sum >> (25n + BigInt(bit))) & 1n ? next ^ generator : next),
    ((sum & 0x1ffffffn) << 5n) ^ BigInt(value),
  )

/** A value in DER behind its tag and its length, of at most 65,535 bytes. */
export function derOf(tag: number, content: Uint8Array): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

/** A SET OF: DER sorts its members by their bytes. */
export const derSetOf = (members: readonly Uint8Array[]): Buffer =>
  derOf(0x31, Buffer.concat([...members].sort((one, other) => Buffer.compare(one, other))))

/** The structure of a baseline JPEG of 640 × 420; what it shows is noise. */
export function photo(): Blob {
  const segment = (code: number, data: readonly number[]) => [0xff, code, 0, data.length + 2, ...data]
  const bytes = [
    ...[0xff, 0xd8],
    ...segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    ...segment(0xc0, [8, 420 >> 8, 420 & 255, 640 >> 8, 640 & 255, 1, 1, 0x11, 0]),
    ...segment(0xc4, [0, ...Array.from({ length: 16 }, () => 0)]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...[0x12, 0x34, 0xff, 0x00, 0x56, 0xff, 0xd0, 0x78, 0xff, 0xd9],
  ]
  return new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' })
}

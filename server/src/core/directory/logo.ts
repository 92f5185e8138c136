/** Of the whole `data:` URL, since that is what every payment page carries. */
export const logoLengthMax = 100_000

/** How the bytes of each allowed kind of image begin. An SVG begins with text, so only that it is markup is checked. */
const signatures: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'image/png': (bytes) => bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n',
  'image/jpeg': (bytes) => bytes.toString('latin1', 0, 3) === '\xff\xd8\xff',
  'image/webp': (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  'image/svg+xml': (bytes) => /^\ufeff?\s*</.test(bytes.toString('utf8')) && bytes.includes('<svg'),
}

/** An image as a `data:` URL; undefined for one that is not shown. */
export const logoOf = (image: Buffer): string | undefined =>
  Object.keys(signatures)
    .map((type) => `data:${type};base64,${image.toString('base64')}`)
    .find(isLogo)

/**
 * Whether this is an image we show: small enough, base64, of an allowed type, and beginning as that type does.
 * It is shown by `<img>` only, where an SVG runs no script and fetches nothing.
 */
export function isLogo(unchecked: string): boolean {
  if (unchecked.length > logoLengthMax) return false
  const match = /^data:(image\/[a-z+]+);base64,((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(
    unchecked,
  )
  if (!match) return false
  const begins = Object.hasOwn(signatures, match[1]!) ? signatures[match[1]!] : undefined
  return begins?.(Buffer.from(match[2]!, 'base64')) ?? false
}

import anyAscii from 'any-ascii'

/** Signs of Windows-1252 that Latin-1 has not, in the order of their bytes from 0x80 on; a space where there is none. */
const signs = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/**
 * A text in the encoding of the standard fonts of PDF (Windows-1252), each byte as a character. Narrow spaces become
 * spaces, marks of direction are left out, a character with another accent loses it, letters of other scripts are written
 * with Latin ones (Хлеб is Khleb), and what is left becomes a question mark. What is encoded already stays as it is.
 */
export const inWindows1252 = (text: string): string =>
  text.normalize('NFC').replaceAll(/[^ -~\u0080-\u00ff]/gu, (character) => encoded(character))

function encoded(character: string): string {
  if (/[\u2000-\u200a\u202f]/.test(character)) return '\u00a0'
  if (/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/.test(character)) return ''
  const sign = signs.indexOf(character)
  if (sign >= 0) return String.fromCharCode(0x80 + sign)
  const plain = character.normalize('NFD')[0]!
  if (/[!-~]/.test(plain)) return plain
  const latin = /[\p{L}\p{N}]/u.test(character) ? anyAscii(character) : '?'
  return /^[ -~]*$/.test(latin) ? latin : '?'
}

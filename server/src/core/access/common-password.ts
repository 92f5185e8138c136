import { commonPasswords } from './common-passwords.ts'

/**
 * Whether everybody tries this password first: a common word, however it is decorated (`P@ssw0rd1!`), or the own
 * address.
 */
export function isCommonPassword(text: string, email: string): boolean {
  const small = text.toLowerCase()
  const [name = ''] = email.toLowerCase().split('@')
  if (name.length >= nameLengthMin && small.includes(name)) return true
  // Decorated at its ends, as most are: the word is what is left; and with other signs for letters.
  const word = small.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const plain = (spelled: string) => spelled.replaceAll(/[^\p{L}]/gu, (sign) => plainSignOf[sign] ?? '')
  return [small, word, plain(word), plain(small)].some((one) => commonPasswords.has(one))
}
const nameLengthMin = 4
const plainSignOf: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

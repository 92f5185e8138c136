import anyAscii from 'any-ascii'

/** A word of a name as it is compared. */
export type NameToken = {
  /** In plain small letters; those that spellings confuse are one letter. */
  text: string
  /** Its consonants: what is left of it in Arabic and Hebrew. */
  skeleton: string
  /** It was written without vowels, and is compared by its consonants alone. */
  withoutVowels: boolean
  /** Bit `n`: the text has the letter number `n`; bit 26: a digit. */
  characters: number
}

/**
 * The words of a name as they are compared: composed (NFKC), transliterated to Latin letters, without accents, case,
 * punctuation and doubled letters; "SURNAME, Given" in the order of speech, so that words that are written apart elsewhere stand side by
 * side. Articles and particles say nothing and are left out where two words remain.
 */
export function tokensOf(name: string): NameToken[] {
  const tokens = inOrderOfSpeech(name.normalize('NFKC').slice(0, nameCharactersMax))
    .replaceAll(/['’‘ʻʼ`´ʿʾ]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .flatMap(tokensOfWord)
  return shortened(unless(tokens, ({ text }) => particles.has(text)))
}

/** Of very long names the first words; initials, which say least, are left out before. */
const shortened = (tokens: readonly NameToken[]): NameToken[] =>
  (tokens.length > tokensMax ? unless(tokens, ({ text }) => text.length === 1) : tokens).slice(0, tokensMax)

/** Without those that say nothing, where two words remain. */
function unless(tokens: readonly NameToken[], saysNothing: (token: NameToken) => boolean): readonly NameToken[] {
  const telling = tokens.filter((token) => !saysNothing(token))
  return telling.length >= 2 ? telling : tokens
}

export const nameCharactersMax = 500
const tokensMax = 12
const particles: ReadonlySet<string> = new Set(
  'al el ul bin ibn bint van von der den de da di do dos du la le del della zu zum af av'.split(' '),
)

function inOrderOfSpeech(name: string): string {
  const comma = name.indexOf(',')
  return comma < 0 ? name : `${name.slice(comma + 1)} ${name.slice(0, comma)}`
}

function tokensOfWord(word: string): NameToken[] {
  const withoutVowels = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(word)
  const plain = withoutVowels ? word.replace(/^\u0627\u0644(?=..)/u, '') : word
  const latin = anyAscii(plain)
  // A syllable of Chinese or Korean begins with a capital.
  const parts = /[\p{Script=Han}\p{Script=Hangul}]/u.test(word) ? latin.split(/(?=[A-Z])/) : [latin]
  return parts
    .map((part) => part.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .filter((characters) => characters !== '')
    .map((characters) => tokenOf(spellingOf(characters), skeletonOf(characters), withoutVowels))
}

const tokenOf = (text: string, skeleton: string, withoutVowels: boolean): NameToken => {
  let characters = 0
  for (let at = 0; at < text.length; at++) characters |= 1 << bitOf(text.charCodeAt(at))
  return { text, skeleton, withoutVowels, characters }
}
const bitOf = (code: number): number => (code >= firstCharacter ? code - firstCharacter : digitBit)
const firstCharacter = 'a'.charCodeAt(0)
const digitBit = 26

/** Two neighbours written as one. */
export const joinTokens = (one: NameToken, other: NameToken): NameToken =>
  tokenOf(one.text + other.text, one.skeleton + other.skeleton, one.withoutVowels || other.withoutVowels)

/** "Juri", "Yuriy" and "Yurij" are spelled alike, and so are "Anna" and "Ana". */
const spellingOf = (characters: string): string =>
  characters
    .replaceAll(/[jy]/g, 'i')
    .replaceAll('w', 'v')
    .replaceAll('ph', 'f')
    .replaceAll('ck', 'k')
    .replaceAll(/([a-z])\1+/g, '$1')

/**
 * The consonants of a word, one letter for those that are transliterated in several ways: "Qaddafi", "Gaddafi" and
 * "Kadhafi" have the same.
 */
const skeletonOf = (characters: string): string =>
  characters
    .replaceAll('kh', 'k')
    .replaceAll('gh', 'k')
    .replaceAll('dh', 'd')
    .replaceAll('th', 't')
    .replaceAll('ph', 'f')
    .replaceAll(/sh|ch|sch/g, 's')
    .replaceAll(/[qgcx]/g, 'k')
    .replaceAll(/[aeiouwyv]/g, '')
    .replaceAll(/(.)\1+/g, '$1')

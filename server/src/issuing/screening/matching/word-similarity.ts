import { jaroWinkler, jaroWinklerMax } from './jaro-winkler.ts'
import type { NameToken } from './name-tokens.ts'

/** Words less alike than this are different words. */
export const similarFrom = 0.8

/** Of two words: Jaro and Winkler's, less where they begin with another sound or differ much in length. */
export function wordSimilarity(one: NameToken, other: NameToken): number {
  if (one.text === other.text) return 1
  if (one.withoutVowels || other.withoutVowels) return skeletonSimilarity(one.skeleton, other.skeleton)
  const [n, m] = [one.text.length, other.text.length]
  if (n === 1 || m === 1) return one.text[0] === other.text[0] ? initialSimilarity : 0
  if (!mayBeAlike(one, other)) return 0
  const ratio = n < m ? n / m : m / n
  const length = ratio < lengthRatioMin ? 1 - (1 - ratio) * lengthWeight : 1
  const sound = soundOf(one.text) === soundOf(other.text) ? 1 : otherSound
  return jaroWinkler(one.text, other.text) * length * sound
}
const lengthRatioMin = 0.9
const lengthWeight = 0.3
const otherSound = 0.9
const initialSimilarity = 0.9

/** The same consonants are never certain: "hsn" may be Hassan or Hussein. */
const skeletonSimilarity = (one: string, other: string): number =>
  one !== '' && one === other ? (one.length > 2 ? 0.92 : 0.85) : 0

/**
 * False only when Jaro and Winkler's measure of two words is below `similarFrom`: a letter of one that the other lacks
 * matches none. It is asked of a hundred words for one that is measured.
 */
export const mayBeAlike = (one: NameToken, other: NameToken): boolean =>
  mayShareCharacters(one.text.length, one.characters, other) &&
  jaroWinklerMax(one.text, other.text, sharedMax(one.text.length, one.characters, other)) >= similarFrom

/** The same of a word of so many letters, before it is there: as if the two began alike. */
export const mayShareCharacters = (length: number, characters: number, other: NameToken): boolean => {
  const shared = sharedMax(length, characters, other)
  return (shared / length + shared / other.text.length + 1) / 3 >= jaroMin
}
/** With the same first four letters it makes `similarFrom`. */
const jaroMin = (similarFrom - 0.4) / 0.6 - 1e-9

const sharedMax = (length: number, characters: number, other: NameToken): number =>
  Math.min(length - bitsIn(characters & ~other.characters), other.text.length - bitsIn(other.characters & ~characters))

function bitsIn(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Letters that begin the same name in different transliterations. */
const sounds = ['aeou', 'ckqgxh', 'fpv', 'sz'] as const
const soundByCharacter: ReadonlyMap<string, string> = new Map(
  sounds.flatMap((characters) => [...characters].map((character): [string, string] => [character, characters])),
)
const soundOf = (text: string): string => soundByCharacter.get(text[0]!) ?? text[0]!

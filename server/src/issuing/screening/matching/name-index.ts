import { jaroWinkler } from './jaro-winkler.ts'
import { joinTokens, type NameToken } from './name-tokens.ts'
import { charactersOf, scoreNames } from './score-names.ts'
import { mayBeAlike, similarFrom, wordSimilarity } from './word-similarity.ts'

/** A name that can be found, and whose it is. */
export type IndexedName<Of> = { of: Of; name: string; isWeak: boolean; tokens: readonly NameToken[] }
export type NameMatch<Of> = { found: IndexedName<Of>; score: number }

/**
 * Finds the names that are alike. Every word of the names is kept once. Words alike to one that is searched are found by
 * going through all of them, past those that their letters rule out, which never loses one. Names that share enough of
 * such words are scored.
 */
export class NameIndex<Of> {
  readonly #names: (IndexedName<Of> & { words: readonly number[]; characters: number })[] = []
  readonly #words: NameToken[] = []
  readonly #numbers = new Map<string, number>()
  /** Which names have the word. */
  readonly #namesOf: number[][] = []

  get size(): number {
    return this.#names.length
  }

  add(name: IndexedName<Of>): void {
    const words = name.tokens.map((token) => this.#numberOf(token))
    const number = this.#names.push({ ...name, words, characters: charactersOf(name.tokens) }) - 1
    for (const word of new Set(words)) this.#namesOf[word]!.push(number)
  }

  /** Names with at least this score, in no order. */
  search(tokens: readonly NameToken[], from: number): NameMatch<Of>[] {
    const similar = tokens.map(() => new Float64Array(this.#words.length))
    const candidates = this.#candidatesOf(tokens, similar)
    const found: NameMatch<Of>[] = []
    for (const number of candidates) {
      const name = this.#names[number]!
      const score = scoreNames(tokens, name.tokens, (i, j) => similar[i]![name.words[j]!]!)
      if (score >= from) found.push({ found: name, score })
    }
    return found
  }

  /** Fills in which words are how similar. Two neighbours may be one word of a name, and count for it together. */
  #candidatesOf(tokens: readonly NameToken[], similar: readonly Float64Array[]): number[] {
    const joined = tokens.slice(1).map((second, at) => joinTokens(tokens[at]!, second))
    const shared = new Uint16Array(this.#names.length)
    const counted = new Int8Array(this.#names.length)
    const touched: number[] = []
    for (const [at, token] of [...tokens, ...joined].entries())
      for (let word = 0; word < this.#words.length; word++) {
        const other = this.#words[word]!
        if (!mayShare(token, other)) continue
        if (at < tokens.length) similar[at]![word] = wordSimilarity(token, other)
        for (const name of this.#namesOf[word]!) {
          if (counted[name] === at + 1) continue
          counted[name] = at + 1
          if (shared[name] === 0) touched.push(name)
          shared[name]! += token.text.length
        }
      }
    const characters = charactersOf(tokens)
    return touched.filter((name) => shared[name]! >= sharedMin * Math.min(characters, this.#names[name]!.characters))
  }

  /** A word of Arabic and one of Latin letters are two, though their text be the same. */
  #numberOf(token: NameToken): number {
    const key = `${token.withoutVowels} ${token.text} ${token.skeleton}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#words.push(token) - 1
    this.#numbers.set(key, number)
    this.#namesOf.push([])
    return number
  }
}

/**
 * A name is scored when words of this share of its letters, or of those of the searched name, are alike. It is lower than
 * any score of use, because a word may be written as two there.
 */
const sharedMin = 0.5

/** Whether two words count as shared. More are than are similar: "abdul" is shared with "abdulrahman". */
const mayShare = (one: NameToken, other: NameToken): boolean =>
  one.withoutVowels || other.withoutVowels || one.text.length === 1 || other.text.length === 1
    ? wordSimilarity(one, other) > 0
    : mayBeAlike(one, other) && jaroWinkler(one.text, other.text) >= similarFrom

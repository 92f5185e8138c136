import { joinTokens, type NameToken } from './name-tokens.ts'
import { mayShareCharacters, similarFrom, wordSimilarity } from './word-similarity.ts'

/** How alike the words number `i` of one name and `j` of the other are. */
type Similarity = (i: number, j: number) => number

/**
 * How alike two names are, from 0 to 1. The words of one are paired with the most similar words of the other, in any
 * order, and count by their length. The name that is covered better decides; what is left over in the other takes
 * something off, so that "Ana Popa" is close to "Ana Maria Popa", and less so to a name of six words. Neighbouring
 * words may be written as one: "Abdul Rahman", "Abdulrahman". `similarity` is that of the words, where it is known.
 */
export function scoreNames(
  one: readonly NameToken[],
  other: readonly NameToken[],
  similarity: Similarity = (i, j) => wordSimilarity(one[i]!, other[j]!),
): number {
  const score = scoreWords(one, other, similarity)
  if (score === 1) return score
  return Math.max(
    score,
    scoreJoined(one, other, similarity),
    scoreJoined(other, one, (i, j) => similarity(j, i)),
  )
}

/** The best score with two neighbours of one name as a single word, where the other name has such a word. */
function scoreJoined(one: readonly NameToken[], other: readonly NameToken[], similarity: Similarity): number {
  let best = 0
  for (let at = 0; at + 1 < one.length; at++) {
    const [first, second] = [one[at]!, one[at + 1]!]
    const length = first.text.length + second.text.length
    const characters = first.characters | second.characters
    const isLike = (word: NameToken) =>
      first.withoutVowels || word.withoutVowels || mayShareCharacters(length, characters, word)
    if (!other.some(isLike)) continue
    const joined = joinTokens(first, second)
    const similar = other.map((word) => wordSimilarity(joined, word))
    if (similar.every((value) => value < similarFrom)) continue
    const words = [...one.slice(0, at), joined, ...one.slice(at + 2)]
    best = Math.max(
      best,
      scoreWords(words, other, (i, j) => (i === at ? similar[j]! : similarity(i < at ? i : i + 1, j))),
    )
  }
  return best
}
/** What words left over in the longer name take off: more where a single word is all that they share. */
const leftOverWeight = { one: 0.6, more: 0.3 }

function scoreWords(one: readonly NameToken[], other: readonly NameToken[], similarity: Similarity): number {
  const { pairs, first, second } = pairWords(one, other, similarity)
  if (pairs === 0) return 0
  const [coveredOne, coveredOther] = [first / charactersOf(one), second / charactersOf(other)]
  const weight = pairs === 1 ? leftOverWeight.one : leftOverWeight.more
  return Math.max(coveredOne, coveredOther) * (1 - weight * (1 - Math.min(coveredOne, coveredOther)))
}

export const charactersOf = (tokens: readonly NameToken[]): number => {
  let sum = 0
  for (const { text } of tokens) sum += text.length
  return sum
}

/** Pairs each word with at most one of the other name, the most similar ones first; returns the letters that are covered. */
function pairWords(
  one: readonly NameToken[],
  other: readonly NameToken[],
  similarity: Similarity,
): { pairs: number; first: number; second: number } {
  let [usedOne, usedOther] = [0, 0]
  const total = { pairs: 0, first: 0, second: 0 }
  for (;;) {
    let [best, bestOne, bestOther] = [0, 0, 0]
    for (let i = 0; i < one.length; i++) {
      if ((usedOne >> i) & 1) continue
      for (let j = 0; j < other.length; j++) {
        if ((usedOther >> j) & 1) continue
        const value = similarity(i, j)
        if (value > best) [best, bestOne, bestOther] = [value, i, j]
      }
    }
    if (best < similarFrom) return total
    usedOne |= 1 << bestOne
    usedOther |= 1 << bestOther
    total.pairs++
    total.first += one[bestOne]!.text.length * best
    total.second += other[bestOther]!.text.length * best
  }
}

/**
 * How alike two short texts are, from 0 to 1 (Jaro 1989, Winkler 1990): by the letters that they share at nearly the
 * same place, and their order; texts that are alike already are closer when they begin alike.
 */
export function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1
  const jaro = jaroOf(one, other)
  return jaro <= boostedAbove ? jaro : boosted(jaro, prefixOf(one, other))
}

/** The most that two texts can have that share at most so many letters. */
export function jaroWinklerMax(one: string, other: string, shared: number): number {
  const jaro = (shared / one.length + shared / other.length + 1) / 3
  return jaro <= boostedAbove ? jaro : boosted(jaro, prefixOf(one, other))
}

const boosted = (jaro: number, prefix: number): number => jaro + prefix * prefixWeight * (1 - jaro)
const boostedAbove = 0.7
const prefixMax = 4
const prefixWeight = 0.1

/** Written anew by each call, which is millions of times. */
let takenIn = new Uint8Array(64)
let matched = new Uint16Array(64)

function jaroOf(one: string, other: string): number {
  const [n, m] = [one.length, other.length]
  if (n === 0 || m === 0) return 0
  if (Math.max(n, m) > takenIn.length) [takenIn, matched] = [new Uint8Array(n + m), new Uint16Array(n + m)]
  takenIn.fill(0, 0, m)
  const window = Math.max(0, Math.floor(Math.max(n, m) / 2) - 1)
  let count = 0
  for (let i = 0; i < n; i++) {
    const character = one.charCodeAt(i)
    const end = Math.min(m, i + window + 1)
    for (let j = Math.max(0, i - window); j < end; j++) {
      if (takenIn[j] === 1 || other.charCodeAt(j) !== character) continue
      takenIn[j] = 1
      matched[count++] = character
      break
    }
  }
  if (count === 0) return 0
  let misplaced = 0
  for (let j = 0, next = 0; next < count; j++)
    if (takenIn[j] === 1 && other.charCodeAt(j) !== matched[next++]) misplaced++
  return (count / n + count / m + (count - Math.floor(misplaced / 2)) / count) / 3
}

function prefixOf(one: string, other: string): number {
  const max = Math.min(prefixMax, one.length, other.length)
  let length = 0
  while (length < max && one.charCodeAt(length) === other.charCodeAt(length)) length++
  return length
}

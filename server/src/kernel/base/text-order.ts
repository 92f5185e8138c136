/** Hebrew letters and points, also those of presentation. */
const rightToLeft = /[\u0590-\u05ff\ufb1d-\ufb4f]/
const marks = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g

type Kind = 'right' | 'left' | 'number' | 'neutral'
const kindOf = (character: string): Kind => {
  if (rightToLeft.test(character)) return 'right'
  if (/\p{Nd}/u.test(character)) return 'number'
  return /\p{L}/u.test(character) ? 'left' : 'neutral'
}

/**
 * A text as it is drawn from the left to the right, where it has letters that are read from the right: a short form of the
 * Unicode bidirectional algorithm, for single lines of words, names and amounts. Marks of direction are left out.
 */
export function drawnFromLeft(text: string, direction: 'ltr' | 'rtl'): string {
  const plain = text.replaceAll(marks, '')
  if (!rightToLeft.test(plain)) return plain
  const runs = runsOf([...plain], direction)
  const drawn = runs.map(({ characters, isRight }) =>
    isRight ? characters.toReversed().map(mirrored).join('') : characters.join(''),
  )
  return (direction === 'rtl' ? drawn.toReversed() : drawn).join('')
}

type Run = { characters: string[]; isRight: boolean }

/** Neighbours of one direction. What has none takes that of its neighbours where they agree, or else that of the line. */
function runsOf(characters: readonly string[], direction: 'ltr' | 'rtl'): Run[] {
  const kinds = characters.map(kindOf)
  const strongBefore = nearest(kinds)
  const strongAfter = nearest(kinds.toReversed()).toReversed()
  const runs: Run[] = []
  for (const [index, character] of characters.entries()) {
    const kind = kinds[index]!
    const agree = strongBefore[index] !== undefined && strongBefore[index] === strongAfter[index]
    const isRight =
      kind === 'right' || (kind === 'neutral' && (agree ? strongBefore[index] === 'right' : direction === 'rtl'))
    const last = runs.at(-1)
    if (last?.isRight === isRight) last.characters.push(character)
    else runs.push({ characters: [character], isRight })
  }
  return runs
}

/** For each place, the direction of the last that has one, up to it. Numbers are read from the left. */
function nearest(kinds: readonly Kind[]): ('right' | 'left' | undefined)[] {
  let last: 'right' | 'left' | undefined
  return kinds.map((kind) => {
    if (kind !== 'neutral') last = kind === 'right' ? 'right' : 'left'
    return last
  })
}

const pairs = '()[]{}<>«»'
function mirrored(character: string): string {
  const at = pairs.indexOf(character)
  return at < 0 ? character : pairs[at ^ 1]!
}

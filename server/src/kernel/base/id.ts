const idPattern = /^[1-9]\d{0,18}$/

/**
 * Reads an integer id from text or a number; undefined for anything that cannot be one. A guessable integer is never
 * enough to reach a thing: each query carries its owner.
 */
export function readId<Id extends bigint>(unchecked: unknown): Id | undefined {
  const text = typeof unchecked === 'number' || typeof unchecked === 'string' ? String(unchecked) : ''
  return idPattern.test(text) && BigInt(text) <= idMax ? (BigInt(text) as Id) : undefined
}
const idMax = 2n ** 63n - 1n

import { refuse } from './refusals.ts'

const limitDefault = 100
/** The most that one page of a list may have. */
export const limitMax = 1_000

/** How many at once. */
export function pageLimit(unchecked: number = limitDefault): number {
  if (!Number.isInteger(unchecked) || unchecked < 1 || unchecked > limitMax)
    throw refuse('invalid_limit', { field: 'limit', max: limitMax })
  return unchecked
}

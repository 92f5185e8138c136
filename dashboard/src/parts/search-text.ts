import { holdsCardNumber } from '../card-number.ts'

/**
 * What of a typed text may be sent to the server: the text, without spaces around it and in the digits that everybody
 * reads; nothing when a card number stands in it, or when it is too short to find anything.
 */
export function searchTextOf(typed: string): { text?: string; isCard: boolean } {
  const text = typed.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').slice(0, 200)
  // Before it is cut as well: the end of a number says as much as the whole.
  if (holdsCardNumber(typed.normalize('NFKC'))) return { isCard: true }
  return text.length < 2 ? { isCard: false } : { text, isCard: false }
}

import { staffActions } from '#core/access'
import { refuse } from './refusals.ts'

/** What merchants do with a stored card by hand. */
export const cardActions = staffActions({ remove: { permission: 'stored_cards:delete' } }, ['card_not_found'])

type Card = { status: 'active' | 'deleted' }

export const cardGuards = (card: Card) => ({ remove: () => requireStored(card) })

/** The number of a deleted card is destroyed: there is nothing left of it that could be removed. */
export function requireStored<Found extends Card>(card: Found | undefined): asserts card is Found {
  if (card?.status !== 'active') throw refuse('card_not_found')
}

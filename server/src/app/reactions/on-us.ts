import { planCardUpdate } from '#connectors/acquirer/on-us/index.ts'
import type { Reaction } from './reaction.ts'

/** The number of a closed card has ended: cards that our merchants have stored get that of its successor, if it has one. */
export const updateStoredCards: Reaction<'cardStatusChanged'> = async ({ ownCardsPay }, { cardId, status }, now) =>
  ownCardsPay && status === 'closed' ? [planCardUpdate(now, cardId)] : []

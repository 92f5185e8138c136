import { staffActions } from '#core/access'
import type { Card } from './card.ts'
import { checkResumable, checkSuspendable } from './change-status.ts'
import { nextStatus } from './transition-card.ts'

/** What the programme does with a card. */
export const cardActions = staffActions(
  {
    suspend: { permission: 'cards:suspend' },
    resume: { permission: 'cards:suspend' },
    close: { permission: 'cards:close' },
  },
  ['card_transition', 'card_suspended_otherwise'],
)

export const cardGuards = (card: Pick<Card, 'status' | 'suspensions'>) => ({
  suspend: () => checkSuspendable(card),
  resume: () => checkResumable(card),
  close: () => nextStatus(card.status, 'close'),
})

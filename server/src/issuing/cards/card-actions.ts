import { staffActions } from '#core/access'
import type { Card } from './card.ts'
import { nextStatus } from './transition-card.ts'

/** What the programme does with a card. */
export const cardActions = staffActions(
  {
    suspend: { permission: 'cards:suspend' },
    resume: { permission: 'cards:suspend' },
    close: { permission: 'cards:close' },
  },
  ['card_transition'],
)

export const cardGuards = ({ status }: Pick<Card, 'status'>) => ({
  suspend: () => nextStatus(status, 'suspend'),
  // A card that was frozen is frozen again; both begin from the same status.
  resume: () => nextStatus(status, 'resume'),
  close: () => nextStatus(status, 'close'),
})

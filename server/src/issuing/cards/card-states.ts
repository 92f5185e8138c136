import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * The life of a card (product decision, cards). A virtual card is active as soon as it is issued; a physical one when
 * its holder has it and types its last digits. The holder freezes and unfreezes, the programme suspends and resumes: a
 * card that was frozen before is frozen again.
 */
export const cardStates = stateMachine('pending', {
  pending: { issue: 'active', personalise: 'readyToBeActivated', close: 'closed' },
  readyToBeActivated: { activate: 'active', close: 'closed' },
  active: { freeze: 'frozen', suspend: 'suspended', close: 'closed' },
  frozen: { unfreeze: 'active', suspend: 'suspended', close: 'closed' },
  suspended: { resume: 'active', resumeFrozen: 'frozen', close: 'closed' },
  closed: {},
})
export type CardStatus = StatusOf<typeof cardStates>
export type CardAction = ActionOf<typeof cardStates>

/** What may follow, for people who were refused something else. */
export const actionsFrom = (status: CardStatus): CardAction[] =>
  cardStates.edges.filter(({ from }) => from === status).map(({ action }) => action)

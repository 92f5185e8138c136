import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * The life of a card (product decision, cards). A virtual card is active as soon as it is issued; a physical one when
 * its holder has it and types its last digits. The holder freezes and unfreezes. A card with a reason to be suspended
 * is suspended, from when it is issued or activated if it has inherited one; when no reason is left, it is active, or
 * frozen if it was frozen before.
 */
export const cardStates = stateMachine('pending', {
  pending: { issue: 'active', issueSuspended: 'suspended', personalise: 'readyToBeActivated', close: 'closed' },
  readyToBeActivated: { activate: 'active', activateSuspended: 'suspended', close: 'closed' },
  active: { freeze: 'frozen', suspend: 'suspended', close: 'closed' },
  frozen: { unfreeze: 'active', suspend: 'suspended', close: 'closed' },
  suspended: { resume: 'active', resumeFrozen: 'frozen', close: 'closed' },
  closed: {},
})
export type CardStatus = StatusOf<typeof cardStates>
export type CardAction = ActionOf<typeof cardStates>

/** What may follow, for people who were refused something else: whether a reason suspends the card at once is not theirs to choose. */
export const actionsFrom = (status: CardStatus): CardAction[] =>
  cardStates.edges.flatMap(({ from, action }) => (from === status && !action.endsWith('Suspended') ? [action] : []))

import { holderOwner } from '#issuing/holders'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { JsonText } from '#kernel/db/jsonb.ts'
import type { By, Card } from './card.ts'
import { actionsFrom, type CardAction, type CardStatus, cardStates } from './card-states.ts'
import { refuse } from './refusals.ts'

type CardVersion = Pick<Card, 'id' | 'version' | 'holderId' | 'partnerId' | 'status'>

/** The only way a card changes its status: as the table says, with its history and its event in the same commit. */
export function transitionCard(
  now: Instant,
  card: CardVersion,
  { action, ...by }: By & { action: CardAction },
  set: { pin_tries?: number } = {},
): Write[] {
  const status = nextStatus(card.status, action)
  return [
    update('cards.cards', {
      set: { ...set, status, version: card.version + 1 },
      where: { id: card.id, version: card.version },
    }),
    ...historyOf(now, card, { action, from: card.status, status, by }),
  ]
}

/** Refuses an action that the table does not have, and names those that it has. */
export function nextStatus(from: CardStatus, action: CardAction): CardStatus {
  const status = cardStates.next(from, action)
  if (status) return status
  const allowed = actionsFrom(from)
  throw refuse('card_transition', { status: from, action, allowed, possible: allowed.join(', ') || 'nothing' })
}

type Step = { action: CardAction | 'create'; from: CardStatus | null; status: CardStatus; by: By }

/** The transition as the history keeps it, and as its event. */
export const historyOf = (
  now: Instant,
  { id, holderId, partnerId }: Pick<Card, 'id' | 'holderId' | 'partnerId'>,
  { action, from, status, by }: Step,
): Write[] => [
  insert('cards.card_transitions', {
    card_id: id,
    from_status: from,
    to_status: status,
    action,
    actor: by.actor,
    from_where: by.fromWhere,
    reason: by.reason ?? null,
    occurred_at: now,
  }),
  announce('cardStatusChanged', {
    owner: holderOwner(holderId),
    subjectId: id,
    body: { cardId: id, action, from, status },
    subject: { holderId, partnerId, cardId: id, status },
  }),
]

/** A change that leaves the status as it is, with its event. */
export const changeWrites = (
  { id, version, holderId }: CardVersion,
  what: 'label' | 'controls' | 'pin' | 'pinTries',
  set: { label?: string | null; controls?: JsonText; pin_tries?: number },
): Write[] => [
  update('cards.cards', { set: { ...set, version: version + 1 }, where: { id, version } }),
  announce('cardChanged', {
    owner: holderOwner(holderId),
    subjectId: id,
    body: { cardId: id, what },
    subject: undefined,
  }),
]

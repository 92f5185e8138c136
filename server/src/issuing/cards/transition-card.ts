import { holderOwner } from '#issuing/holders'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { JsonText } from '#kernel/db/jsonb.ts'
import type { By, Card, ReissueReason } from './card.ts'
import { actionsFrom, type CardAction, type CardStatus, cardStates } from './card-states.ts'
import { refuse } from './refusals.ts'
import type { Suspension } from './suspension.ts'

/** Only a reason suspends a card, and only the end of the last one resumes it: `addSuspension`, `endSuspension`. */
type PlainAction = Exclude<CardAction, 'suspend' | 'resume' | 'resumeFrozen'>

/** The only way a card changes its status: as the table says, with its history and its event in the same commit. */
export function transitionCard(
  now: Instant,
  card: Card,
  { action, ...by }: By & { action: PlainAction },
  set: { pin_tries?: number; suspensions?: readonly Suspension[] } = {},
): Write[] {
  const status = nextStatus(card.status, action)
  return [updateCard(card, { ...set, status }), ...historyOf(now, card, { action, from: card.status, status, by })]
}

/** A card as a change leaves it, and the writes that change it. */
export type Changed = { card: Card; writes: Write[] }

/** A reason more for a card to be suspended: it is, if it was usable. */
export function addSuspension(
  now: Instant,
  card: Card,
  by: By & { suspension: Suspension },
  pinTries?: number,
): Changed {
  const suspensions = [...card.suspensions, by.suspension]
  const status = cardStates.next(card.status, 'suspend') ?? card.status
  return changeSuspensions(now, card, by, {
    action: status === card.status ? 'addSuspension' : 'suspend',
    changed: { ...card, status, suspensions, pinTries: pinTries ?? card.pinTries },
  })
}

/** A reason less: a card whose last one this was is as it was before. */
export function endSuspension(
  now: Instant,
  card: Card,
  { wasFrozen, ...by }: By & { suspension: Suspension; wasFrozen: boolean },
  pinTries?: number,
): Changed {
  const suspensions = card.suspensions.filter((one) => one !== by.suspension)
  const isOver = card.status === 'suspended' && suspensions.length === 0
  const action = isOver ? (wasFrozen ? 'resumeFrozen' : 'resume') : 'endSuspension'
  const status = action === 'endSuspension' ? card.status : nextStatus(card.status, action)
  return changeSuspensions(now, card, by, {
    action,
    changed: { ...card, status, suspensions, pinTries: pinTries ?? card.pinTries },
  })
}

function changeSuspensions(
  now: Instant,
  card: Card,
  { suspension, ...by }: By & { suspension: Suspension },
  { action, changed }: { action: CardAction | 'addSuspension' | 'endSuspension'; changed: Card },
): Changed {
  const { status, suspensions, pinTries } = changed
  const step = { from: card.status, status, by, suspension }
  const recorded =
    action === 'addSuspension' || action === 'endSuspension'
      ? [insertStep(now, card, { ...step, action }), announceChange(card, 'suspensions')]
      : historyOf(now, card, { ...step, action })
  return {
    card: { ...changed, version: card.version + 1 },
    writes: [updateCard(card, { status, suspensions: [...suspensions], pin_tries: pinTries }), ...recorded],
  }
}

/** The history of reasons that a card has from the card that it replaces. */
export const inheritedHistory = (
  now: Instant,
  card: Pick<Card, 'id'>,
  { status, by, suspensions }: { status: CardStatus; by: By; suspensions: readonly Suspension[] },
): Write[] =>
  suspensions.map((suspension) =>
    insertStep(now, card, { action: 'addSuspension', from: status, status, by, suspension }),
  )

/** Refuses an action that the table does not have, and names those that it has. */
export function nextStatus(from: CardStatus, action: CardAction): CardStatus {
  const status = cardStates.next(from, action)
  if (status) return status
  throw refuseAction(from, action)
}

export function refuseAction(status: CardStatus, action: string): Error {
  const allowed = actionsFrom(status)
  return refuse('card_transition', { status, action, allowed, possible: allowed.join(', ') || 'nothing' })
}

type Step = { from: CardStatus | null; status: CardStatus; by: By; suspension?: Suspension | undefined }

/** The transition as the history keeps it, and as its event. */
export const historyOf = (
  now: Instant,
  { id, holderId, partnerId }: Pick<Card, 'id' | 'holderId' | 'partnerId'>,
  { action, ...step }: Step & { action: CardAction | 'create' },
): Write[] => [
  insertStep(now, { id }, { ...step, action }),
  announce('cardStatusChanged', {
    owner: holderOwner(holderId),
    subjectId: id,
    body: { cardId: id, action, from: step.from, status: step.status },
    subject: { holderId, partnerId, cardId: id, status: step.status },
  }),
]

const insertStep = (
  now: Instant,
  { id }: Pick<Card, 'id'>,
  { action, from, status, by, suspension }: Step & { action: string },
): Write =>
  insert('cards.card_transitions', {
    card_id: id,
    from_status: from,
    to_status: status,
    action,
    actor: by.actor,
    from_where: by.fromWhere,
    reason: by.reason ?? null,
    suspension: suspension ?? null,
    occurred_at: now,
  })

type Settings = { label?: string | null; controls?: JsonText; pin_tries?: number }
type Version = Pick<Card, 'id' | 'version'>

/** A change that leaves the status as it is, with its event. */
export const changeWrites = (
  card: Version & Pick<Card, 'holderId'>,
  what: 'label' | 'controls' | 'pin' | 'pinTries',
  set: Settings,
): Write[] => [updateCard(card, set), announceChange(card, what)]

/** Makes every decision stale that has read the card. */
export const touchCard = (card: Version): Write => updateCard(card, {})

/** The card that this one replaces was lost after this one was ordered. */
export const changeReissueReason = (card: Version, reason: ReissueReason): Write =>
  updateCard(card, { reissue_reason: reason })

const updateCard = (
  { id, version }: Version,
  set: Settings & { status?: CardStatus; suspensions?: readonly Suspension[]; reissue_reason?: ReissueReason },
): Write => update('cards.cards', { set: { ...set, version: version + 1 }, where: { id, version } })

const announceChange = (
  { id, holderId }: Pick<Card, 'id' | 'holderId'>,
  what: 'label' | 'controls' | 'pin' | 'pinTries' | 'suspensions',
): Write =>
  announce('cardChanged', {
    owner: holderOwner(holderId),
    subjectId: id,
    body: { cardId: id, what },
    subject: undefined,
  })

import { auditEntry } from '#core/directory'
import { partnerOwner } from '#core/partners'
import type { CardId, HolderId } from '#issuing/ids'
import { type Act, keepStanding } from '#issuing/kyc'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { By, Card } from './card.ts'
import type { CardsContext } from './context.ts'
import { refuse } from './refusals.ts'
import { findAnyCard, findCard, openLineOf, wasFrozen } from './store.ts'
import { describeSuspensions } from './suspension.ts'
import {
  addSuspension,
  type Changed,
  endSuspension,
  inheritedHistory,
  nextStatus,
  refuseAction,
  transitionCard,
} from './transition-card.ts'

export type OfHolder = { holderId: HolderId; cardId: CardId; by: By; once(subjectId: string): Write[] }

/** The holder stops the card for a while, or uses it again, or gives it up for good. */
export const freezeCard = (ctx: CardsContext, input: OfHolder): Promise<Card> => change(ctx, input, 'freeze')
export const unfreezeCard = (ctx: CardsContext, input: OfHolder): Promise<Card> => change(ctx, input, 'unfreeze')
export const closeCard = (ctx: CardsContext, input: OfHolder): Promise<Card> => change(ctx, input, 'close')

const change = (
  ctx: CardsContext,
  { holderId, cardId, by, once }: OfHolder,
  action: 'freeze' | 'unfreeze' | 'close',
): Promise<Card> =>
  decide(async () => {
    const card = await cardOfHolder(ctx, holderId, cardId)
    const now = ctx.clock.now()
    const writes = transitionCard(now, card, { ...by, action })
    const standing = action === 'unfreeze' ? await keepStanding(ctx.db, holderId, 'unfreeze a card') : []
    await commit(ctx, now, [...standing, ...writes, ...once(cardId)], 'change-status')
    return { ...card, status: nextStatus(card.status, action), version: card.version + 1 }
  })

/**
 * An approved holder has the physical card and types its last four digits. The cards that it replaces are closed in the same
 * commit; while there is a reason to suspend one of them, the card is suspended.
 */
export const activateCard = (ctx: CardsContext, input: OfHolder & { lastFour: string }): Promise<Card> => {
  let isCounted = false
  return decide(async () => {
    const { holderId, cardId, by } = input
    const card = await cardOfHolder(ctx, holderId, cardId)
    if (card.virtual) throw refuse('card_is_virtual', { action: 'activate', allowed: [] })
    nextStatus(card.status, 'activate')
    const standing = await keepStanding(
      ctx.db,
      holderId,
      card.replaces ? 'activate a successor' : 'activate a first card',
    )
    if (!isCounted) await countTry(ctx, cardId)
    isCounted = true
    if (input.lastFour !== card.lastFour) throw refuse('wrong_last_four', { field: 'lastFour' })
    const now = ctx.clock.now()
    const { before } = card.replaces ? await openLineOf(ctx.db, cardId) : { before: [] }
    const closing = before.flatMap((one) =>
      transitionCard(now, one, { ...by, action: 'close', reason: 'its successor was activated' }),
    )
    const reasons = new Set(before.flatMap((one) => one.suspensions))
    const inherited = [...reasons].filter((one) => !card.suspensions.includes(one))
    const suspensions = [...card.suspensions, ...inherited]
    const action = suspensions.length > 0 ? 'activateSuspended' : 'activate'
    const pinTries = inherited.includes('pin') ? Math.max(...before.map((one) => one.pinTries)) : card.pinTries
    const writes = [
      ...inheritedHistory(now, card, { status: card.status, by, suspensions: inherited }),
      ...transitionCard(now, card, { ...by, action }, { suspensions, pin_tries: pinTries }),
    ]
    await commit(ctx, now, [...standing, ...closing, ...writes, ...input.once(cardId)], 'change-status')
    return { ...card, status: nextStatus(card.status, action), suspensions, pinTries, version: card.version + 1 }
  })
}

/** As many as of a PIN: who has no card in the hand must not find its digits by trying. */
async function countTry({ limiter }: CardsContext, cardId: CardId): Promise<void> {
  const taken = await limiter.take('card_activations', cardId)
  if (!taken.allowed) throw refuse('too_many_activations', { retryAfterSeconds: taken.retryAfterSeconds })
}

/** A card of whichever holder, and who of the programme changes it. */
export type OfProgramme = { cardId: CardId; by: By; once?: ((cardId: string) => Write[]) | undefined }

/** The programme stops a card, and those that replace it, until it resumes them. */
export const suspendCard = (ctx: CardsContext, input: OfProgramme): Promise<Card> =>
  ofProgramme(ctx, input, { audited: 'cardSuspended', check: checkSuspendable }, (now, card) =>
    card.suspensions.includes('staff') ? undefined : addSuspension(now, card, { ...input.by, suspension: 'staff' }),
  )

/** Ends the suspension by the programme; what else the card is suspended for stays, and one that was frozen is frozen again. */
export const resumeCard = (ctx: CardsContext, input: OfProgramme): Promise<Card> =>
  ofProgramme(ctx, input, { audited: 'cardResumed', check: checkResumable, act: 'resume a card' }, async (now, card) =>
    card.suspensions.includes('staff')
      ? endSuspension(now, card, { ...input.by, suspension: 'staff', wasFrozen: await wasFrozen(ctx.db, card.id) })
      : undefined,
  )

/** The programme ends a card for good, and those that were to replace it. */
export const closeAnyCard = (ctx: CardsContext, input: OfProgramme): Promise<Card> =>
  decide(async () => {
    const card = await anyCard(ctx, input.cardId)
    const now = ctx.clock.now()
    const status = nextStatus(card.status, 'close')
    const writes = transitionCard(now, card, { ...input.by, action: 'close' })
    const closed = { ...card, status, version: card.version + 1 }
    const { after } = await openLineOf(ctx.db, card.id)
    const reason = 'the card that it replaces was closed'
    const along = after.flatMap((one) => transitionCard(now, one, { ...input.by, action: 'close', reason }))
    await commit(ctx, now, [...writes, ...along, ...traces(now, card, closed, input, 'cardClosed')], 'change-status')
    return closed
  })

type Change = (now: Instant, card: Card) => Promise<Changed | undefined> | Changed | undefined

const ofProgramme = (
  ctx: CardsContext,
  input: OfProgramme,
  { audited, check, act }: { audited: Audited; check(card: Card): void; act?: Act },
  change: Change,
): Promise<Card> =>
  decide(async () => {
    const card = await anyCard(ctx, input.cardId)
    check(card)
    const now = ctx.clock.now()
    const changed = (await change(now, card))!
    const { after } = await openLineOf(ctx.db, card.id)
    const along = await Promise.all(after.map((one) => change(now, one)))
    const standing = act ? await keepStanding(ctx.db, card.holderId, act) : []
    const writes = [...standing, ...changed.writes, ...along.flatMap((one) => one?.writes ?? [])]
    await commit(ctx, now, [...writes, ...traces(now, card, changed.card, input, audited)], 'change-status')
    return changed.card
  })

type Audited = 'cardSuspended' | 'cardResumed' | 'cardClosed'

/** Unlike what a holder does with an own card, it is in the audit, where the partner sees it. */
const traces = (
  now: Instant,
  before: Card,
  after: Card,
  { cardId, by, once }: OfProgramme,
  action: Audited,
): Write[] => [
  auditEntry(now, by, {
    action,
    owner: partnerOwner(before.partnerId),
    subject: { type: 'card', id: cardId },
    before: { status: before.status, suspensions: before.suspensions },
    after: { status: after.status, suspensions: after.suspensions },
  }),
  ...(once?.(cardId) ?? []),
]

/** A card that staff have suspended is not suspended by them once more. */
export function checkSuspendable({ status, suspensions }: StatusOf): void {
  if (status === 'closed' || suspensions.includes('staff')) throw refuseAction(status, 'suspend')
}

/** Staff end what staff have begun. */
export function checkResumable({ status, suspensions }: StatusOf): void {
  if (status === 'closed' || suspensions.length === 0) throw refuseAction(status, 'resume')
  if (suspensions.includes('staff')) return
  throw refuse('card_suspended_otherwise', { reasons: describeSuspensions(suspensions), allowed: [] })
}
type StatusOf = Pick<Card, 'status' | 'suspensions'>

export async function cardOfHolder({ db }: CardsContext, holderId: HolderId, cardId: CardId): Promise<Card> {
  const card = await findCard(db, holderId, cardId)
  if (!card) throw refuse('issued_card_not_found', { cardId })
  return card
}

export async function anyCard({ db }: CardsContext, cardId: CardId): Promise<Card> {
  const card = await findAnyCard(db, cardId)
  if (!card) throw refuse('issued_card_not_found', { cardId })
  return card
}

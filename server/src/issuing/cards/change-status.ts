import { auditEntry } from '#core/directory'
import { partnerOwner } from '#core/partners'
import type { CardId, HolderId } from '#issuing/ids'
import { keepApproved } from '#issuing/kyc'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { By, Card } from './card.ts'
import type { CardAction } from './card-states.ts'
import type { CardsContext } from './context.ts'
import { refuse } from './refusals.ts'
import { findAnyCard, findCard, statusBeforeSuspension } from './store.ts'
import { nextStatus, transitionCard } from './transition-card.ts'

export type OfHolder = { holderId: HolderId; cardId: CardId; by: By; once(subjectId: string): Write[] }

/** The holder stops the card for a while, or uses it again, or gives it up for good. */
export const freezeCard = (ctx: CardsContext, input: OfHolder): Promise<Card> => change(ctx, input, 'freeze')
export const unfreezeCard = (ctx: CardsContext, input: OfHolder): Promise<Card> => change(ctx, input, 'unfreeze')
export const closeCard = (ctx: CardsContext, input: OfHolder): Promise<Card> => change(ctx, input, 'close')

const change = (ctx: CardsContext, { holderId, cardId, by, once }: OfHolder, action: CardAction): Promise<Card> =>
  decide(async () => {
    const card = await cardOfHolder(ctx, holderId, cardId)
    return carryOut(ctx, card, { ...by, action }, once(cardId))
  })

/**
 * An approved holder has the physical card and types its last four digits. The card that it replaces is closed in the same
 * commit.
 */
export const activateCard = (ctx: CardsContext, input: OfHolder & { lastFour: string }): Promise<Card> =>
  decide(async () => {
    const { holderId, cardId, by } = input
    const card = await cardOfHolder(ctx, holderId, cardId)
    if (card.virtual) throw refuse('card_is_virtual', { action: 'activate', allowed: [] })
    nextStatus(card.status, 'activate')
    const approved = await keepApproved(ctx.db, holderId)
    if (input.lastFour !== card.lastFour) throw refuse('wrong_last_four', { field: 'lastFour' })
    const before = card.replaces && (await findAnyCard(ctx.db, card.replaces))
    const closing =
      before && before.status !== 'closed'
        ? transitionCard(ctx.clock.now(), before, { ...by, action: 'close', reason: 'its successor was activated' })
        : []
    return carryOut(ctx, card, { ...by, action: 'activate' }, [approved, ...closing, ...input.once(cardId)])
  })

/** A card of whichever holder, and who of the programme changes it. */
export type OfProgramme = { cardId: CardId; by: By; once?: ((cardId: string) => Write[]) | undefined }

/** The programme stops a card until it resumes it. */
export const suspendCard = (ctx: CardsContext, input: OfProgramme): Promise<Card> =>
  decide(async () => changeOfProgramme(ctx, await anyCard(ctx, input.cardId), { ...input, action: 'suspend' }))

/** The programme ends a card for good. */
export const closeAnyCard = (ctx: CardsContext, input: OfProgramme): Promise<Card> =>
  decide(async () => changeOfProgramme(ctx, await anyCard(ctx, input.cardId), { ...input, action: 'close' }))

/** A card that its holder had frozen is frozen again. */
export const resumeCard = (ctx: CardsContext, input: OfProgramme): Promise<Card> =>
  decide(async () => {
    const card = await anyCard(ctx, input.cardId)
    // Wrong PINs are forgiven with it: else the holder could end a later suspension by unblocking the PIN.
    const action = await resumingOf(ctx, input.cardId)
    return changeOfProgramme(ctx, card, { ...input, action }, { pin_tries: 0 })
  })

const auditedAs = {
  suspend: 'cardSuspended',
  resume: 'cardResumed',
  resumeFrozen: 'cardResumed',
  close: 'cardClosed',
} as const

/** Unlike what a holder does with an own card, it is in the audit, where the partner sees it. */
async function changeOfProgramme(
  ctx: CardsContext,
  card: Card,
  { cardId, by, once, action }: OfProgramme & { action: keyof typeof auditedAs },
  set: { pin_tries?: 0 } = {},
): Promise<Card> {
  const now = ctx.clock.now()
  const status = nextStatus(card.status, action)
  const audited = auditEntry(now, by, {
    action: auditedAs[action],
    owner: partnerOwner(card.partnerId),
    subject: { type: 'card', id: cardId },
    before: { status: card.status },
    after: { status },
  })
  const writes = [...transitionCard(now, card, { ...by, action }, set), audited, ...(once?.(cardId) ?? [])]
  await commit(ctx, now, writes, 'change-status')
  return { ...card, pinTries: set.pin_tries ?? card.pinTries, status, version: card.version + 1 }
}

export const resumingOf = async ({ db }: CardsContext, cardId: CardId): Promise<'resume' | 'resumeFrozen'> =>
  (await statusBeforeSuspension(db, cardId)) === 'frozen' ? 'resumeFrozen' : 'resume'

async function carryOut(
  ctx: CardsContext,
  card: Card,
  by: By & { action: CardAction },
  besides: readonly Write[],
): Promise<Card> {
  const now = ctx.clock.now()
  await commit(ctx, now, [...transitionCard(now, card, by), ...besides], 'change-status')
  return { ...card, status: nextStatus(card.status, by.action), version: card.version + 1 }
}

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

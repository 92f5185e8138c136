import { keepStanding } from '#issuing/kyc'
import { findProductById } from '#issuing/programmes'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { type Card, closesAtOnce, type ReissueReason } from './card.ts'
import { cardOfHolder, type OfHolder } from './change-status.ts'
import type { CardsContext } from './context.ts'
import { openDelivery } from './delivery.ts'
import { makeCard } from './make-card.ts'
import { refuse } from './refusals.ts'
import { openLineOf, sealedDeliveryOf, successorOf } from './store.ts'
import { changeReissueReason, refuseAction, touchCard, transitionCard } from './transition-card.ts'

/**
 * A successor with another number on the same account, with the label, the controls, the PIN, the address and the reasons of
 * a suspension of the card that it replaces. That is closed at once if another person may have it, else when the successor is activated
 * (product decision, cards).
 */
export const reissueCard = (ctx: CardsContext, input: ReissueInput): Promise<Card> => decide(() => reissue(ctx, input))

type ReissueInput = OfHolder & { reason: ReissueReason }

/** A number that is made and not issued, because another request was quicker, is destroyed. */
async function reissue(ctx: CardsContext, input: ReissueInput): Promise<Card> {
  const { holderId, cardId, reason, by } = input
  const old = await cardOfHolder(ctx, holderId, cardId)
  checkReissuable(old)
  const { after } = await openLineOf(ctx.db, cardId)
  const successor = after.at(-1)
  if (successor && closesAtOnce(reason)) return closeReplaced(ctx, input, { old, successor })
  if (successor) throw refuse('card_reissued_already', { allowed: [] })
  const standing = await keepStanding(ctx.db, holderId, 'reissue a card')
  const product = await findProductById(ctx.db, old.productId)
  const sealed = await sealedDeliveryOf(ctx.db, cardId)
  const now = ctx.clock.now()
  const { card, writesFor, issued } = await makeCard(ctx, now, {
    product,
    account: { id: old.accountId, holderId, currency: old.currency },
    virtual: old.virtual,
    label: old.label,
    delivery: sealed && openDelivery(ctx.keys, cardId, sealed),
    pin: undefined,
    successorOf: { card: old, reason },
  })
  const ofOld: Write[] =
    closesAtOnce(reason) || card.virtual
      ? transitionCard(now, old, { ...by, action: 'close', reason: `reissued: ${reason}` })
      : // A suspension of the same moment that has not seen the successor is decided again.
        [touchCard(old)]
  return issued(commit(ctx, now, [...standing, ...writesFor(by), ...ofOld, ...input.once(card.id)], 'reissue-card'))
}

/** A card whose successor is on its way gets lost: it closes at once with that reason, and its successor stays. */
async function closeReplaced(
  ctx: CardsContext,
  { reason, by, once }: ReissueInput,
  { old, successor }: { old: Card; successor: Card },
): Promise<Card> {
  const now = ctx.clock.now()
  const next = await successorOf(ctx.db, old.id)
  const writes = [
    ...transitionCard(now, old, { ...by, action: 'close', reason: `reissued: ${reason}` }),
    // The network learns why the card is closed by the reason of its next one.
    ...(next ? [changeReissueReason(next, reason)] : []),
    ...once(successor.id),
  ]
  await commit(ctx, now, writes, 'reissue-card')
  return next?.id === successor.id ? { ...successor, reissueReason: reason } : successor
}

/** A card that is still on its way to the bureau is not reissued, and a closed one is over. */
function checkReissuable({ status }: Card): void {
  if (status === 'pending' || status === 'closed') throw refuseAction(status, 'reissue')
}

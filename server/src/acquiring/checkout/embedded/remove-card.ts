import type { StoredCardId } from '#acquiring/ids'
import { cardUse } from '#acquiring/orders'
import { findCard, removeCard } from '#acquiring/shoppers'
import { shopperAuthor } from '#core/directory'
import { Refusal } from '#kernel/base/refusal.ts'
import type { CheckoutContext } from '../context.ts'
import { stateOf, type Visit } from '../visit.ts'

type RemoveInput = { cardId: StoredCardId; ip: string }

/**
 * A shopper removes a stored card on the payment form. Nothing happens when it is not theirs, is gone, or a subscription
 * is billed with it: the form has no button for such a card.
 */
export async function removeOwnCard(ctx: CheckoutContext, visit: Visit, { cardId, ip }: RemoveInput): Promise<void> {
  const { shopper, site, link } = visit
  if (link || stateOf(visit) !== 'payable') return
  const card = await findCard(ctx.db, shopper.id, cardId)
  if (!card || (await cardUse(ctx).subscriptionsOf([card])).has(cardId)) return
  const by = shopperAuthor(shopper.id, ip)
  try {
    await removeCard(ctx, { by, siteId: site.id, id: cardId, alongside: () => [] })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'card_not_found')) throw error
  }
}

import type { ShopperId, StoredCardId } from '#acquiring/ids'
import { cardUse } from '#acquiring/orders'
import { findCard, removeCard } from '#acquiring/shoppers'
import { type SiteId, shopperAuthor } from '#core/directory'
import type { CheckoutContext } from '../context.ts'
import { refuse } from '../inline/refusals.ts'

type RemoveInput = { siteId: SiteId; shopperId: ShopperId; cardId: StoredCardId; ip: string }

/**
 * A shopper removes a card that they left with the store. Refuses with `stored_card_not_found` when they have no such
 * card, and with `card_in_use` when a subscription is billed with it: its page has a place to change the card.
 */
export async function removeOwnCard(ctx: CheckoutContext, input: RemoveInput): Promise<void> {
  const { siteId, shopperId, cardId, ip } = input
  const card = await findCard(ctx.db, shopperId, cardId)
  if (!card) throw refuse('stored_card_not_found')
  if ((await cardUse(ctx).subscriptionsOf([card])).has(cardId)) throw refuse('card_in_use')
  await removeCard(ctx, { by: shopperAuthor(shopperId, ip), siteId, id: cardId, alongside: () => [] })
}

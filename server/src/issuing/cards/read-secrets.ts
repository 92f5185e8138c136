import { auditEntry } from '#core/directory'
import type { CardSecrets } from '#core/issuervault'
import { holderOwner } from '#issuing/holders'
import type { CardId } from '#issuing/ids'
import { findProductById } from '#issuing/programmes'
import { commit } from '#kernel/db/commit/commit.ts'
import type { Card } from './card.ts'
import { cardOfHolder, type OfHolder } from './change-status.ts'
import type { CardsContext } from './context.ts'
import { refuse } from './refusals.ts'

/**
 * The number, CVV2 and PIN of a card that its holder uses. The audit has that they were read before they are, and no
 * reply of it is stored.
 */
export async function readSecrets(
  ctx: CardsContext,
  { holderId, cardId, by, once, how }: OfHolder & { how: string },
): Promise<{ card: Card; secrets: CardSecrets }> {
  const card = await cardInUse(ctx, { holderId, cardId })
  await countReading(ctx, cardId)
  const now = ctx.clock.now()
  const entry = auditEntry(now, by, {
    action: 'cardSecretsRead',
    owner: holderOwner(holderId),
    subject: { type: 'card', id: cardId },
    after: { how },
  })
  await commit(ctx, now, [entry, ...once(cardId)], 'read-secrets')
  const { expiryOrder } = await findProductById(ctx.db, card.productId)
  return { card, secrets: await ctx.issuerVault.secretsOf({ cardId, expiryOrder }) }
}

/** Before a card is activated it may be in another person's hands; after it is closed its data serves nobody. */
export async function cardInUse(ctx: CardsContext, { holderId, cardId }: Pick<OfHolder, 'holderId' | 'cardId'>) {
  const card = await cardOfHolder(ctx, holderId, cardId)
  if (card.status !== 'active' && card.status !== 'frozen')
    throw refuse('card_secrets_unavailable', { status: card.status })
  return card
}

/** Every way out for card data counts. */
export async function countReading({ limiter }: CardsContext, cardId: CardId): Promise<void> {
  const taken = await limiter.take('card_secrets', cardId)
  if (!taken.allowed) throw refuse('too_many_card_secrets', { retryAfterSeconds: taken.retryAfterSeconds })
}

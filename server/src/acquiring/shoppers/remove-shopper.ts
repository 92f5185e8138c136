import type { ShopperId, StoredCardId } from '#acquiring/ids'
import { type Author, auditEntry, type SiteId, siteOwner } from '#core/directory'
import type { Vault, VaultToken } from '#core/vault'
import type { Clock } from '#kernel/base/clock.ts'
import { announce, commit, decide, update, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import { shopperOf } from './change-shopper.ts'
import { refuse } from './refusals.ts'
import { removedIdentifier } from './removed-identifier.ts'
import { forgetSalt } from './salt-shoppers.ts'
import { activeCardsOf, findSiteCard } from './store.ts'

type Named<Id> = { by: Author; siteId: SiteId; id: Id; alongside(id: Id): Write[] }
type Context = Writer & { clock: Clock; vault: Vault }

/**
 * Deletes a customer: nothing can be paid for them any more, and their cards are destroyed. They stay in the records of
 * their payments, and their identifier is free for a new customer. The caller ends their open billing periods.
 */
export async function removeShopper(ctx: Context, { by, siteId, id, alongside }: Named<ShopperId>): Promise<void> {
  const tokens = await decide(async () => {
    const shopper = await shopperOf(ctx, siteId, id)
    const cards = await activeCardsOf(ctx.db, id)
    const now = ctx.clock.now()
    const identifier = removedIdentifier(shopper.identifier, id)
    await commit(
      ctx,
      now,
      [
        update('shoppers.shoppers', {
          set: { removed_at: now, identifier, version: shopper.version + 1 },
          where: { id, version: shopper.version },
        }),
        ...(cards.length > 0 ? [deleteAllCards(id, cards.length)] : []),
        announce('shopperRemoved', { owner: siteOwner(siteId), subjectId: id, body: {}, subject: { shopperId: id } }),
        forgetSalt(id),
        auditEntry(now, by, { action: 'customerRemoved', owner: siteOwner(siteId), subject: { type: 'shopper', id } }),
        ...alongside(id),
      ],
      'remove-shopper',
    )
    return cards.map(({ vaultToken }) => vaultToken)
  })
  await cardDeletions(ctx, tokens)
}

/** A card that was stored meanwhile makes the number another one, and the commit stale. */
const deleteAllCards = (shopperId: ShopperId, expect: number): Write =>
  update('shoppers.cards', {
    set: { status: 'deleted' },
    where: { shopper_id: shopperId, status: 'active' },
    expect,
  })

/** Deletes a stored card: it cannot be paid with any more, and its number is destroyed. */
export async function removeCard(ctx: Context, { by, siteId, id, alongside }: Named<StoredCardId>): Promise<void> {
  const token = await decide(async () => {
    const card = await findSiteCard(ctx.db, siteId, id)
    if (card?.status !== 'active') throw refuse('card_not_found')
    const now = ctx.clock.now()
    await commit(
      ctx,
      now,
      [
        update('shoppers.cards', { set: { status: 'deleted' }, where: { id, status: 'active' } }),
        announce('cardRemoved', {
          owner: siteOwner(siteId),
          subjectId: id,
          body: {},
          subject: { shopperId: card.shopperId },
        }),
        auditEntry(now, by, {
          action: 'storedCardRemoved',
          owner: siteOwner(siteId),
          subject: { type: 'storedCard', id },
        }),
        ...alongside(id),
      ],
      'remove-shopper',
    )
    return card.vaultToken
  })
  await cardDeletions(ctx, [token])
}

/** If the process dies before this, the daily sweep of the vault destroys what nothing points at. */
async function cardDeletions({ vault }: Context, tokens: readonly VaultToken[]): Promise<void> {
  for (const token of tokens) await vault.delete(token)
}

import type { ShopperId, StoredCardId } from '#acquiring/ids'
import { type Author, auditEntry, type SiteId, siteOwner } from '#core/directory'
import type { Vault, VaultToken } from '#core/vault'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { announce, commit, decide, guard, update, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { requireStored } from './card-actions.ts'
import { shopperOf } from './change-shopper.ts'
import { refuse } from './refusals.ts'
import { removedIdentifier } from './removed-identifier.ts'
import { forgetSalt } from './salt-shoppers.ts'
import type { Shopper } from './shopper.ts'
import { activeCardsOf, findSiteCard, type SiteCard } from './store.ts'

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
    await commit(
      ctx,
      now,
      [
        ...(await planRemoval(ctx.db, shopper, { now, erases: false })),
        auditEntry(now, by, { action: 'customerRemoved', owner: siteOwner(siteId), subject: { type: 'shopper', id } }),
        ...alongside(id),
      ],
      'remove-shopper',
    )
    return cards.map(({ vaultToken }) => vaultToken)
  })
  await cardDeletions(ctx, tokens)
}

/**
 * The writes that delete a customer. `erases`: they are being erased, and may have been deleted before. The salt of what
 * was sealed of them goes with them.
 */
export async function planRemoval(
  db: Db,
  { id, siteId, version, identifier, removed, erased }: Shopper,
  { now, erases }: { now: Instant; erases: boolean },
): Promise<Write[]> {
  const cards = await activeCardsOf(db, id)
  const set = {
    ...(!removed && { removed_at: now, identifier: removedIdentifier(identifier, id) }),
    ...(erases && !erased && { erased_at: now }),
    version: version + 1,
  }
  return [
    update('shoppers.shoppers', { set, where: { id, version } }),
    ...(cards.length > 0 ? [deleteAllCards(id, cards.length)] : []),
    ...(removed
      ? []
      : [
          announce('shopperRemoved', { owner: siteOwner(siteId), subjectId: id, body: {}, subject: { shopperId: id } }),
        ]),
    forgetSalt(id),
  ]
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
    const card: SiteCard | undefined = await findSiteCard(ctx.db, siteId, id)
    requireStored(card)
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

/** Who is deleted or erased meanwhile orders nothing any more: for the commit of an order. */
export const guardShopper = (id: ShopperId): Write =>
  guard('shoppers.shoppers', { id, removed_at: null }, () => refuse('customer_not_found', { field: 'customerId' }))

/** For the commit of a result that was decided for a customer who is there; stale when they were deleted meanwhile. */
export const stillThere = (id: ShopperId): Write => guard('shoppers.shoppers', { id, removed_at: null })

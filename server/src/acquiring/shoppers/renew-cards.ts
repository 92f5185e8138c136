import type { StoredCardId } from '#acquiring/ids'
import { type Directory, type SiteId, siteOwner } from '#core/directory'
import type { Vault, VaultToken } from '#core/vault'
import type { Clock } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { announce, commit, decide, insert, update, type Writer } from '#kernel/db/commit/commit.ts'
import { isolateEach } from '#kernel/db/isolate-failures.ts'
import type { StoredCard } from './shopper.ts'
import { cardsShowing, findCardById, findSameCard, tokensInUse, tokensReplacedBy } from './store.ts'

export type RenewContext = Writer & { clock: Clock; vault: Vault; directory: Pick<Directory, 'site'> }

export type Renewal = {
  /** What has told us. An update that is carried out again renews what is left, and counts all. */
  updateId: string
  /** The number that has ended, or stays with another expiry date. */
  was: ShownNumber
  /** `brand` undefined: as it was. */
  card: ShownNumber & { brand: string | undefined; expiryMonth: number; expiryYear: number }
}

/** A number, and what may be shown of it. */
type ShownNumber = { number: Secret<string>; first6: string; last4: string }

/**
 * An issuer has given a cardholder another number: every stored card with the old one, of any merchant, gets the new one.
 * Its id stays, and with it the orders that are billed with it; the old number is destroyed. A card whose shopper has
 * stored the new number already stays as it is. One that cannot be renewed keeps none back, and fails the update in the end,
 * which is then carried out again. Returns how many cards the update has renewed.
 */
export async function renewStoredCards(ctx: RenewContext, renewal: Renewal): Promise<number> {
  const { first6, last4 } = renewal.was
  const each = isolateEach()
  for (let after = 0n as StoredCardId; ; ) {
    const page = await cardsShowing(ctx.db, { first6, last4, after })
    for (const one of page) await each.attempt(() => renewCard(ctx, one, renewal))
    const last = page.at(-1)
    if (!last) break
    after = last.id
  }
  each.finish()
  const replaced = await tokensReplacedBy(ctx.db, renewal.updateId)
  if (replaced.length === 0) return 0
  const kept = new Set(await tokensInUse(ctx.db, replaced))
  for (const token of replaced) if (!kept.has(token)) await ctx.vault.delete(token)
  return replaced.length
}

type Found = { id: StoredCardId; siteId: SiteId }

/** Cards of other numbers with the same digits shown are left alone: fingerprints decide, of each merchant its own. */
async function renewCard(ctx: RenewContext, { id, siteId }: Found, { updateId, was, card }: Renewal): Promise<void> {
  const { merchantId } = (await ctx.directory.site(siteId))!
  const old = Buffer.from(ctx.vault.fingerprintOf({ merchantId, pan: was.number }))
  const fingerprint = ctx.vault.fingerprintOf({ merchantId, pan: card.number })
  let token: VaultToken | undefined
  const isRenewed = await decide(async () => {
    const known = await findCardById(ctx.db, id)
    if (!known || !old.equals(known.fingerprint)) return false
    // The same number and expiry date, or a card that the shopper has stored besides.
    if (await findSameCard(ctx.db, known.shopperId, { ...card, fingerprint })) return false
    if (!old.equals(fingerprint)) token ??= (await ctx.vault.tokenize({ merchantId, pan: card.number })).token
    await record(ctx, known, { siteId, updateId, card, fingerprint, token: token ?? known.vaultToken })
    return true
  })
  // Of a number that was stored for nothing. If the process dies before this, the daily sweep destroys it.
  if (token && !isRenewed) await ctx.vault.delete(token)
}

type Recording = Pick<Renewal, 'updateId' | 'card'> & { siteId: SiteId; fingerprint: Uint8Array; token: VaultToken }

async function record(
  ctx: RenewContext,
  known: StoredCard,
  { siteId, updateId, card, fingerprint, token }: Recording,
): Promise<void> {
  const now = ctx.clock.now()
  const { id, shopperId } = known
  const set = {
    vault_token: token,
    first6: card.first6,
    last4: card.last4,
    brand: card.brand ?? known.brand,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    fingerprint,
  }
  await commit(
    ctx,
    now,
    [
      update('shoppers.cards', {
        set,
        where: { id, status: 'active', vault_token: known.vaultToken },
        onDuplicate: { stored_once: 'stale' },
      }),
      insert('shoppers.card_renewals', {
        card_id: id,
        update_id: updateId,
        was_vault_token: known.vaultToken,
        was_brand: known.brand,
        was_first6: known.first6,
        was_last4: known.last4,
        was_expiry_month: known.expiryMonth,
        was_expiry_year: known.expiryYear,
        was_fingerprint: known.fingerprint,
        renewed_at: now,
      }),
      announce('cardRenewed', {
        owner: siteOwner(siteId),
        subjectId: id,
        body: { updateId },
        subject: { cardId: id, shopperId, expiry: `${card.expiryMonth}/${card.expiryYear}` },
      }),
    ],
    'renew-cards',
  )
}

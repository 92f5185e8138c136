import type { ShopperId, StoredCardId } from '#acquiring/ids'
import { type MerchantId, type SiteId, siteOwner } from '#core/directory'
import type { Vault, VaultToken } from '#core/vault'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import {
  announce,
  commit,
  decide,
  guard,
  insert,
  type Ref,
  ref,
  update,
  type Write,
  type Writer,
} from '#kernel/db/commit/commit.ts'
import { shopperOf } from './change-shopper.ts'
import type { NetworkTransaction } from './network-transaction.ts'
import type { Shopper, StoredCard } from './shopper.ts'
import { findSameCard } from './store.ts'

export type ImportContext = Writer & { clock: Clock; vault: Vault }

/** A card as another processor has stored it. No security code: it may not be stored. */
export type MovedCard = {
  pan: Secret<string>
  /** Of the number, what may be shown. */
  first6: string
  last4: string
  brand: string
  expiryMonth: number
  expiryYear: number
  holderName: string | undefined
}

export type ImportCardInput = {
  site: { id: SiteId; merchantId: MerchantId }
  shopperId: ShopperId
  card: MovedCard
  /** The holder's own payment with it: what shows that they agreed to payments without them. */
  networkTransaction: NetworkTransaction
  /** Written with the card, such as an idempotency key. */
  alongside(id: StoredCardId | Ref, now: Instant): Write[]
}

/**
 * Stores a card of the shopper that was stored with another processor, as if they had paid with it here; nothing is
 * charged. When they have the card already, with this number and expiry, that one stays, and of the two transactions the
 * later one is named from now on. Returns the card, and whether it is new.
 */
export async function importCard(
  ctx: ImportContext,
  input: ImportCardInput,
): Promise<{ cardId: StoredCardId; isNew: boolean }> {
  const { card, site } = input
  const fingerprint = ctx.vault.fingerprintOf({ merchantId: site.merchantId, pan: card.pan })
  let token: VaultToken | undefined
  const imported = await decide(async () => {
    const shopper = await shopperOf(ctx, site.id, input.shopperId)
    const same = await findSameCard(ctx.db, shopper.id, { ...card, fingerprint })
    if (same) return { cardId: await keepSame(ctx, shopper, same, input), isNew: false }
    token ??= (await ctx.vault.tokenize({ merchantId: site.merchantId, pan: card.pan })).token
    return { cardId: await storeNew(ctx, shopper, { ...input, token, fingerprint }), isNew: true }
  })
  // Another import of the card was first. An error leaves the token to the daily sweep: the card may be stored.
  if (token && !imported.isNew) await ctx.vault.delete(token)
  return imported
}

async function keepSame(
  ctx: ImportContext,
  shopper: Shopper,
  same: StoredCard,
  { networkTransaction, alongside }: ImportCardInput,
): Promise<StoredCardId> {
  const replaced = isLater(networkTransaction, same)
    ? [planNewerTransaction(same, networkTransaction), announceImport(shopper, same.id)]
    : [guard('shoppers.cards', { id: same.id, status: 'active' })]
  const now = ctx.clock.now()
  await commit(ctx, now, [...replaced, ...alongside(same.id, now)], 'import-card')
  return same.id
}

/** Banks forget old transactions. What a card of ours names without a date came from a payment here, and stays. */
const isLater = ({ at }: NetworkTransaction, { networkTransactionId, networkTransactionAt: known }: StoredCard) =>
  networkTransactionId === undefined || (known !== undefined && Temporal.Instant.compare(at, known) > 0)

/** Stale when a payment has renewed it meanwhile, or the card is gone. */
const planNewerTransaction = ({ id, networkTransactionId }: StoredCard, newer: NetworkTransaction): Write =>
  update('shoppers.cards', {
    set: { network_transaction_id: newer.id, network_transaction_at: newer.at },
    where: { id, status: 'active', network_transaction_id: networkTransactionId ?? null },
  })

type NewCard = ImportCardInput & { token: VaultToken; fingerprint: Uint8Array }

async function storeNew(ctx: ImportContext, shopper: Shopper, input: NewCard): Promise<StoredCardId> {
  const now = ctx.clock.now()
  const as = ref('card')
  const { card, networkTransaction } = input
  const row = {
    site_id: shopper.siteId,
    shopper_id: shopper.id,
    vault_token: input.token,
    brand: card.brand,
    first6: card.first6,
    last4: card.last4,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    holder_name: card.holderName ?? null,
    fingerprint: input.fingerprint,
    status: 'active' as const,
    network_transaction_id: networkTransaction.id,
    network_transaction_at: networkTransaction.at,
    created_at: now,
  }
  const ids = await commit(
    ctx,
    now,
    [
      // Deleting the shopper deletes the cards that they have at that moment.
      guard('shoppers.shoppers', { id: shopper.id, version: shopper.version }),
      insert('shoppers.cards', row, { as, onDuplicate: { stored_once: 'stale' } }),
      announceImport(shopper, as),
      ...input.alongside(as, now),
    ],
    'import-card',
  )
  return ids<StoredCardId>(as)
}

const announceImport = ({ id: shopperId, siteId }: Shopper, card: StoredCardId | Ref): Write =>
  announce('cardImported', { owner: siteOwner(siteId), subjectId: card, body: {}, subject: { shopperId } })

import type { OrderId, ShopperId, StoredCardId } from '#acquiring/ids'
import { declinesOf, type PaymentsContext } from '#acquiring/payments'
import { cardsById, type Shopper, type StoredCard, shoppersById } from '#acquiring/shoppers'
import type { MerchantId } from '#core/directory'
import type { Vault, VaultToken } from '#core/vault'
import type { Secret } from '#kernel/base/secret.ts'
import { openCommitBatcher } from '#kernel/db/commit/commit-batcher.ts'
import { loadInBatches } from '#kernel/db/load-in-batches.ts'
import { type Decline, retryLimitWindow } from './scheme-retry-limits.ts'
import { type OrderToBill, ordersToBill } from './store.ts'

/** The context of billing: that of payments, with loaders that read for many orders at once. */
export type BillingContext = PaymentsContext & {
  orderToBill(id: OrderId): Promise<OrderToBill | undefined>
  cardToBill(id: StoredCardId): Promise<StoredCard | undefined>
  shopperToBill(id: ShopperId): Promise<Shopper | undefined>
  /** The declines of a card within the window of the schemes' limits. */
  declinesOf(fingerprint: Uint8Array): Promise<readonly Decline[]>
}

export function billingContext(ctx: PaymentsContext): BillingContext {
  const { db, clock } = ctx
  const declines = loadInBatches(
    (cards: readonly string[]) => declinesOf(db, cards, clock.now().subtract(retryLimitWindow)),
    {
      most,
    },
  )
  return {
    ...ctx,
    batch: openCommitBatcher(db, { most }),
    vault: { ...ctx.vault, detokenize: detokenizedInBatches(ctx.vault) },
    orderToBill: loadInBatches((ids: readonly OrderId[]) => ordersToBill(db, ids), { most }),
    cardToBill: loadInBatches((ids: readonly StoredCardId[]) => cardsById(db, ids), { most }),
    shopperToBill: loadInBatches((ids: readonly ShopperId[]) => shoppersById(db, ids), { most }),
    declinesOf: async (fingerprint) => (await declines(Buffer.from(fingerprint).toString('hex'))) ?? [],
  }
}
/** The vault's `detokenize`, which reads many cards of a merchant at once. */
function detokenizedInBatches(vault: Vault): Vault['detokenize'] {
  const merchants = new Map<MerchantId, (token: VaultToken) => Promise<Secret<string> | undefined>>()
  return async (card) => {
    const { merchantId, token } = card
    const opening =
      merchants.get(merchantId) ??
      loadInBatches((tokens: readonly VaultToken[]) => vault.detokenizeMany({ merchantId, tokens }), { most })
    merchants.set(merchantId, opening)
    // A missing token is read by itself, which says what is wrong.
    return (await opening(token)) ?? vault.detokenize(card)
  }
}

/** More are read in parts. */
const most = 200

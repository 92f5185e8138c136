import type { OrderId, ShopperId, StoredCardId } from '#acquiring/ids'
import { declinesOf, type PaymentsContext } from '#acquiring/payments'
import { cardsById, type Shopper, type StoredCard, shoppersById } from '#acquiring/shoppers'
import type { MerchantId } from '#core/directory'
import type { Vault, VaultToken } from '#core/vault'
import type { Secret } from '#kernel/base/secret.ts'
import { openCommitBatcher } from '#kernel/db/commit/commit-batcher.ts'
import { loadInBatches } from '#kernel/db/load-in-batches.ts'
import { type Decline, retryLimitWindow } from './scheme-retry-limits.ts'
import { ordersToBill, type ToBill } from './store.ts'

/** What billing stands on: the house of payments, and readers that answer many orders with one question. */
export type BillingContext = PaymentsContext & {
  toBill(id: OrderId): Promise<ToBill | undefined>
  cardToBill(id: StoredCardId): Promise<StoredCard | undefined>
  shopperToBill(id: ShopperId): Promise<Shopper | undefined>
  /** What was declined of a card within the networks' window. */
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
    toBill: loadInBatches((ids: readonly OrderId[]) => ordersToBill(db, ids), { most }),
    cardToBill: loadInBatches((ids: readonly StoredCardId[]) => cardsById(db, ids), { most }),
    shopperToBill: loadInBatches((ids: readonly ShopperId[]) => shoppersById(db, ids), { most }),
    declinesOf: async (fingerprint) => (await declines(Buffer.from(fingerprint).toString('hex'))) ?? [],
  }
}
/** The vault's `open`, where many cards of a merchant are opened with one question. */
function detokenizedInBatches(vault: Vault): Vault['detokenize'] {
  const merchants = new Map<MerchantId, (token: VaultToken) => Promise<Secret<string> | undefined>>()
  return async (card) => {
    const { merchantId, token } = card
    const opening =
      merchants.get(merchantId) ??
      loadInBatches((tokens: readonly VaultToken[]) => vault.detokenizeMany({ merchantId, tokens }), { most })
    merchants.set(merchantId, opening)
    // One that is not there is asked for by itself, which says what is wrong.
    return (await opening(token)) ?? vault.detokenize(card)
  }
}

/** Questions about more are asked in parts. */
const most = 200

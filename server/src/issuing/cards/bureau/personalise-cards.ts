import { createPublicKey, randomBytes } from 'node:crypto'
import { CompactEncrypt } from 'jose'
import type { ProductId } from '#issuing/ids'
import { findProductById, type Product } from '#issuing/programmes'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import type { By, Card } from '../card.ts'
import type { CardsContext } from '../context.ts'
import { openDelivery } from '../delivery.ts'
import { refuse } from '../refusals.ts'
import { pendingOf, sealedDeliveryOf } from '../store.ts'
import { transitionCard } from '../transition-card.ts'
import { type BureauRecord, bureauRecord } from './bureau-record.ts'

type PersonaliseInput = {
  productId: ProductId
  by: By
  limit: number
  /** Stores the file. It is called again when a card was closed meanwhile, and replaces what it stored. */
  keep(file: string): Promise<void>
}

/**
 * The file by which a bureau makes the physical cards of a product that wait for it, encrypted for the bureau's public
 * key. The file is stored first: a card that is in no file must not count as made. Returns how many cards are in it.
 */
export const personaliseCards = (ctx: CardsContext, input: PersonaliseInput): Promise<number> =>
  decide(async () => {
    const product = await findProductById(ctx.db, input.productId)
    if (!product.bureauKey) throw refuse('bureau_key_missing', { productId: input.productId })
    const cards = await pendingOf(ctx.db, input.productId, input.limit)
    if (cards.length === 0) return 0
    await input.keep(await fileOf(ctx, { ...product, bureauKey: product.bureauKey }, cards))
    const now = ctx.clock.now()
    const writes = cards.flatMap((card) => transitionCard(now, card, { ...input.by, action: 'personalise' }))
    await commit(ctx, now, writes, 'personalise-cards')
    return cards.length
  })

/** PIN blocks are under a key that is made for this file and is in it: no other key has to be shared with the bureau. */
async function fileOf(
  ctx: CardsContext,
  product: Product & { bureauKey: string },
  cards: readonly Card[],
): Promise<string> {
  const pinKey = randomBytes(32)
  const records: BureauRecord[] = []
  for (const card of cards) {
    const sealed = await sealedDeliveryOf(ctx.db, card.id)
    if (!sealed) throw new Error(`the physical card ${card.id} has no address`)
    const { expiryOrder, serviceCode } = product
    const data = await ctx.issuerVault.personalise({ cardId: card.id, expiryOrder, serviceCode, pinKey })
    records.push(bureauRecord(card, { data, serviceCode, delivery: openDelivery(ctx.keys, card.id, sealed) }))
  }
  const content = {
    format: 'florin-personalisation-1',
    madeAt: ctx.clock.now().toString(),
    product: { id: product.id, name: product.name, design: product.design },
    pinKey: pinKey.toString('hex').toUpperCase(),
    cards: records,
  }
  pinKey.fill(0)
  return new CompactEncrypt(Buffer.from(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', cty: 'application/json' })
    .encrypt(createPublicKey(product.bureauKey))
}

import { createPublicKey, randomBytes } from 'node:crypto'
import { CompactEncrypt } from 'jose'
import type { ProductId } from '#issuing/ids'
import { findProductById, type Product } from '#issuing/programmes'
import { commit, decide, update } from '#kernel/db/commit/commit.ts'
import type { By, Card } from '../card.ts'
import type { CardsContext } from '../context.ts'
import { openDelivery } from '../delivery.ts'
import { refuse } from '../refusals.ts'
import { sealedDeliveryOf, waitingAmong } from '../store.ts'
import { transitionCard } from '../transition-card.ts'
import { beginRun } from './begin-run.ts'
import { type BureauRecord, bureauRecord } from './bureau-record.ts'
import { continueRun } from './continue-run.ts'
import { cardsOfRun, findRun, type RunId } from './run-store.ts'

type PersonaliseInput = {
  productId: ProductId
  by: By
  limit: number
  /** A run whose command has died, and whose cards are in this file. Absent: a new one. */
  continues?: RunId | undefined
  keep: KeptFile
}

/** The place of the file. */
export type KeptFile = {
  /** Stores it, whole or not at all. Called again when a card was closed meanwhile, it replaces what it stored. */
  write(file: string): Promise<void>
  /** The run was taken up or given up by somebody else: this file must not be sent. */
  discard(): Promise<void>
}

/**
 * The file by which a bureau makes the physical cards of a product that wait for it, encrypted for the bureau's public
 * key. A run claims the cards first; then the file is stored; then its cards count as made, since one that is in no file must not.
 * Undefined: no card waits.
 */
export async function personaliseCards(
  ctx: CardsContext,
  { keep, continues, ...input }: PersonaliseInput,
): Promise<{ run: RunId; cards: number } | undefined> {
  const { bureauKey, ...product } = await findProductById(ctx.db, input.productId)
  if (!bureauKey) throw refuse('bureau_key_missing', { productId: input.productId })
  const run = continues ? await continueRun(ctx, continues) : await beginRun(ctx, input)
  if (!run) return undefined
  if (run.productId !== input.productId) throw refuse('bureau_run_not_open', { runId: run.id })
  const { id, version } = run
  let isStored = false
  const cards = await decide(async () => {
    const now = await findRun(ctx.db, id)
    if (now?.status !== 'begun' || now.version !== version) {
      if (isStored) await keep.discard()
      throw refuse('bureau_run_not_open', { runId: id })
    }
    const waiting = await waitingAmong(ctx.db, await cardsOfRun(ctx.db, id))
    if (waiting.length > 0) await keep.write(await fileOf(ctx, { ...product, bureauKey, run: id }, waiting))
    else if (isStored) await keep.discard()
    isStored = waiting.length > 0
    await endRun(ctx, { id, version, by: input.by }, waiting)
    return waiting.length
  })
  return { run: id, cards }
}

function endRun(
  ctx: CardsContext,
  { id, version, by }: { id: RunId; version: number; by: By },
  cards: readonly Card[],
): Promise<unknown> {
  const now = ctx.clock.now()
  const writes = [
    ...cards.flatMap((card) => transitionCard(now, card, { ...by, action: 'personalise' })),
    update('cards.bureau_runs', {
      set: { status: 'done', ended_at: now, version: version + 1 },
      where: { id, version, status: 'begun' },
    }),
  ]
  return commit(ctx, now, writes, 'personalise-cards')
}

/** PIN blocks are under a key that is made for this file and is in it: no other key has to be shared with the bureau. */
async function fileOf(
  ctx: CardsContext,
  product: Product & { bureauKey: string; run: RunId },
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
    run: product.run,
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

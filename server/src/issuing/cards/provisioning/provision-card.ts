import { randomUUID } from 'node:crypto'
import { auditEntry } from '#core/directory'
import { holderOwner } from '#issuing/holders'
import { keepStanding } from '#issuing/kyc'
import { findProductById, settingsOf } from '#issuing/programmes'
import { commit, decide, guard, insert } from '#kernel/db/commit/commit.ts'
import { type Card, expiryOf } from '../card.ts'
import type { OfHolder } from '../change-status.ts'
import type { CardsContext } from '../context.ts'
import { openDelivery } from '../delivery.ts'
import { cardInUse, countReading } from '../read-secrets.ts'
import { refuse } from '../refusals.ts'
import { sealedDeliveryOf } from '../store.ts'
import { type ApplePass, makeApplePass } from './apple-pass.ts'
import { BadChain, leafKeyOf } from './certificate-chain.ts'
import { makeOpaqueCard } from './google-card.ts'

type AppleInput = OfHolder & { certificates: readonly Uint8Array[]; nonce: Uint8Array; nonceSignature: Uint8Array }

/** The card for a device of the first wallet, whose certificates lead to the root of the programme. Each nonce once. */
export async function provisionApple(ctx: CardsContext, input: AppleInput): Promise<ApplePass> {
  const card = await activeCard(ctx, input)
  const { appleRoot } = await settingsOf(ctx.db, card.partnerId)
  if (!appleRoot) throw refuse('wallet_not_configured', { wallet: 'Apple' })
  const leafKey = keyOf(ctx, input.certificates, appleRoot)
  const nonce = hexOf(input.nonce)
  await record(ctx, input, { wallet: 'apple', nonce })
  return makeApplePass({
    ...(await partsOf(ctx, card)),
    name: await nameOf(ctx, card),
    cardId: card.id,
    nonce,
    nonceSignature: hexOf(input.nonceSignature),
    leafKey,
    madeAt: ctx.clock.now().toString(),
  })
}

/** The card for the token service of the second wallet. */
export async function provisionGoogle(ctx: CardsContext, input: OfHolder): Promise<string> {
  const card = await activeCard(ctx, input)
  const { googleKey } = await settingsOf(ctx.db, card.partnerId)
  if (!googleKey) throw refuse('wallet_not_configured', { wallet: 'Google' })
  const serverSessionId = randomUUID()
  await record(ctx, input, { wallet: 'google', nonce: serverSessionId })
  return makeOpaqueCard({ ...(await partsOf(ctx, card)), serverSessionId, recipient: googleKey })
}

/** A frozen card is not added to a wallet: the token service would decline it at once. */
async function activeCard(ctx: CardsContext, input: Pick<OfHolder, 'holderId' | 'cardId'>): Promise<Card> {
  const card = await cardInUse(ctx, input)
  if (card.status !== 'active') throw refuse('card_secrets_unavailable', { status: card.status })
  return card
}

function keyOf({ clock, log }: CardsContext, certificates: readonly Uint8Array[], root: string) {
  try {
    return leafKeyOf(certificates, root, clock.now())
  } catch (error) {
    if (!(error instanceof BadChain)) throw error
    log.info({ reason: error.message }, 'the certificates of a wallet were refused')
    throw refuse('invalid_wallet_certificates', { field: 'certificates' })
  }
}

/** In the audit before the card leaves, and counted as a reading of its data. */
async function record(
  ctx: CardsContext,
  { holderId, cardId, by, once }: OfHolder,
  { wallet, nonce }: { wallet: 'apple' | 'google'; nonce: string },
): Promise<void> {
  await countReading(ctx, cardId)
  const now = ctx.clock.now()
  const writes = [
    insert(
      'cards.provisionings',
      { card_id: cardId, wallet, nonce, created_at: now },
      { onDuplicate: { provisioning_nonce_key: () => refuse('nonce_used', { field: 'nonce', allowed: [] }) } },
    ),
    auditEntry(now, by, {
      action: 'cardProvisioned',
      owner: holderOwner(holderId),
      subject: { type: 'card', id: cardId },
      after: { wallet },
    }),
    ...once(cardId),
  ]
  await decide(async () => {
    const { version } = await activeCard(ctx, { holderId, cardId })
    const standing = await keepStanding(ctx.db, holderId, 'add a card to a wallet')
    const isActive = guard('cards.cards', { id: cardId, version })
    await commit(ctx, now, [...standing, isActive, ...writes], 'provision-card')
  })
}

async function partsOf(ctx: CardsContext, card: Card) {
  const { expiryOrder } = await findProductById(ctx.db, card.productId)
  const { pan } = await ctx.issuerVault.secretsOf({ cardId: card.id, expiryOrder })
  return { pan, signer: await ctx.issuerVault.signerOf(card.productId), ...expiryOf(card) }
}

/** As it is embossed; a virtual card has none. */
async function nameOf({ db, keys }: CardsContext, { id }: Card): Promise<string> {
  const sealed = await sealedDeliveryOf(db, id)
  return sealed ? openDelivery(keys, id, sealed).nameOnCard : 'CARD HOLDER'
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

import type { IssuedCard } from '#core/issuervault'
import { type Account, keepOpen } from '#issuing/accounts'
import { newCardId } from '#issuing/ids'
import type { Product } from '#issuing/programmes'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { insert, type Write, wroteNothing } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { type By, type Card, type Delivery, expiryAfter, type ReissueReason } from './card.ts'
import type { CardsContext } from './context.ts'
import { sealDelivery } from './delivery.ts'
import { refuse } from './refusals.ts'
import { historyOf, inheritedHistory, nextStatus } from './transition-card.ts'

/** What a card is made of. */
export type CardParts = {
  product: Product
  account: Pick<Account, 'id' | 'holderId' | 'currency'>
  virtual: boolean
  label: string | undefined
  delivery: Delivery | undefined
  pin: Secret<string> | undefined
  /** The card that it replaces, whose PIN, controls and suspensions it has. */
  successorOf?: { card: Card; reason: ReissueReason } | undefined
}

/**
 * A card with its number in the vault, and the writes that issue it, for `issued`. When nothing was written the number is
 * destroyed. When that is not known, because the process dies or the database does not answer, the daily sweep looks.
 */
export async function makeCard(
  ctx: CardsContext,
  now: Instant,
  parts: CardParts,
): Promise<{ card: Card; writesFor(by: By): Write[]; issued(committing: Promise<unknown>): Promise<Card> }> {
  const { product, account, virtual, label, successorOf } = parts
  await countCard(ctx, account)
  const id = newCardId()
  const expiry = expiryAfter(now, product.months)
  const suspensions = successorOf?.card.suspensions ?? []
  const action = firstAction(virtual, product, suspensions.length > 0)
  const pinOf = parts.pin ? undefined : successorOf?.card.id
  const made = await ctx.issuerVault.createCard({ cardId: id, productId: product.id, expiry, pin: parts.pin, pinOf })
  warnOfFullRange(ctx, product, made)
  const card: Card = {
    id,
    version: 1,
    holderId: account.holderId,
    partnerId: product.partnerId,
    accountId: account.id,
    productId: product.id,
    virtual,
    currency: account.currency,
    label,
    status: action ? nextStatus('pending', action) : 'pending',
    suspensions,
    lastFour: made.lastFour,
    expiry,
    replaces: successorOf?.card.id,
    reissueReason: successorOf?.reason,
    controls: successorOf?.card.controls ?? {},
    pinTries: successorOf?.card.pinTries ?? 0,
    createdAt: now,
  }
  return {
    card,
    writesFor: (by) => [
      insertCard(card, parts.delivery && sealDelivery(ctx.keys, id, parts.delivery)),
      keepOpen(account),
      ...issueHistory(now, card, action, by),
    ],
    issued: async (committing) => {
      try {
        await committing
      } catch (error) {
        if (wroteNothing(error)) await ctx.issuerVault.delete(id)
        throw error
      }
      return card
    },
  }
}

/** A number that is taken is taken for good, so one customer must not use up the range of a programme. */
async function countCard({ limiter }: CardsContext, { holderId }: CardParts['account']): Promise<void> {
  const taken = await limiter.take('cards_issued', holderId)
  if (!taken.allowed) throw refuse('too_many_cards', { retryAfterSeconds: taken.retryAfterSeconds })
}

/** A physical card of a programme without a bureau has nobody to wait for: it is with its holder at once. */
function firstAction(virtual: boolean, { bureauKey }: Product, isSuspended: boolean) {
  if (virtual) return isSuspended ? 'issueSuspended' : 'issue'
  return bureauKey ? undefined : 'personalise'
}

type First = ReturnType<typeof firstAction>

function issueHistory(now: Instant, card: Card, action: First, by: By): Write[] {
  const { suspensions } = card
  return [
    ...historyOf(now, card, { action: 'create', from: null, status: 'pending', by }),
    ...inheritedHistory(now, card, { status: 'pending', by, suspensions }),
    ...(action ? historyOf(now, card, { action, from: 'pending', status: card.status, by }) : []),
  ]
}

const insertCard = (card: Card, sealedDelivery: Uint8Array | undefined): Write =>
  insert(
    'cards.cards',
    {
      id: card.id,
      holder_id: card.holderId,
      partner_id: card.partnerId,
      account_id: card.accountId,
      product_id: card.productId,
      virtual: card.virtual,
      currency: card.currency,
      label: card.label ?? null,
      status: card.status,
      last_four: card.lastFour,
      expiry: card.expiry,
      replaces: card.replaces ?? null,
      reissue_reason: card.reissueReason ?? null,
      controls: jsonb(card.controls),
      pin_tries: card.pinTries,
      suspensions: card.suspensions,
      sealed_delivery: sealedDelivery ?? null,
      created_at: card.createdAt,
    },
    { onDuplicate: { one_successor: () => refuse('card_reissued_already', { allowed: [] }) } },
  )

/** Operators are warned at 90%, and at each percent after that: a range cannot be made longer. */
function warnOfFullRange({ log }: CardsContext, product: Product, { range }: IssuedCard): void {
  const percent = (count: number) => Math.floor((count * 100) / range.capacity)
  if (percent(range.issued) < 90 || percent(range.issued) === percent(range.issued - 1)) return
  log.warn(
    { productId: product.id, name: product.name, ...range },
    'the card numbers of a product are nearly used: add a product with another range',
  )
}

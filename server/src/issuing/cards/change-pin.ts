import { auditEntriesOf, auditEntry } from '#core/directory'
import { holderOwner } from '#issuing/holders'
import { keepStanding } from '#issuing/kyc'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { Card } from './card.ts'
import { cardOfHolder, type OfHolder } from './change-status.ts'
import type { CardsContext } from './context.ts'
import { cardInUse } from './read-secrets.ts'
import { refuse } from './refusals.ts'
import { wasFrozen } from './store.ts'
import { addSuspension, changeWrites, endSuspension } from './transition-card.ts'

/** A card is suspended with the last of so many wrong PINs (product decision, cards). */
const triesMax = 3

type PinChange = OfHolder & { currentPin: Secret<string> | undefined; newPin: Secret<string> }

/**
 * Changes the PIN of a card, or gives the first one to a card that has none. The wrong current PIN counts as a try. The
 * audit has the change before the vault has the new PIN.
 */
export async function changePin(ctx: CardsContext, input: PinChange): Promise<Card> {
  const { cardId, holderId, currentPin, newPin, by, once } = input
  const changed = await decide(async () => {
    const card = await cardInUse(ctx, { holderId, cardId })
    if (card.pinTries >= triesMax) throw refuse('pin_blocked')
    if (await ctx.issuerVault.hasPin(cardId)) {
      if (!currentPin) throw refuse('current_pin_missing', { field: 'currentPin' })
      if (!(await ctx.issuerVault.isPinOf({ cardId, pin: currentPin }))) return countWrongPin(ctx, card, input)
    }
    const now = ctx.clock.now()
    const entry = auditEntry(now, by, {
      action: 'cardPinChanged',
      owner: holderOwner(holderId),
      subject: { type: 'card', id: cardId },
    })
    await commit(ctx, now, [...changeWrites(card, 'pin', { pin_tries: 0 }), entry, ...once(cardId)], 'change-pin')
    // A clock that was set back makes no change an earlier one.
    const before = await ctx.issuerVault.pinSetAt(cardId)
    const at = before && Temporal.Instant.compare(now, before) < 0 ? before : now
    return { card: { ...card, pinTries: 0, version: card.version + 1 }, at }
  })
  if (changed instanceof Error) throw changed
  await ctx.issuerVault.setPin({ cardId, pin: newPin, at: changed.at })
  return changed.card
}

/**
 * The card whose PIN a lost request was to change. Refuses with `pin_not_changed` when the vault has not the newest change
 * of the audit: the process died between the two, or the vault did not answer.
 */
export async function cardWithChangedPin(
  ctx: CardsContext,
  input: Pick<OfHolder, 'holderId' | 'cardId'>,
): Promise<Card> {
  const card = await cardOfHolder(ctx, input.holderId, input.cardId)
  const [[newest], done] = await Promise.all([
    auditEntriesOf(ctx.db, { subject: { kind: 'card', id: card.id }, action: 'cardPinChanged', limit: 1 }),
    ctx.issuerVault.pinSetAt(card.id),
  ])
  const wanted = newest?.occurredAt
  if (wanted && (!done || Temporal.Instant.compare(done, wanted) < 0)) throw refuse('pin_not_changed', { allowed: [] })
  return card
}

/** Records a wrong PIN. Returns the refusal, which is thrown once it is recorded. */
async function countWrongPin(ctx: CardsContext, card: Card, { by }: PinChange): Promise<Error> {
  const now = ctx.clock.now()
  await commit(ctx, now, wrongPinWrites(now, card, by.fromWhere), 'change-pin')
  const tries = card.pinTries + 1
  return tries >= triesMax
    ? refuse('pin_blocked')
    : refuse('wrong_pin', { field: 'currentPin', left: triesMax - tries })
}

/** A wrong PIN counts, and with the last one is a reason to suspend the card. */
export function wrongPinWrites(now: Instant, card: Card, fromWhere: string): Write[] {
  const tries = card.pinTries + 1
  const suspended = { actor: 'issuer', fromWhere, reason: 'wrong PIN', suspension: 'pin' as const }
  return tries >= triesMax && card.status !== 'closed' && !card.suspensions.includes('pin')
    ? addSuspension(now, card, suspended, triesMax).writes
    : changeWrites(card, 'pinTries', { pin_tries: Math.min(tries, triesMax) })
}

/** The right PIN: the wrong ones before it count no more. */
export const rightPinWrites = (card: Card): Write[] =>
  card.pinTries === 0 ? [] : changeWrites(card, 'pinTries', { pin_tries: 0 })

/** Whether no PIN is accepted any more. */
export const isPinBlocked = ({ pinTries }: Pick<Card, 'pinTries'>): boolean => pinTries >= triesMax

/** The holder, who is logged in, may try again; a card that was suspended for its PIN alone is as it was before. */
export const unblockPin = (ctx: CardsContext, { holderId, cardId, by, once }: OfHolder): Promise<Card> =>
  decide(async () => {
    const card = await cardOfHolder(ctx, holderId, cardId)
    if (card.status === 'closed' || !card.suspensions.includes('pin')) throw refuse('pin_not_blocked', { allowed: [] })
    const now = ctx.clock.now()
    const ending = { ...by, reason: 'PIN unblocked', suspension: 'pin' as const }
    const changed = endSuspension(now, card, { ...ending, wasFrozen: await wasFrozen(ctx.db, cardId) }, 0)
    const standing = await keepStanding(ctx.db, holderId, 'unblock a PIN')
    await commit(ctx, now, [...standing, ...changed.writes, ...once(cardId)], 'change-pin')
    return changed.card
  })

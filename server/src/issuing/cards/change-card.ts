import { auditEntry, difference } from '#core/directory'
import { holderOwner } from '#issuing/holders'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { Card } from './card.ts'
import { actionsFrom } from './card-states.ts'
import { cardOfHolder, type OfHolder } from './change-status.ts'
import type { CardsContext } from './context.ts'
import type { Controls } from './controls.ts'
import { refuse } from './refusals.ts'
import { changeWrites } from './transition-card.ts'

/** What the holder calls the card. Undefined: unchanged; null: nothing. */
export const changeLabel = (ctx: CardsContext, input: OfHolder & { label: string | null | undefined }): Promise<Card> =>
  change(ctx, input, 'label', (card) => ({
    ...card,
    label: input.label === undefined ? card.label : (input.label ?? undefined),
  }))

/** What the holder allows on the card, as a whole: what is left out is not limited any more. */
export const changeControls = (
  ctx: CardsContext,
  input: OfHolder & { controlsOf(card: Card): Controls },
): Promise<Card> => change(ctx, input, 'controls', (card) => ({ ...card, controls: input.controlsOf(card) }))

const change = (
  ctx: CardsContext,
  { holderId, cardId, by, once }: OfHolder,
  what: 'label' | 'controls',
  changed: (card: Card) => Card,
): Promise<Card> =>
  decide(async () => {
    const card = await cardOfHolder(ctx, holderId, cardId)
    if (card.status === 'closed') throw closed(card, what)
    const after = changed(card)
    const now = ctx.clock.now()
    const differs = difference({ [what]: card[what] ?? null }, { [what]: after[what] ?? null }, ['label'])
    const writes: Write[] = differs
      ? [
          ...changeWrites(card, what, { label: after.label ?? null, controls: jsonb(after.controls) }),
          auditEntry(now, by, {
            action: 'cardChanged',
            owner: holderOwner(holderId),
            subject: { type: 'card', id: cardId },
            ...differs,
          }),
        ]
      : []
    await commit(ctx, now, [...writes, ...once(cardId)], 'change-card')
    return differs ? { ...after, version: card.version + 1 } : card
  })

const closed = ({ status }: Card, what: string) =>
  refuse('card_transition', {
    status,
    action: `changing its ${what}`,
    allowed: actionsFrom(status),
    possible: 'nothing',
  })

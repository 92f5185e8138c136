import { createHash, randomBytes } from 'node:crypto'
import { auditEntry } from '#core/directory'
import { holderOwner, sessionsEndedSince } from '#issuing/holders'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import { genuineRow } from '#kernel/db/bound/genuine.ts'
import { commit, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Card } from './card.ts'
import type { OfHolder } from './change-status.ts'
import type { CardsContext } from './context.ts'
import { cardInUse } from './read-secrets.ts'
import { refuse } from './refusals.ts'
import { findAnyCard } from './store.ts'

/** Long enough for an app to show the frame and for a person to press the button. */
const validFor = Temporal.Duration.from({ minutes: 5 })

/** The address of a page that shows the data of a card once, to be put into a frame of the partner's app. */
export async function openCardPage(
  ctx: CardsContext,
  { holderId, cardId, by, once, language }: OfHolder & { language: string | undefined },
): Promise<{ token: Secret<string>; expiresAt: Instant }> {
  await cardInUse(ctx, { holderId, cardId })
  const token = new Secret(randomBytes(32).toString('base64url'))
  const now = ctx.clock.now()
  const expiresAt = now.add(validFor)
  const writes = [
    insert('cards.page_tokens', {
      hash: hashOf(token.reveal()),
      card_id: cardId,
      language: language ?? null,
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
    }),
    auditEntry(now, by, {
      action: 'cardPageOpened',
      owner: holderOwner(holderId),
      subject: { type: 'card', id: cardId },
    }),
    ...once(cardId),
  ]
  await commit(ctx, now, writes, 'page-token')
  return { token, expiresAt }
}

export type CardVisit = { card: Card; language: string | undefined; isOver: boolean; use(): Write }

/** What an address leads to. Undefined: to nothing that was ever there. */
export async function findCardVisit({ db, clock }: CardsContext, token: string): Promise<CardVisit | undefined> {
  const hash = hashOf(token)
  const found = await db.read.selectFrom('cards.page_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()
  const row = await genuineRow(db, 'cards.page_tokens', found)
  const card = row && (await findAnyCard(db, row.card_id))
  if (!card) return undefined
  const now = clock.now()
  const isUsable = card.status === 'active' || card.status === 'frozen'
  const isLate = row.used_at !== null || Temporal.Instant.compare(row.expires_at, now) <= 0
  const isOver = isLate || !isUsable || (await sessionsEndedSince(db, card.holderId, row.created_at))
  const use = () =>
    update('cards.page_tokens', {
      set: { used_at: now },
      where: { hash, used_at: null },
      wholeRow: row,
      onMiss: () => refuse('card_page_used'),
    })
  return { card, language: row.language ?? undefined, isOver, use }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Deletes the addresses that have been over for a day. */
export async function deleteOldPageTokens({ db, clock }: { db: Db; clock: CardsContext['clock'] }): Promise<void> {
  await db.run('delete from cards.page_tokens where expires_at < $1', [clock.now().subtract({ hours: 24 })])
}

import { sql } from 'kysely'
import type { Hit, SearchSource } from '#core/search'
import type { CardId } from '#issuing/ids'
import type { Reader } from '#kernel/db/db.ts'
import { newestOfEach } from '#kernel/db/newest-of-each.ts'
import type { Card } from './card.ts'
import { cardById } from './store.ts'

/** Issued cards, for the search of everything: by their id and their last four digits. */
export const cardSearch = ({ db }: { db: Reader }): SearchSource => ({
  kind: 'card',
  permission: 'cards:read',
  find: async ({ uuid, lastFour, isCombined }, { partnerIds, limit }) => {
    if (isCombined) return []
    const newest = {
      table: 'cards.cards',
      owner: 'partner_id',
      owners: partnerIds,
      where: sql<boolean>`t.last_four = ${lastFour}`,
      order: sql`t.created_at`,
      limit,
    }
    const ids = lastFour === undefined ? [] : await newestOfEach<CardId>(db, newest)
    const named = uuid === undefined ? [] : [uuid as CardId]
    const cards = await Promise.all([...named, ...ids].map((id) => cardById(db, id)))
    const own = new Set(partnerIds)
    return cards.flatMap((card) => (card && own.has(card.partnerId) ? [hitOf(card, card.id === uuid)] : []))
  },
})

const hitOf = (card: Card, isNamed: boolean): Hit => ({
  fit: isNamed ? 'exact' : 'contains',
  by: isNamed ? 'id' : 'last-four',
  id: card.id,
  title: `··${card.lastFour}`,
  status: card.status,
  at: card.createdAt,
  partnerId: String(card.partnerId),
})

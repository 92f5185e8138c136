import { sql } from 'kysely'
import type { ShopperId, StoredCardId } from '#acquiring/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'

/**
 * When each of these stored cards was charged or verified last, whatever the outcome. It looks at the newest transactions
 * of each customer alone; a card that was in none of them is absent.
 */
export async function lastUseOfCards(
  db: Db,
  cards: readonly { id: StoredCardId; shopperId: ShopperId }[],
): Promise<ReadonlyMap<StoredCardId, Instant>> {
  if (cards.length === 0) return new Map()
  const { rows } = await sql<{ cardId: StoredCardId; usedAt: Instant }>`
    select card.id as "cardId", used.created_at as "usedAt"
    from unnest(${cards.map(({ id }) => id)}::bigint[], ${cards.map(({ shopperId }) => shopperId)}::bigint[])
      as card(id, shopper_id)
    cross join lateral (
      select newest.created_at from (
        select payment.id, payment.created_at, payment.card_id, payment.type from payments.payments payment
        where payment.shopper_id = card.shopper_id order by payment.id desc limit ${sql.lit(lookedAtMax)}) as newest
      where newest.card_id = card.id and newest.type in ('deposit', 'verify-card', 'credit')
      order by newest.id desc limit 1) as used`.execute(db.read)
  return new Map(rows.map(({ cardId, usedAt }) => [cardId, usedAt]))
}
const lookedAtMax = 200

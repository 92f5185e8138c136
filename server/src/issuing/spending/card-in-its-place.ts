import type { NetworkRequest } from '#connectors/network/message.ts'
import { type Card, successorsOf } from '#issuing/cards'
import type { CardId } from '#issuing/ids'
import type { SpendingContext } from './context.ts'
import { findOriginal } from './find-original.ts'

/**
 * The card that a message is about, and the line of those that it may be about. A merchant that charges again and again may still have the number of a card that was
 * reissued, for whatever reason; its payments, and the messages that follow them, are about the card in its place. Anybody
 * else's payment with that number is about the closed card.
 */
export async function cardInItsPlace(
  { db, clock }: Pick<SpendingContext, 'db' | 'clock'>,
  request: NetworkRequest,
  card: Card,
): Promise<{ about: Card; line: readonly CardId[] }> {
  const isNew = request.kind === 'authorization' && !request.incrementOf
  if (card.status !== 'closed' || (isNew && !request.recurring)) return { about: card, line: [card.id] }
  const cards = [card, ...(await successorsOf(db, card.id))]
  const line = cards.map(({ id }) => id)
  const last = cards.at(-1)!
  const current = last.status === 'closed' ? card : last
  if (isNew) return { about: current, line }
  for (const one of cards) {
    const { transaction } = await findOriginal(db, clock.now(), { card: one, line: [one.id], request })
    if (transaction) return { about: one, line }
  }
  // Without its original an increment is a payment of its own. A reversal may come before its original, and by this
  // number only such a merchant still has an approval to come.
  const isOfCurrent = request.kind === 'authorization' ? request.recurring : request.kind === 'reversal'
  return { about: isOfCurrent ? current : card, line }
}

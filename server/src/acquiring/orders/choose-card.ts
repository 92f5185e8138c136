import type { ShopperId, StoredCardId } from '#acquiring/ids'
import { findCard, isExpired, type NetworkTransaction, type StoredCard } from '#acquiring/shoppers'
import type { Initiator } from '#connectors/acquirer/port.ts'
import type { Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Order } from './order.ts'
import { refuse } from './refusals.ts'

export type CardChoice = { site: Pick<Site, 'timeZone'>; shopperId: ShopperId; cardId: StoredCardId }

/**
 * A stored card of the shopper's that is valid today, for a payment of theirs or a payout. Refuses with
 * `card_not_found` one that is not theirs, and with `card_expired` one that has expired by the calendar of the site.
 */
export const chooseCard = async (db: Db, now: Instant, choice: CardChoice): Promise<StoredCard> =>
  requireUsable(now, choice, await findCard(db, choice.shopperId, choice.cardId))

/**
 * The same for a payment of the shopper's own. Refuses with `card_of_wallet` the stored number of a wallet's device, which
 * pays only with the wallet itself.
 */
export async function chooseCardToPay(db: Db, now: Instant, choice: CardChoice): Promise<StoredCard> {
  const card = await chooseCard(db, now, choice)
  if (card.wallet) throw refuse('card_of_wallet', { field: 'cardId' })
  return card
}

/** The same of a card that was read already, and may be that of another shopper. */
export function requireUsable(
  now: Instant,
  { site, shopperId }: Pick<CardChoice, 'site' | 'shopperId'>,
  card: StoredCard | undefined,
): StoredCard {
  if (card?.shopperId !== shopperId) throw refuse('card_not_found', { field: 'cardId' })
  const { expiryMonth, expiryYear } = card
  const expiry = `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`
  if (isExpired(card, now.toZonedDateTimeISO(site.timeZone).toPlainDate()))
    throw refuse('card_expired', { field: 'cardId', expiry })
  return card
}

/**
 * What the shopper has agreed to: the type of their order, and the original transaction if its merchant has named it.
 */
export type Agreement = Pick<Order, 'type'> & { networkTransaction?: NetworkTransaction | undefined }

/**
 * The same for payments without the shopper, with what makes them possible. Refuses also with
 * `missing_original_network_transaction`.
 */
export async function chooseCardToBill(
  db: Db,
  now: Instant,
  agreement: Agreement,
  choice: CardChoice,
): Promise<{ card: StoredCard; initiator: Initiator }> {
  const card = await chooseCard(db, now, choice)
  const initiator = initiatorOf(agreement, card)
  if (!initiator) throw refuse('missing_original_network_transaction', { field: 'networkTransactionId' })
  return { card, initiator }
}

/**
 * The initiator of a payment without the shopper: the merchant, who must name the shopper's own first transaction,
 * since the card networks want every merchant-initiated payment to refer to it. Undefined when none is known.
 */
export function initiatorOf(
  { type, networkTransaction }: Agreement,
  card: Partial<Pick<StoredCard, 'networkTransactionId' | 'networkTransactionAt'>>,
): Initiator | undefined {
  const { id, at } = networkTransaction ?? { id: card.networkTransactionId, at: card.networkTransactionAt }
  if (id === undefined) return undefined
  const reason = type === 'recurring' ? 'recurring' : 'unscheduled'
  return { type: 'mit', reason, networkTransactionId: id, networkTransactionDate: at }
}

import type { ShopperId, StoredCardId } from '#acquiring/ids'
import { findCard, isExpired, type StoredCard } from '#acquiring/shoppers'
import type { Origin } from '#connectors/acquirer/acquirer.ts'
import type { Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { NetworkTransaction, Order } from './order.ts'
import { refuse } from './refusals.ts'

/** A card of the shopper's that works today. Refuses, by the field `cardId`, one that is not theirs or has expired. */
export async function chooseCard(
  db: Db,
  now: Instant,
  { site, shopperId, cardId }: { site: Pick<Site, 'timeZone'>; shopperId: ShopperId; cardId: StoredCardId },
): Promise<StoredCard> {
  const card = await findCard(db, shopperId, cardId)
  if (!card) throw refuse('card_not_found', { field: 'cardId' })
  const { expiryMonth, expiryYear } = card
  const expiry = `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`
  if (isExpired(card, now.toZonedDateTimeISO(site.timeZone).toPlainDate()))
    throw refuse('card_expired', { field: 'cardId', expiry })
  return card
}

type Agreement = Pick<Order, 'type'> & { networkTransaction?: NetworkTransaction | undefined }

/**
 * Who may take money without the shopper: only somebody who can name the shopper's own first transaction, which every
 * merchant-initiated payment refers to. Undefined when none is known.
 */
export function initiatorOf(
  { type, networkTransaction }: Agreement,
  card: Pick<StoredCard, 'networkTransactionId'>,
): Origin | undefined {
  const networkTransactionId = networkTransaction?.id ?? card.networkTransactionId
  if (networkTransactionId === undefined) return undefined
  return { by: 'merchant', reason: type === 'recurring' ? 'recurring' : 'unscheduled', networkTransactionId }
}

/** The same, where the caller is told what is missing. */
export function requireOriginalTransaction(
  agreement: Agreement,
  card: Pick<StoredCard, 'networkTransactionId'>,
): Origin {
  const origin = initiatorOf(agreement, card)
  if (!origin) throw refuse('missing_original_network_transaction', { field: 'networkTransactionId' })
  return origin
}

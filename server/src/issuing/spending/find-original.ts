import type { Original } from '#connectors/network/message.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { WithCard } from './incoming.ts'
import { datedKey } from './message-key.ts'
import { findTransactionOfKey } from './message-store.ts'
import { findAnyTransaction, findByNames } from './store.ts'
import type { Transaction } from './transaction.ts'

/**
 * The transaction that a message follows: by the key of the message that it names, or else by the references that stay the
 * same through its life (issuing standards 1.8 and 1.9). Always one of the card that the message shows.
 */
export async function findOriginal(
  db: Reader,
  now: Instant,
  { card, request }: Pick<WithCard, 'card' | 'request'>,
  named: Original | undefined,
): Promise<Transaction | undefined> {
  const { reference } = request
  const key = named?.key && datedKey(named.key, now)
  const id = key && (await findTransactionOfKey(db, card.id, key))
  if (id) return findAnyTransaction(db, id)
  return findByNames(db, card.id, {
    networkTransactionId: named?.networkTransactionId ?? reference.networkTransactionId,
    rrn: named?.rrn ?? reference.rrn,
    acquirerId: reference.acquirerId,
    authorizationCode: named?.authorizationCode ?? reference.authorizationCode,
  })
}

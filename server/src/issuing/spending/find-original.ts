import type { NetworkRequest, Original } from '#connectors/network/message.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { networkOf } from './files/file.ts'
import type { WithCard } from './incoming.ts'
import { datedKey } from './message-key.ts'
import { findTransactionOfKey } from './message-store.ts'
import { findAnyTransaction, findByNames } from './store.ts'
import type { Transaction } from './transaction.ts'

/**
 * The transaction that a message follows (issuing standards 1.8 and 1.9). One that names the key of another message is about
 * that one and no other, also when it has not come yet: the names that stay the same through the life of a payment would
 * lead to its approval, when the message is about an increment of it. Without a key the names decide, and of several
 * transactions with a name the newest that the message can be about. It is always one of the card that the message shows,
 * and of its network.
 */
export async function findOriginal(
  db: Reader,
  now: Instant,
  { card, request }: Pick<WithCard, 'card' | 'request'>,
  canBe: (transaction: Transaction) => boolean,
): Promise<Transaction | undefined> {
  const named = originalOf(request)
  const key = named?.key && datedKey(named.key, now)
  if (key) {
    const id = await findTransactionOfKey(db, card.id, key)
    return id && findAnyTransaction(db, id)
  }
  const { reference } = request
  const found = await findByNames(db, card.id, {
    network: networkOf(request.key.sender),
    networkTransactionId: named?.networkTransactionId ?? reference.networkTransactionId,
    rrn: named?.rrn ?? reference.rrn,
    acquirerId: reference.acquirerId,
    authorizationCode: named?.authorizationCode ?? reference.authorizationCode,
  })
  return found.find(canBe) ?? found[0]
}

/** How a message names an earlier one. */
export function originalOf(request: NetworkRequest): Original | undefined {
  switch (request.kind) {
    case 'authorization':
      return request.incrementOf
    case 'advice':
      return request.replaces
    case 'reversal':
    case 'clearing':
    case 'refund':
      return request.original
  }
}

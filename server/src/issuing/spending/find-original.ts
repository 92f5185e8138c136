import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { aboutOf, fitOf, isRefusedBy, originalOf } from './cells.ts'
import { networkOf } from './files/file.ts'
import type { WithCard } from './incoming.ts'
import { datedKey } from './message-key.ts'
import { findTransactionOfKey } from './message-store.ts'
import { findAnyTransaction, findByNames } from './store.ts'
import type { Transaction } from './transaction.ts'

/**
 * The transaction that a message follows (issuing standards 1.8 and 1.9). One that names the key of another message is about
 * that one and no other, also when it has not come yet: the names that stay the same through the life of a payment would
 * lead to its approval, when the message is about an increment of it. Without a key the names decide, the
 * best that some transaction has that the message can be about (`cells.ts`), and of several the newest. It is always one of the card
 * that the message shows, and of its network.
 */
export async function findOriginal(
  db: Reader,
  now: Instant,
  { card, request }: Pick<WithCard, 'card' | 'request'>,
  also: (transaction: Transaction) => boolean = () => true,
): Promise<Transaction | undefined> {
  const about = aboutOf(request)
  const fit = (found: Transaction, by: 'key' | 'name') => (also(found) ? fitOf(about, found, by) : 0)
  const named = originalOf(request)
  const key = named?.key && datedKey(named.key, now)
  if (key) {
    const id = await findTransactionOfKey(db, card.id, key)
    const found = id && (await findAnyTransaction(db, id))
    return found && fit(found, 'key') > 0 ? found : undefined
  }
  const { reference } = request
  const found = await findByNames(db, card.id, {
    network: networkOf(request.key.sender),
    networkTransactionId: named?.networkTransactionId ?? reference.networkTransactionId,
    rrn: named?.rrn ?? reference.rrn,
    acquirerId: reference.acquirerId,
    authorizationCode: named?.authorizationCode ?? reference.authorizationCode,
  })
  const fitting = found
    .map(({ rank, transaction }) => ({ rank, transaction, fit: fit(transaction, 'name') }))
    .filter((one) => one.fit > 0)
  const taking = fitting.filter((one) => !isRefusedBy(one.fit))
  const nearest = taking.filter(({ rank }) => rank === taking[0]!.rank)
  const best = Math.max(...nearest.map((one) => one.fit))
  return (nearest.find((one) => one.fit === best) ?? fitting[0])?.transaction
}

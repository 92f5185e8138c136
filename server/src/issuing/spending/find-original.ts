import type { Original } from '#connectors/network/message.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { aboutOf, fitOf, isRefusedBy, originalOf, wouldChange } from './cells.ts'
import { type MessageOfKey, messagesOfKey } from './early-messages.ts'
import { networkOf } from './files/file.ts'
import type { WithCard } from './incoming.ts'
import { type DatedKey, datedKey, type MessageClass } from './message-key.ts'
import { findByNames, transactionsById } from './store.ts'
import type { Transaction } from './transaction.ts'

export type Found = {
  /** Undefined: none that the message can be about. */
  transaction: Transaction | undefined
  /** The message that is named by its key, if it has come. */
  named: { key: DatedKey; class: MessageClass } | undefined
  /** The message names a key, and the one with it has not come. */
  isEarly: boolean
}
export const foundNothing: Found = { transaction: undefined, named: undefined, isEarly: false }

type Asked = Pick<WithCard, 'card' | 'line' | 'request'>
type Fit = (transaction: Transaction, by: 'key' | 'name') => number

/**
 * The transaction that a message follows (issuing standards 1.8 and 1.9). One that names the key of another message is about
 * that one and no other: the names that stay the same through the life of a payment would lead to its approval, when the
 * message is about an increment of it. Until that message comes, it is about what others have made that name the same.
 * Without a key the names decide, the best that some transaction has that the message can be about (`cells.ts`), and of
 * several the newest. It is always one of the cards that the message may be about, and of its network.
 */
export async function findOriginal(
  db: Reader,
  now: Instant,
  { card, line, request }: Asked,
  also: (transaction: Transaction) => boolean = () => true,
): Promise<Found> {
  const about = aboutOf(request)
  const fit: Fit = (found, by) => (also(found) ? fitOf(about, found, by) : 0)
  const named = originalOf(request)
  const key = named?.key && datedKey(named.key, now)
  if (key) return findByKey(db, { line, key, named: named.class }, fit)
  // What an advice takes the place of, it names; one that names nothing is a decision of its own.
  if (request.kind === 'advice' && !named) return foundNothing
  return { ...foundNothing, transaction: await findNamesake(db, { card, request, named }, fit) }
}

/** Several messages may have one key, and each its transaction: the one that the message can be about, and that it names. */
async function findByKey(
  db: Reader,
  { line, key, named }: { line: Asked['line']; key: DatedKey; named: Original['class'] },
  fit: Fit,
): Promise<Found> {
  const all = (await messagesOfKey(db, line, key, named)).filter(({ isNamed }) => !isNamed || named !== 'presentment')
  const isEarly = !all.some((one) => one.isNamed && (named === undefined || one.class === named))
  if (all.length === 0) return { ...foundNothing, isEarly }
  const ids = [...new Set(all.map(({ transactionId }) => transactionId))]
  const byId = new Map((await transactionsById(db, ids)).map((one) => [one.id, one]))
  let best: { one: MessageOfKey; transaction: Transaction; fit: number } | undefined
  for (const one of all) {
    const transaction = byId.get(one.transactionId)
    const fits = transaction ? fit(transaction, 'key') : 0
    if (!transaction || fits === 0) continue
    const meant = one.isNamed && one.class === named && wouldChange(fits) ? fits + ofItsClass : fits
    if (!best || meant > best.fit) best = { one, transaction, fit: meant }
  }
  if (!best) return { ...foundNothing, isEarly }
  return {
    transaction: best.transaction,
    named: best.one.isNamed ? { key, class: best.one.class } : undefined,
    isEarly,
  }
}
/** More than any fit: what the type in field 90 names is meant, as long as the message does something about it. */
const ofItsClass = 100

async function findNamesake(
  db: Reader,
  { card, request, named }: Pick<Asked, 'card' | 'request'> & { named: Original | undefined },
  fit: Fit,
): Promise<Transaction | undefined> {
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

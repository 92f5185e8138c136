import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Caller } from './issuing-client.ts'
import { Account, Card, Challenge, DetailedTransaction, listOf, Topup, Transaction } from './shapes.ts'

/** One line of what has happened on an account. */
export type Activity = { transaction: Transaction } | { topup: Topup }

/** Everything that the app knows of a customer at this moment. */
export type Look = {
  account: Account
  /** The newest that is not closed. */
  card: Card | undefined
  /** The oldest payment that waits for an approval. */
  challenge: Challenge | undefined
  /** Newest first. */
  activity: readonly Activity[]
}

/** Undefined before the customer has an account. */
export async function lookAt(call: Caller): Promise<Look | undefined> {
  const [account] = await call.read(z.array(Account), '/accounts')
  if (!account) return undefined
  const [cards, challenges, transactions, topups] = await Promise.all([
    call.read(listOf(Card), '/cards?size=100'),
    call.read(listOf(Challenge), '/transactions/3d-secure'),
    call.read(listOf(Transaction), `/transactions?size=${shownMax}`),
    call.read(listOf(Topup), `/topups?size=${shownMax}`),
  ])
  const explained = await Promise.all(transactions.data.map((transaction) => explain(call, transaction)))
  const activity: Activity[] = [
    ...explained.map((transaction) => ({ transaction })),
    ...topups.data.filter(isWorthShowing).map((topup) => ({ topup })),
  ]
  return {
    account,
    card: cards.data.findLast(({ status }) => status !== 'closed'),
    challenge: challenges.data[0],
    activity: activity.toSorted(newestFirst).slice(0, shownMax),
  }
}
const shownMax = 20

/** Lists do not say why something was declined. */
const explain = async (call: Caller, transaction: Transaction): Promise<Transaction> =>
  transaction.status === 'declined' ? call.read(DetailedTransaction, `/transactions/${transaction.id}`) : transaction

/** What was ordered and never paid is left out, unless coins may still come. */
const isWorthShowing = ({ type, status }: Topup): boolean =>
  ['pending', 'completed', 'failed'].includes(status) || (type === 'crypto' && status === 'created')

const createdAt = (one: Activity): string => ('topup' in one ? one.topup.createdAt : one.transaction.createdAt)
const newestFirst = (one: Activity, other: Activity): number => createdAt(other).localeCompare(createdAt(one))

/** Two pages that show the same have the same mark: a page compares it to learn whether it is out of date. */
export const markOf = (look: Look | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(look ?? ''))
    .digest('base64url')
    .slice(0, 16)

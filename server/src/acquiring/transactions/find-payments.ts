import { orderIdsNamed } from '#acquiring/orders'
import { type Lookup, lookUpTransactions, type Transaction } from '#acquiring/payments'
import { shopperIdsNamed } from '#acquiring/shoppers'
import type { SiteId } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import { refuse } from './refusals.ts'
import { readSought, type Sought } from './sought.ts'

export type Found = { lookedFor: readonly string[]; payments: readonly { transaction: Transaction; as: string }[] }

/**
 * Finds transactions of these sites by anything that is remembered of them. Returns what was looked for, and the newest
 * that each lookup found, at most `foundMax`. Refuses a text that can mean nothing with `payment_text_not_understood`.
 */
export async function findPayments(
  { db }: { db: Db },
  { siteIds, text }: { siteIds: readonly SiteId[]; text: string },
): Promise<Found> {
  const sought = readSought(text)
  if (sought.length === 0) throw refuse('payment_text_not_understood', { field: 'text' })
  const found = await Promise.all(
    sought.map(async ({ what, lookup }) => {
      const exact = await exactly(db, siteIds, lookup)
      const transactions = exact ? await lookUpTransactions(db, { siteIds, lookup: exact, limit: foundMax }) : []
      return transactions.map((transaction) => ({ transaction, as: what }))
    }),
  )
  const first = new Map(
    found
      .flat()
      .toReversed()
      .map((one) => [one.transaction.id, one]),
  )
  return { lookedFor: sought.map(({ what }) => what), payments: [...first.values()].toReversed().slice(0, foundMax) }
}
export const foundMax = 50

/** What the store named is first looked for at its own module. Undefined when it is not there. */
async function exactly(db: Db, siteIds: readonly SiteId[], lookup: Sought['lookup']): Promise<Lookup | undefined> {
  switch (lookup.by) {
    case 'storeOrder': {
      const ids = await orderIdsNamed(db, siteIds, lookup.text)
      return ids.length > 0 ? { by: 'orders', ids } : undefined
    }
    case 'customer':
    case 'email': {
      const ids = await shopperIdsNamed(db, siteIds, { [lookup.by === 'email' ? 'email' : 'identifier']: lookup.text })
      return ids.length > 0 ? { by: 'shoppers', ids } : undefined
    }
    default:
      return lookup
  }
}

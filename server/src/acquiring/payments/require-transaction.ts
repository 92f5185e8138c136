import type { PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import { refuse } from './refusals.ts'
import { findAnyTransaction, findTransaction } from './store.ts'
import type { Transaction } from './transaction.ts'

/** A site's own transaction. Refuses with `payment_not_found` when the site has none with this id. */
export async function requireTransaction(db: Db, siteId: SiteId, id: PaymentId): Promise<Transaction> {
  const found = await findTransaction(db, siteId, id)
  if (!found) throw refuse('payment_not_found')
  return found
}

/**
 * A transaction of any site that the caller may see. Refuses with `payment_not_found` when there is none, or it is not
 * to be seen.
 */
export async function requireSeenTransaction(
  db: Db,
  id: PaymentId,
  isSeen: (found: Transaction) => boolean,
): Promise<Transaction> {
  const found = await findAnyTransaction(db, id)
  if (!found || !isSeen(found)) throw refuse('payment_not_found')
  return found
}

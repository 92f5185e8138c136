import { type HolderId, readUuid, type TransactionId } from '#issuing/ids'
import type { Reader } from '#kernel/db/db.ts'
import { refuse } from './refusals.ts'
import { findTransaction } from './store.ts'
import type { Transaction } from './transaction.ts'

/** The transaction of this holder with this id, as a client writes it. */
export async function getTransaction(db: Reader, holderId: HolderId, unchecked: string): Promise<Transaction> {
  const id = readUuid<TransactionId>(unchecked)
  const found = id && (await findTransaction(db, holderId, id))
  if (!found) throw refuse('transaction_not_found', { transactionId: unchecked.slice(0, 50) })
  return found
}

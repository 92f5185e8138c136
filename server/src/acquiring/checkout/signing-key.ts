import type { OrderId, PaymentId } from '#acquiring/ids'
import { findTransaction, type TransactionStatus } from '#acquiring/payments'
import type { SiteId } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import { signingKey } from './session.ts'
import { findSessionOfOrder } from './store.ts'

type PaymentNamed = { siteId: SiteId; orderId: OrderId; paymentId: PaymentId }

/**
 * Finds the key that the store signed a request with, of whose result a payment is: the shopper's own payment on the
 * page. Renewals, refunds and what the API began have no signed request.
 */
export const signerIn =
  (db: Db) =>
  async ({ siteId, orderId, paymentId }: PaymentNamed): Promise<bigint | undefined> => {
    const [session, payment] = await Promise.all([
      findSessionOfOrder(db, orderId),
      findTransaction(db, siteId, paymentId),
    ])
    const isResult = payment?.source === 'service-call' && payment.parentId === undefined && results.has(payment.status)
    return session && isResult ? signingKey(session) : undefined
  }
/** What came later, such as a refund, was requested by the API. */
const results: ReadonlySet<TransactionStatus> = new Set(['authorized', 'captured', 'verified', 'failed'])

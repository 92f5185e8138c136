import { isPayment, type Transaction, transactionsAfter } from '#acquiring/payments'
import type { Exported, Selection } from '#core/access'
import type { Db } from '#kernel/db/db.ts'
import { paymentRecord } from './staff-wire.ts'

/** Payments and what followed them, or the chargebacks and representments alone, for a file. */
export const exportedPayments = (
  { db }: { db: Db },
  selection: Selection,
  { types }: { types?: readonly Transaction['type'][] } = {},
): Exported<Transaction> => ({
  columns: paymentColumns,
  rowsAfter: (after, limit) => transactionsAfter(db, { ...selection, types, after, limit }),
})

/** One payment, or what followed it, as a row of a file. */
export const paymentColumns: Exported<Transaction>['columns'] = {
  id: ({ id }) => String(id),
  type: ({ type }) => type,
  status: ({ status }) => status,
  public_status: (one) => paymentRecord(one).publicStatus,
  created_at: ({ createdAt }) => createdAt,
  created_at_utc: ({ createdAt }) => createdAt.toString(),
  captured_at: ({ capturedAt }) => capturedAt,
  site_id: ({ siteId }) => String(siteId),
  order_id: ({ orderId }) => String(orderId),
  customer_id: ({ shopperId }) => String(shopperId),
  parent_id: ({ parentId }) => (parentId === undefined ? undefined : String(parentId)),
  currency: ({ amount }) => amount.currency,
  amount: (one) => paymentRecord(one).amount,
  amount_minor: ({ amount }) => String(amount.minor),
  captured: (one) => paymentRecord(one).captured,
  refunded: (one) => paymentRecord(one).refunded,
  charged_back: (one) => paymentRecord(one).chargedBack,
  fee: (one) => paymentRecord(one).fee,
  net: (one) => paymentRecord(one).net,
  batch_id: (one) => paymentRecord(one).batchId,
  method: ({ card }) => (card.wallet ? 'wallet' : 'card'),
  wallet: ({ card }) => card.wallet?.type,
  brand: ({ card }) => card.brand,
  card: (one) => paymentRecord(one).card,
  connector: ({ connector }) => connector,
  reference: ({ reference }) => reference,
  authorization_code: (one) => (isPayment(one) ? one.authorizationCode : undefined),
  decline_reason: (one) => paymentRecord(one).declineReason,
  description: ({ description }) => description,
}

import type { Insertable, Selectable } from 'kysely'
import type { OrderId } from '#acquiring/ids'
import { money } from '#kernel/base/money.ts'
import type { Ref } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { Payment } from './payment.ts'

type Row = Schema['payments.payments']

/** The parts of a payment that can change, and their columns. What is not among them is written once. */
export type Changes = Partial<
  Pick<
    Payment,
    | 'captured'
    | 'refunded'
    | 'chargedBack'
    | 'fee'
    | 'feeBasisPoints'
    | 'cardId'
    | 'storesToken'
    | 'reference'
    | 'networkTransactionId'
    | 'authorizationCode'
    | 'checks'
    | 'threeDSecure'
    | 'challenge'
    | 'declineReason'
    | 'reversal'
    | 'request'
    | 'approvedAt'
    | 'capturedAt'
    | 'dueAt'
    | 'dueTries'
  >
>

const columnsOf: { [K in keyof Changes]-?: (value: Payment[K]) => Partial<Insertable<Row>> } = {
  captured: (amount) => ({ captured_minor: amount.minor }),
  refunded: (amount) => ({ refunded_minor: amount.minor }),
  chargedBack: (amount) => ({ charged_back_minor: amount.minor }),
  fee: (amount) => ({ fee_minor: amount.minor }),
  feeBasisPoints: (points) => ({ fee_basis_points: points }),
  cardId: (id) => ({ card_id: id ?? null }),
  storesToken: (token) => ({ stores_token: token ?? null }),
  reference: (text) => ({ reference: text ?? null }),
  networkTransactionId: (text) => ({ network_transaction_id: text ?? null }),
  authorizationCode: (text) => ({ authorization_code: text ?? null }),
  checks: (checks) => ({ checks: checks ? jsonb(checks) : null }),
  threeDSecure: (text) => ({ three_d_secure: text ?? null }),
  challenge: (challenge) => ({ challenge: challenge ? jsonb(challenge) : null }),
  declineReason: (reason) => ({ decline_reason: reason ?? null }),
  reversal: (reversal) => ({ reversal_reason: reversal?.reason ?? null, reversal_message: reversal?.message ?? null }),
  request: (request) => ({
    request_key: request?.key ?? null,
    request_kind: request?.kind ?? null,
    request_minor: request?.minor ?? null,
  }),
  approvedAt: (at) => ({ approved_at: at ?? null }),
  capturedAt: (at) => ({ captured_at: at ?? null }),
  dueAt: (at) => ({ due_at: at ?? null }),
  dueTries: (tries) => ({ due_tries: tries }),
}

export function changedColumns(changes: Changes): Partial<Insertable<Row>> {
  const parts = Object.entries(changes).map(([name, value]) => columnsOf[name as keyof Changes](value as never))
  return Object.assign({}, ...parts)
}

/** A new payment's row; its id and version are the database's. The order may be inserted by the same commit. */
export const toRow = (payment: Omit<Payment, 'id' | 'version' | 'orderId'> & { orderId: OrderId | Ref }) => ({
  key: payment.key,
  type: payment.type,
  source: payment.source,
  status: payment.status,
  merchant_id: payment.merchantId,
  site_id: payment.siteId,
  shopper_id: payment.shopperId,
  order_id: payment.orderId,
  period: payment.period ?? null,
  parent_id: payment.parentId ?? null,
  captures_at_once: payment.capturesAtOnce,
  currency: payment.amount.currency,
  minor: payment.amount.minor,
  captured_minor: payment.captured.minor,
  refunded_minor: payment.refunded.minor,
  charged_back_minor: payment.chargedBack.minor,
  fee_minor: payment.fee.minor,
  fee_basis_points: payment.feeBasisPoints,
  description: payment.description,
  card_id: payment.cardId ?? null,
  stores_token: payment.storesToken ?? null,
  card_brand: payment.card.brand,
  card_first6: payment.card.first6,
  card_last4: payment.card.last4,
  card_expiry: payment.card.expiry,
  card_holder_name: payment.card.holderName ?? null,
  card_fingerprint: payment.card.fingerprint,
  initiator: payment.initiator,
  ip: payment.ip ?? null,
  reference: payment.reference ?? null,
  network_transaction_id: payment.networkTransactionId ?? null,
  authorization_code: payment.authorizationCode ?? null,
  checks: payment.checks ? jsonb(payment.checks) : null,
  three_d_secure: payment.threeDSecure ?? null,
  challenge: payment.challenge ? jsonb(payment.challenge) : null,
  decline_reason: payment.declineReason ?? null,
  reversal_reason: payment.reversal?.reason ?? null,
  reversal_message: payment.reversal?.message ?? null,
  request_key: payment.request?.key ?? null,
  request_kind: payment.request?.kind ?? null,
  request_minor: payment.request?.minor ?? null,
  batch_id: payment.batchId ?? null,
  created_at: payment.createdAt,
  approved_at: payment.approvedAt ?? null,
  captured_at: payment.capturedAt ?? null,
  due_at: payment.dueAt ?? null,
  due_tries: payment.dueTries,
})

export const fromRow = (row: Selectable<Row>): Payment => ({
  id: row.id,
  key: row.key,
  type: row.type,
  source: row.source,
  status: row.status,
  version: row.version,
  merchantId: row.merchant_id,
  siteId: row.site_id,
  shopperId: row.shopper_id,
  orderId: row.order_id,
  period: row.period ?? undefined,
  parentId: row.parent_id ?? undefined,
  capturesAtOnce: row.captures_at_once,
  amount: money(row.minor, row.currency),
  captured: money(row.captured_minor, row.currency),
  refunded: money(row.refunded_minor, row.currency),
  chargedBack: money(row.charged_back_minor, row.currency),
  fee: money(row.fee_minor, row.currency),
  feeBasisPoints: row.fee_basis_points,
  description: row.description,
  card: {
    brand: row.card_brand,
    first6: row.card_first6,
    last4: row.card_last4,
    expiry: row.card_expiry,
    holderName: row.card_holder_name ?? undefined,
    fingerprint: row.card_fingerprint,
  },
  cardId: row.card_id ?? undefined,
  storesToken: row.stores_token ?? undefined,
  initiator: row.initiator,
  ip: row.ip ?? undefined,
  reference: row.reference ?? undefined,
  networkTransactionId: row.network_transaction_id ?? undefined,
  authorizationCode: row.authorization_code ?? undefined,
  checks: row.checks ?? undefined,
  threeDSecure: row.three_d_secure ?? undefined,
  challenge: row.challenge ?? undefined,
  declineReason: row.decline_reason ?? undefined,
  reversal:
    row.reversal_reason || row.reversal_message
      ? { reason: row.reversal_reason ?? undefined, message: row.reversal_message ?? undefined }
      : undefined,
  request: row.request_key ? { key: row.request_key, kind: row.request_kind!, minor: row.request_minor! } : undefined,
  batchId: row.batch_id ?? undefined,
  createdAt: row.created_at,
  approvedAt: row.approved_at ?? undefined,
  capturedAt: row.captured_at ?? undefined,
  dueAt: row.due_at ?? undefined,
  dueTries: row.due_tries,
})

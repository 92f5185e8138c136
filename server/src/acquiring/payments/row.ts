import type { Insertable, Selectable } from 'kysely'
import type { OrderId } from '#acquiring/ids'
import { optionJson, optionOf, type TransactionOption } from '#acquiring/terms'
import type { CardChecks } from '#connectors/acquirer/port.ts'
import { money } from '#kernel/base/money.ts'
import type { Ref } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { pendingColumns, pendingOfRow } from './pending.ts'
import { correctionColumns, correctionsOfRow, fromShareRow, toShareRow } from './share-row.ts'
import type { Transaction } from './transaction.ts'

export type TransactionRow = Schema['payments.payments']
type Columns = Partial<Insertable<TransactionRow>>

/**
 * A transaction before it is inserted. The database makes its id and version, and the same commit may insert its order.
 */
export type New<T extends Transaction> = T extends Transaction
  ? Omit<T, 'id' | 'version' | 'orderId'> & { orderId: OrderId | Ref }
  : never

/** The fields of some kind of transaction, whichever has them. */
type ValueOf<K> = Transaction extends infer T ? (T extends { [key in K & string]: infer V } ? V : never) : never

/** The fields that can change, and their columns. What is not among them is written once. */
const columnsOf = {
  key: (key: ValueOf<'key'>): Columns => ({ key }),
  connector: (connector: ValueOf<'connector'>): Columns => ({ connector }),
  captured: ({ minor }: ValueOf<'captured'>): Columns => ({ captured_minor: minor }),
  refunded: ({ minor }: ValueOf<'refunded'>): Columns => ({ refunded_minor: minor }),
  chargedBack: ({ minor }: ValueOf<'chargedBack'>): Columns => ({ charged_back_minor: minor }),
  fee: ({ minor }: ValueOf<'fee'>): Columns => ({ fee_minor: minor }),
  shares: (shares: ValueOf<'shares'>): Columns => ({
    shares: shares.length === 0 ? null : jsonb(shares.map(toShareRow)),
  }),
  shareCorrections: (minors: ValueOf<'shareCorrections'>): Columns => correctionColumns(minors),
  pending: (pending: ValueOf<'pending'>): Columns => pendingColumns(pending),
  feeBasisPoints: (points: ValueOf<'feeBasisPoints'>): Columns => ({ fee_basis_points: points }),
  price: (price: ValueOf<'price'>): Columns => ({
    price_rule_id: price?.ruleId ?? null,
    price_facts: price?.facts ? jsonb(price.facts) : null,
  }),
  cardId: (id: ValueOf<'cardId'>): Columns => ({ card_id: id ?? null }),
  storesToken: (token: ValueOf<'storesToken'>): Columns => ({ stores_token: token ?? null }),
  reference: (text: ValueOf<'reference'>): Columns => ({ reference: text ?? null }),
  networkTransactionId: (text: ValueOf<'networkTransactionId'>): Columns => ({ network_transaction_id: text ?? null }),
  authorizationCode: (text: ValueOf<'authorizationCode'>): Columns => ({ authorization_code: text ?? null }),
  checks: (checks: ValueOf<'checks'>): Columns => ({ checks: checks ? jsonb(made(checks)) : null }),
  threeDSecure: (text: ValueOf<'threeDSecure'>): Columns => ({ three_d_secure: text ?? null }),
  challenge: (challenge: ValueOf<'challenge'>): Columns => ({ challenge: challenge ? jsonb(challenge) : null }),
  declineReason: (reason: ValueOf<'declineReason'>): Columns => ({ decline_reason: reason ?? null }),
  declineAdvice: (advice: ValueOf<'declineAdvice'>): Columns => ({ decline_advice: advice ?? null }),
  reversal: (reversal: ValueOf<'reversal'>): Columns => ({
    reversal_reason: reversal?.reason ?? null,
    reversal_message: reversal?.message ?? null,
  }),
  request: (request: ValueOf<'request'>): Columns => ({
    request_key: request?.key ?? null,
    request_kind: request?.kind ?? null,
    request_minor: request?.minor ?? null,
  }),
  approvedAt: (at: ValueOf<'approvedAt'>): Columns => ({ approved_at: at ?? null }),
  capturedAt: (at: ValueOf<'capturedAt'>): Columns => ({ captured_at: at ?? null }),
  dueAt: (at: ValueOf<'dueAt'>): Columns => ({ due_at: at ?? null }),
  dueTries: (tries: ValueOf<'dueTries'>): Columns => ({ due_tries: tries }),
}

/** Stored are the checks that were made: of most payments with a stored card there was none. */
const made = (checks: CardChecks): Partial<CardChecks> =>
  Object.fromEntries(Object.entries(checks).filter(([, result]) => result !== 'unavailable'))
const notMade: CardChecks = { address: 'unavailable', postalCode: 'unavailable', securityCode: 'unavailable' }

type Changeable = keyof typeof columnsOf
const isChangeable = (name: string): name is Changeable => Object.hasOwn(columnsOf, name)

/** The fields of a kind that can change. */
export type Changes<T extends Transaction> = Partial<Pick<T, keyof T & Changeable>>

export function changedColumns(changes: object): Columns {
  const columns: Columns = {}
  for (const name in changes) if (isChangeable(name)) Object.assign(columns, columnsOf[name](changes[name as never]))
  return columns
}

/** What is in the row of a kind that has no such field. */
const withoutField = {
  transaction_option: null,
  captures_at_once: false,
  captured_minor: 0n,
  refunded_minor: 0n,
  charged_back_minor: 0n,
  fee_minor: 0n,
  fee_basis_points: 0,
  price_rule_id: null,
  price_facts: null,
  pending_minor: null,
  card_id: null,
  stores_token: null,
  reference: null,
  network_transaction_id: null,
  authorization_code: null,
  checks: null,
  three_d_secure: null,
  challenge: null,
  decline_reason: null,
  decline_advice: null,
  reversal_reason: null,
  reversal_message: null,
  request_key: null,
  request_kind: null,
  request_minor: null,
  approved_at: null,
  captured_at: null,
  due_at: null,
  due_tries: 0,
}

/**
 * Columns that a result fills in, or only some payments have. Most transactions begin without one, so they are left to the table, whose defaults are
 * null and zero. Of other columns each is always given: its absence would make another shape of statement.
 */
const ofResults: ReadonlySet<string> = new Set([
  'captured_minor',
  'refunded_minor',
  'charged_back_minor',
  'fee_minor',
  'fee_basis_points',
  'price_rule_id',
  'price_facts',
  'pending_minor',
  'pending_shares',
  'share_corrections',
  'reference',
  'network_transaction_id',
  'authorization_code',
  'checks',
  'three_d_secure',
  'challenge',
  'decline_reason',
  'decline_advice',
  'reversal_reason',
  'reversal_message',
  'approved_at',
  'captured_at',
  'batch_id',
  'due_tries',
  'wallet',
  'wallet_device',
  'reinstates_id',
] satisfies (keyof TransactionRow)[])

export function toRow(transaction: New<Transaction>): Row {
  const row: Record<string, unknown> = {}
  const columns: Readonly<Record<string, unknown>> = allColumns(transaction)
  for (const name in columns) if (!ofResults.has(name) || !isDefault(columns[name], name)) row[name] = columns[name]
  return row as Row
}
type Row = ReturnType<typeof allColumns>
/** Zero of the part that waits is not null: of what was shared whole, only shares wait. */
const isDefault = (one: unknown, name: string) =>
  one === null || (name !== 'pending_minor' && (one === 0n || one === 0))

const allColumns = (transaction: New<Transaction>) => ({
  ...withoutField,
  key: transaction.key,
  connector: transaction.connector,
  type: transaction.type,
  source: transaction.source,
  status: transaction.status,
  merchant_id: transaction.merchantId,
  site_id: transaction.siteId,
  shopper_id: transaction.shopperId,
  order_id: transaction.orderId,
  period: transaction.period ?? null,
  parent_id: transaction.parentId ?? null,
  reinstates_id: 'reinstatesId' in transaction ? transaction.reinstatesId : null,
  ...('capturesAtOnce' in transaction && { captures_at_once: transaction.capturesAtOnce }),
  ...('option' in transaction && { transaction_option: optionColumn(transaction.option) }),
  currency: transaction.amount.currency,
  minor: transaction.amount.minor,
  description: transaction.description,
  card_brand: transaction.card.brand,
  card_first6: transaction.card.first6,
  card_last4: transaction.card.last4,
  card_expiry: transaction.card.expiry,
  card_holder_name: transaction.card.holderName ?? null,
  card_fingerprint: transaction.card.fingerprint,
  card_facts: transaction.card.facts ? jsonb(transaction.card.facts) : null,
  wallet: transaction.card.wallet?.type ?? null,
  wallet_device: transaction.card.wallet?.isOfDevice ?? null,
  initiator: transaction.initiator,
  ip: transaction.ip ?? null,
  batch_id: transaction.batchId ?? null,
  created_at: transaction.createdAt,
  ...changedColumns(transaction),
})

/** The column `status` has a check, and each status is written by the machine of its kind: hence the casts. */
export function fromRow(row: Selectable<TransactionRow>): Transaction {
  const { type } = row
  const own = { reversal: reversalOf(row) }
  switch (type) {
    case 'deposit':
    case 'verify-card':
      return { ...shared(row), ...requested(row), ...own, ...ofPayment(row), type, parentId: undefined } as Transaction
    case 'credit': {
      const approvedAt = row.approved_at ?? undefined
      return { ...shared(row), ...requested(row), type, approvedAt, parentId: undefined } as Transaction
    }
    case 'refund':
      return {
        ...shared(row),
        ...requested(row),
        ...own,
        ...correctionsOfRow(row),
        type,
        parentId: row.parent_id!,
      } as Transaction
    case 'reinstatement': {
      const of = { parentId: row.parent_id!, reinstatesId: row.reinstates_id! }
      return { ...shared(row), ...own, type, ...of } as Transaction
    }
    case 'chargeback':
    case 'representment':
    case 'capture-failure':
      return { ...shared(row), ...own, ...correctionsOfRow(row), type, parentId: row.parent_id! } as Transaction
  }
}

const ofPayment = (row: Selectable<TransactionRow>) => ({
  option: row.transaction_option ? optionOf(row.transaction_option, row.currency) : undefined,
  capturesAtOnce: row.captures_at_once,
  refunded: money(row.refunded_minor, row.currency),
  chargedBack: money(row.charged_back_minor, row.currency),
  feeBasisPoints: row.fee_basis_points,
  price: row.captured_at ? { ruleId: row.price_rule_id ?? undefined, facts: row.price_facts ?? undefined } : undefined,
  storesToken: row.stores_token ?? undefined,
  networkTransactionId: row.network_transaction_id ?? undefined,
  authorizationCode: row.authorization_code ?? undefined,
  checks: row.checks ? { ...notMade, ...row.checks } : undefined,
  threeDSecure: row.three_d_secure ?? undefined,
  challenge: row.challenge ?? undefined,
  declineAdvice: row.decline_advice ?? undefined,
  approvedAt: row.approved_at ?? undefined,
})

const requested = (row: Selectable<TransactionRow>) => ({
  declineReason: row.decline_reason ?? undefined,
  request: row.request_key ? { key: row.request_key, kind: row.request_kind!, minor: row.request_minor! } : undefined,
  dueAt: row.due_at ?? undefined,
  dueTries: row.due_tries,
})

const reversalOf = (row: Selectable<TransactionRow>) =>
  row.reversal_reason || row.reversal_message
    ? { reason: row.reversal_reason ?? undefined, message: row.reversal_message ?? undefined }
    : undefined

const shared = (row: Selectable<TransactionRow>) => ({
  id: row.id,
  key: row.key,
  connector: row.connector,
  source: row.source,
  status: row.status,
  version: row.version,
  merchantId: row.merchant_id,
  siteId: row.site_id,
  shopperId: row.shopper_id,
  orderId: row.order_id,
  period: row.period ?? undefined,
  amount: money(row.minor, row.currency),
  captured: money(row.captured_minor, row.currency),
  fee: money(row.fee_minor, row.currency),
  shares: (row.shares ?? []).map((share) => fromShareRow(share, row.currency)),
  pending: pendingOfRow(row, row.currency),
  description: row.description,
  card: {
    brand: row.card_brand,
    first6: row.card_first6,
    last4: row.card_last4,
    expiry: row.card_expiry,
    holderName: row.card_holder_name ?? undefined,
    fingerprint: row.card_fingerprint,
    facts: row.card_facts ?? undefined,
    wallet: row.wallet ? { type: row.wallet, isOfDevice: row.wallet_device ?? false } : undefined,
  },
  cardId: row.card_id ?? undefined,
  initiator: row.initiator,
  ip: row.ip ?? undefined,
  reference: row.reference ?? undefined,
  batchId: row.batch_id ?? undefined,
  createdAt: row.created_at,
  capturedAt: row.captured_at ?? undefined,
})

function optionColumn(option: TransactionOption | undefined) {
  const json = optionJson(option)
  return json ? jsonb(json) : null
}

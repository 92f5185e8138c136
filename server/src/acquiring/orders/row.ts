import type { Selectable } from 'kysely'
import { optionJson, optionOf, type TransactionOption } from '#acquiring/terms'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import type { Ref } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { NewOrder, Order, OrderItem } from './order.ts'
import { orderStates } from './order-states.ts'
import type { ItemRow } from './tables.ts'

/** A new order's row; its id and version are the database's. The shopper may be inserted by the same commit. */
export const toRow = (
  now: Instant,
  order: Omit<NewOrder, 'shopperId'> & { shopperId: NewOrder['shopperId'] | Ref },
) => ({
  site_id: order.siteId,
  shopper_id: order.shopperId,
  external_id: order.externalId,
  type: order.type,
  status: orderStates.initial,
  currency: order.amount.currency,
  minor: order.amount.minor,
  trial_minor: order.trialAmount?.minor ?? null,
  mode: order.mode,
  description: order.description,
  items: jsonb(order.items.map(toItemRow)),
  tags: order.tags,
  level3: order.level3 ? jsonb(order.level3) : null,
  transaction_option: optionColumn(order.option),
  custom_data: order.customData === undefined ? null : jsonb({ value: order.customData }),
  invoice_email: order.invoiceEmail ?? null,
  back_url: order.backUrl ?? null,
  interval_type: order.interval?.unit ?? null,
  interval_value: order.interval?.count ?? null,
  first_bill_at: order.firstBillAt ?? null,
  retry_payment: order.retryPayment ?? null,
  attempts_max: order.attemptsMax ?? null,
  network_transaction_id: order.networkTransaction?.id ?? null,
  network_transaction_at: order.networkTransaction?.at ?? null,
  language: order.language ?? null,
  created_at: now,
})

/** A new order as the commit that opens it stores it. */
export const newlyStored = (now: Instant, order: NewOrder, id: Order['id']): Order => ({
  ...order,
  level3: order.level3 && parsed(order.level3),
  customData: order.customData === undefined ? undefined : parsed(order.customData),
  id,
  status: orderStates.initial,
  version: 1,
  cardId: undefined,
  wallet: undefined,
  endReason: undefined,
  attempts: 0,
  calendar: undefined,
  nextPeriod: 0,
  dueAt: undefined,
  cancel: undefined,
  plannedEnd: undefined,
  createdAt: now,
})

/** As it is read back. */
const parsed = <T>(value: T): T => JSON.parse(jsonb(value).jsonText)

export const fromRow = (row: Selectable<Schema['orders.orders']>): Order => ({
  id: row.id,
  siteId: row.site_id,
  shopperId: row.shopper_id,
  externalId: row.external_id,
  type: row.type,
  mode: row.mode,
  status: row.status,
  version: row.version,
  amount: money(row.minor, row.currency),
  trialAmount: row.trial_minor === null ? undefined : money(row.trial_minor, row.currency),
  description: row.description,
  items: itemsOf(row),
  tags: row.tags,
  level3: row.level3 ?? undefined,
  option: row.transaction_option ? optionOf(row.transaction_option, row.currency) : undefined,
  customData: row.custom_data?.value,
  invoiceEmail: row.invoice_email ?? undefined,
  backUrl: row.back_url ?? undefined,
  interval: row.interval_type ? { unit: row.interval_type, count: row.interval_value! } : undefined,
  firstBillAt: row.first_bill_at ?? undefined,
  retryPayment: row.retry_payment ?? undefined,
  cardId: row.card_id ?? undefined,
  wallet: row.wallet ?? undefined,
  endReason: row.end_reason ?? undefined,
  attempts: row.attempts,
  attemptsMax: row.attempts_max ?? undefined,
  networkTransaction:
    row.network_transaction_id === null
      ? undefined
      : { id: row.network_transaction_id, at: row.network_transaction_at! },
  language: row.language ?? undefined,
  calendar: row.anchor_at
    ? { anchor: row.anchor_at, anchorPeriod: row.anchor_period, lead: row.anchor_lead }
    : undefined,
  nextPeriod: row.next_period,
  dueAt: row.due_at ?? undefined,
  ...cancellationOf(row),
  createdAt: row.created_at,
})

/** Until an order ends as planned, its message is that of the plan. */
function cancellationOf({
  last_period: lastPeriod,
  end_planned_by: by,
  cancel_reason: reason,
  cancel_message: message,
}: Pick<
  Selectable<Schema['orders.orders']>,
  'last_period' | 'end_planned_by' | 'cancel_reason' | 'cancel_message'
>): Pick<Order, 'cancel' | 'plannedEnd'> {
  if (lastPeriod !== null)
    return { cancel: undefined, plannedEnd: { lastPeriod, by: by ?? 'merchant', message: message ?? undefined } }
  const isCancelled = reason !== null || message !== null
  return {
    cancel: isCancelled ? { reason: reason ?? undefined, message: message ?? undefined } : undefined,
    plannedEnd: undefined,
  }
}

function optionColumn(option: TransactionOption | undefined) {
  const json = optionJson(option)
  return json ? jsonb(json) : null
}

const toItemRow = ({ unitPrice, total, ...item }: OrderItem) => ({
  ...item,
  unitPriceMinor: unitPrice.minor.toString(),
  totalMinor: total.minor.toString(),
})

export const itemsOf = ({ items, currency }: Pick<Selectable<Schema['orders.orders']>, 'items' | 'currency'>) =>
  items.map((item) => fromItemRow(item, currency))

const fromItemRow = (item: ItemRow, currency: Currency): OrderItem => ({
  name: item.name,
  unitPrice: money(BigInt(item.unitPriceMinor), currency),
  units: item.units,
  total: money(BigInt(item.totalMinor), currency),
  type: item.type,
  code: item.code,
  vatPercent: item.vatPercent,
  description: item.description,
})

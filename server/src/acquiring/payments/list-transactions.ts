import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ListedIds, listIds, type PageRequest } from '#acquiring/api'
import type { OrderId, PaymentId, ShopperId } from '#acquiring/ids'
import { isShopperWith } from '#acquiring/shoppers'
import { type SiteId, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Measured, RowCountIndex } from '#kernel/db/row-count-index.ts'
import { publicStatus, type TransactionStatus } from './payment-states.ts'
import { fromRow } from './row.ts'
import type { Transaction } from './transaction.ts'

/** What the transactions of a site can be found by (wire fact 3.2). A filter that is left out selects all. */
export type TransactionFilter = Maybe<{
  orderId: OrderId
  shopperId: ShopperId
  /** Of the shopper, in any letter case. */
  email: string
  country: string
  state: string
  currency: string
  /** In minor units, of what the record shows as the amount. */
  minorFrom: bigint
  minorTo: bigint
  type: string
  statuses: readonly string[]
  /** Which of its dates is meant by `from` and `to`; what never had such a date is not found. */
  date: DateType
  from: Instant
  to: Instant
  idAbove: bigint
  sources: readonly string[]
  ip: string
  reason: string
  brand: string
  /** Digits the card number begins and ends with; six and four are known of it. */
  cardBegins: string
  cardEnds: string
  holderName: string
  parentId: PaymentId
  /** What none of our transactions have: paid by a wallet, scored for fraud, made by a person. */
  impossible: boolean
}>

type Maybe<T> = { [K in keyof T]?: T[K] | undefined }

export const dateTypes = ['creation', 'approval', 'refund', 'cancellation', 'charge-back'] as const
export type DateType = (typeof dateTypes)[number]

export type RowCountIndexOf = (measured: Measured) => RowCountIndex

/** One page of a site's transactions of all kinds, and how many there are. */
export async function listTransactions(
  { db, rowCounts }: { db: Db; rowCounts: RowCountIndexOf },
  { siteId, filter, page }: { siteId: SiteId; filter: TransactionFilter; page: PageRequest },
): Promise<Omit<ListedIds, 'ids'> & { transactions: Transaction[] }> {
  const wanted = conditionsOf(siteId, filter)
  const own = sql<SqlBool>`payment.site_id = ${siteId}`
  const { ids, ...rest } = await listIds(
    db,
    {
      from: sql`payments.payments as payment`,
      id: sql`payment.id`,
      conditions: [own, ...wanted],
      rowCounts: wanted.length === 0 ? rowCounts(allOf(siteId)) : undefined,
    },
    page,
  )
  return { ...rest, transactions: await transactionsById(db, siteId, ids as PaymentId[]) }
}

const allOf = (siteId: SiteId): Measured => ({
  list: 'payments',
  owner: siteOwner(siteId),
  table: 'payments.payments',
  owned: sql<SqlBool>`site_id = ${siteId}`,
})

/** In the order of the ids. */
async function transactionsById(db: Db, siteId: SiteId, ids: readonly PaymentId[]): Promise<Transaction[]> {
  if (ids.length === 0) return []
  const rows = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where(sql<SqlBool>`id = any(${ids})`)
    .where('site_id', '=', siteId)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, fromRow(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Condition = RawBuilder<SqlBool>

function conditionsOf(siteId: SiteId, filter: TransactionFilter): Condition[] {
  const conditions: Condition[] = []
  const when = <T>(value: T | undefined, condition: (value: T) => Condition) => {
    if (value !== undefined) conditions.push(condition(value))
  }
  when(filter.orderId, (id) => sql`payment.order_id = ${id}`)
  when(filter.shopperId, (id) => sql`payment.shopper_id = ${id}`)
  when(filter.currency, (currency) => sql`payment.currency = ${currency}`)
  when(filter.minorFrom, (minor) => sql`${shownMinor} >= ${minor}`)
  when(filter.minorTo, (minor) => sql`${shownMinor} <= ${minor}`)
  when(filter.type, (type) => sql`payment.type = ${type}`)
  when(filter.statuses, (statuses) => sql`payment.status = any(${statusesOf(statuses)})`)
  when(filter.idAbove, (id) => sql`payment.id > ${id}`)
  when(filter.sources, (sources) => sql`payment.source = any(${sources})`)
  when(filter.ip, (ip) => sql`payment.ip = ${ip}`)
  when(filter.reason, (reason) => sql`payment.reversal_reason = ${reason}`)
  when(filter.brand, (brand) => sql`payment.card_brand = ${brand}`)
  when(filter.cardBegins, (digits) => sql`starts_with(payment.card_first6, ${digits})`)
  when(filter.cardEnds, lastDigits)
  when(filter.holderName, (name) => sql`position(lower(${name}) in lower(payment.card_holder_name)) > 0`)
  when(filter.parentId, (id) => sql`payment.parent_id = ${id}`)
  when(filter.impossible || undefined, () => sql`false`)
  const shopper = isShopperWith(sql`payment.shopper_id`, siteId, filter)
  return [...conditions, ...(shopper ? [shopper] : []), ...dateConditions(filter)]
}

/** All four have an index; fewer are compared one by one. */
const lastDigits = (digits: string): Condition =>
  digits.length === 4
    ? sql`payment.card_last4 = ${digits}`
    : sql`right(payment.card_last4, ${digits.length}::integer) = ${digits}`

/** The amount that the record shows: what was captured, as soon as something was. */
const shownMinor = sql`case when payment.captured_minor > 0 then payment.captured_minor else payment.minor end`

const statusesOf = (wanted: readonly string[]): TransactionStatus[] =>
  Object.entries(publicStatus)
    .filter(([, name]) => wanted.includes(name))
    .map(([status]) => status as TransactionStatus)

function dateConditions({ date = 'creation', from, to }: TransactionFilter): Condition[] {
  const within = (column: RawBuilder<unknown>): Condition[] => [
    ...(from ? [sql<SqlBool>`${column} >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`${column} <= ${to}`] : []),
  ]
  switch (date) {
    case 'creation':
      return within(sql`payment.created_at`)
    case 'approval':
      return [sql`payment.approved_at is not null`, ...within(sql`payment.approved_at`)]
    case 'refund':
      return [sql`payment.type = 'refund'`, sql`payment.captured_at is not null`, ...within(sql`payment.captured_at`)]
    case 'cancellation':
      return [changedTo(['voided', 'cancelled'], within)]
    case 'charge-back':
      return [changedTo(['disputed', 'opened'], within)]
  }
}

function changedTo(
  statuses: readonly TransactionStatus[],
  within: (column: RawBuilder<unknown>) => Condition[],
): Condition {
  const transitions = [
    sql<SqlBool>`transition.payment_id = payment.id`,
    sql<SqlBool>`transition.to_status = any(${statuses})`,
    ...within(sql`transition.occurred_at`),
  ]
  return sql`exists (select from payments.payment_transitions as transition where ${sql.join(transitions, sql` and `)})`
}

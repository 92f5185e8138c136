import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ListedIds, listIds, type PageRequest } from '#acquiring/api'
import type { OrderId, PaymentId, ShopperId } from '#acquiring/ids'
import { isOrderOfLink } from '#acquiring/links'
import { isShopperWith } from '#acquiring/shoppers'
import type { WalletType } from '#connectors/acquirer/port.ts'
import { type SiteId, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { type LongList, type Period, within } from '#kernel/db/list.ts'
import type { Measured, RowCountIndex } from '#kernel/db/row-count-index.ts'
import type { Valued } from '#kernel/db/row-counts-by-value.ts'
import { publicStatus, type TransactionStatus } from './payment-states.ts'
import { fromRow } from './row.ts'
import type { Transaction } from './transaction.ts'

/** What the transactions of a site can be found by (wire fact 3.2). A filter that is left out selects all. */
export type TransactionFilter = Maybe<{
  orderId: OrderId
  /** The hash of the payment link where the order began. */
  link: string
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
  /** Paid by one of these wallets. */
  wallets: readonly WalletType[]
  /** Paid by no wallet. */
  withoutWallet: boolean
  /** What none of our transactions have: scored for fraud, made by a person. */
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
  const own = sql<SqlBool>`payment.site_id = ${siteId}`
  const wanted = conditionsOf(siteId, filter)
  const list = { from: sql`payments.payments as payment`, id: sql`payment.id`, conditions: [own, ...wanted] }
  const long: LongList = {
    rowCounts: rowCounts(allOf(siteId)),
    isFiltered: wanted.length > 0,
    period: creationPeriod(filter),
    valued: wanted.length === 1 ? valuedOf(filter) : undefined,
    leftOut: wanted.length === 1 && filter.statuses?.length ? leftOutBy(filter.statuses, own) : undefined,
  }
  const { ids, ...rest } = await listIds(db, { ...list, long }, page)
  return { ...rest, transactions: await transactionsById(db, siteId, ids as PaymentId[]) }
}

const allOf = (siteId: SiteId): Measured => ({
  list: 'transactions',
  owner: siteOwner(siteId),
  table: 'payments.payments',
  owned: sql<SqlBool>`site_id = ${siteId}`,
  madeAt: 'created_at',
  counted: ['currency', 'source', 'type', 'card_brand'],
})

/** Most entries have the same few values of these, which no index finds; so the row-count index counts them. */
function valuedOf({ currency, sources, type, brand }: TransactionFilter): Valued | undefined {
  if (currency !== undefined) return { column: 'currency', values: [currency] }
  if (sources?.length) return { column: 'source', values: sources }
  if (type !== undefined) return { column: 'type', values: [type] }
  if (brand !== undefined) return { column: 'card_brand', values: [brand] }
  return undefined
}

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
  when(filter.link, (hash) => isOrderOfLink(sql`payment.order_id`, siteId, hash))
  when(filter.shopperId, (id) => sql`payment.shopper_id = ${id}`)
  when(filter.currency, (currency) => sql`payment.currency = ${currency}`)
  when(filter.type, (type) => sql`payment.type = ${type}`)
  when(filter.statuses, (statuses) => isOneOf(statusesOf(statuses)))
  when(filter.idAbove, (id) => sql`payment.id > ${id}`)
  when(filter.sources, (sources) => sql`payment.source = any(${sources})`)
  when(filter.ip, (ip) => sql`payment.ip = ${ip}`)
  when(filter.reason, (reason) => sql`payment.reversal_reason = ${reason}`)
  when(filter.brand, (brand) => sql`payment.card_brand = ${brand}`)
  when(filter.cardBegins, (digits) => sql`starts_with(payment.card_first6, ${digits})`)
  when(filter.cardEnds, lastDigits)
  when(filter.holderName, (name) => sql`position(lower(${name}) in lower(payment.card_holder_name)) > 0`)
  when(filter.parentId, (id) => sql`payment.parent_id = ${id}`)
  when(filter.wallets, (wallets) => sql`payment.wallet = any(${wallets})`)
  when(filter.withoutWallet || undefined, () => sql`payment.wallet is null`)
  when(filter.impossible || undefined, () => sql`false`)
  const shopper = isShopperWith(sql`payment.shopper_id`, siteId, filter)
  return [...conditions, ...amountConditions(filter), ...(shopper ? [shopper] : []), ...dateConditions(filter)]
}

/** All four have an index; fewer are compared one by one. */
const lastDigits = (digits: string): Condition =>
  digits.length === 4
    ? sql`payment.card_last4 = ${digits}`
    : sql`right(payment.card_last4, ${digits.length}::integer) = ${digits}`

/**
 * The amount that the record shows: what was captured, as soon as something was. That is the amount of the transaction,
 * or less of it, and both have an index, which the last condition leads to.
 */
function amountConditions({ minorFrom, minorTo }: TransactionFilter): Condition[] {
  if (minorFrom === undefined && minorTo === undefined) return []
  const between = (minor: RawBuilder<unknown>): Condition[] => [
    ...(minorFrom === undefined ? [] : [sql<SqlBool>`${minor} >= ${minorFrom}`]),
    ...(minorTo === undefined ? [] : [sql<SqlBool>`${minor} <= ${minorTo}`]),
  ]
  const captured = sql`payment.captured_minor`
  const inPart = [sql<SqlBool>`${captured} > 0`, sql<SqlBool>`${captured} < payment.minor`, ...between(captured)]
  return [
    ...between(sql`case when ${captured} > 0 then ${captured} else payment.minor end`),
    sql`(${sql.join(between(sql`payment.minor`), sql` and `)} or ${sql.join(inPart, sql` and `)})`,
  ]
}

const statusesOf = (wanted: readonly string[]): TransactionStatus[] =>
  Object.entries(publicStatus)
    .filter(([, name]) => wanted.includes(name))
    .map(([status]) => status as TransactionStatus)

/** One status is read in the order of the ids; of several that order is lost. */
const isOneOf = (statuses: readonly TransactionStatus[]): Condition =>
  statuses.length === 1 ? sql`payment.status = ${statuses[0]}` : sql`payment.status = any(${statuses})`

/** Most transactions are captured, and the index by status has all others: its condition is there, unchanged. */
function leftOutBy(wanted: readonly string[], own: Condition): Condition[] | undefined {
  const statuses = statusesOf(wanted)
  if (!statuses.includes('captured')) return undefined
  const others = (Object.keys(publicStatus) as TransactionStatus[]).filter((status) => !statuses.includes(status))
  return [own, sql`payment.status <> 'captured'`, sql`payment.status = any(${others})`]
}

const creationPeriod = ({ date = 'creation', from, to }: TransactionFilter): LongList['period'] =>
  date === 'creation' && (from || to) ? { from, to, madeAt: sql`payment.created_at` } : undefined

function dateConditions({ date = 'creation', from, to }: TransactionFilter): Condition[] {
  switch (date) {
    case 'creation':
      return [] // the period of the list
    case 'approval':
      return [sql`payment.approved_at is not null`, ...within(sql`payment.approved_at`, { from, to })]
    case 'refund':
      return [
        sql`payment.type = 'refund'`,
        sql`payment.captured_at is not null`,
        ...within(sql`payment.captured_at`, { from, to }),
      ]
    case 'cancellation':
      return [changedTo(['voided', 'cancelled'], { from, to })]
    case 'charge-back':
      return [changedTo(['disputed', 'opened'], { from, to })]
  }
}

function changedTo(statuses: readonly TransactionStatus[], period: Period): Condition {
  const transitions = [
    sql<SqlBool>`transition.payment_id = payment.id`,
    sql<SqlBool>`transition.to_status = any(${statuses})`,
    ...within(sql`transition.occurred_at`, period),
  ]
  return sql`exists (select from payments.payment_transitions as transition where ${sql.join(transitions, sql` and `)})`
}

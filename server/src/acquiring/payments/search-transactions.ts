import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ShopperId } from '#acquiring/ids'
import { ordersOfLink } from '#acquiring/links'
import type { WalletType } from '#connectors/acquirer/port.ts'
import { platformOwner, type SiteId } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import type { KeysetList, Split } from '#kernel/db/keyset.ts'
import { fewEntries, ledBy, rangeOfPeriod } from '#kernel/db/keyset-parts.ts'
import { type Period, within } from '#kernel/db/list.ts'
import type { Measured } from '#kernel/db/row-count-index.ts'
import type { RowCountIndexOf } from './list-transactions.ts'
import type { TransactionStatus } from './payment-states.ts'
import type { Transaction } from './transaction.ts'

/** What a payment is made with: a card that was typed or stored, or a wallet. */
export const paymentMethods = ['card', 'applePay', 'googlePay'] as const satisfies readonly ('card' | WalletType)[]
export type PaymentMethod = (typeof paymentMethods)[number]

/** What the staff look for among transactions of all kinds. What is undefined selects all. */
export type TransactionSearch = {
  siteIds: readonly SiteId[]
  /** These sites are all there are. */
  isEverySite: boolean
  period?: Period | undefined
  statuses?: readonly TransactionStatus[] | undefined
  types?: readonly Transaction['type'][] | undefined
  currency?: string | undefined
  /** In minor units of the currency. */
  minor?: { from?: bigint; to?: bigint } | undefined
  shopperIds?: readonly ShopperId[] | undefined
  /** The hash of the payment link where its order began. */
  link?: string | undefined
  last4?: string | undefined
  brands?: readonly string[] | undefined
  /** What the card number came out of; `card`: out of no wallet. */
  methods?: readonly PaymentMethod[] | undefined
  initiator?: 'cit' | 'mit' | undefined
  connectors?: readonly string[] | undefined
  declineReasons?: readonly string[] | undefined
  /** Part of the description, of the name on the card or of the acquirer's reference, in any letter case. */
  text?: string | undefined
  sort: 'created' | 'amount'
}

type Search = TransactionSearch & { orderIds: readonly bigint[] | undefined }

/** Where transactions of all kinds are. */
export type TransactionTable = 'payments.payments'

type Condition = RawBuilder<SqlBool>
type Parts = { db: Db; rowCounts: RowCountIndexOf }

/**
 * The list of what is looked for. It is read along the best index there is for one of the filters: by customer, order, last
 * four digits, amount, wallet or status; what is left is compared with each entry. Nothing else but a period narrows it.
 */
export async function searchTransactions(
  { db, rowCounts }: Parts,
  asked: TransactionSearch,
): Promise<KeysetList<TransactionTable>> {
  const orderIds = asked.link === undefined ? undefined : await ordersOfLink(db, asked.siteIds, asked.link)
  const search = { ...asked, orderIds }
  const few = await fewOf(db, search)
  const isByAmount = search.sort === 'amount'
  const ofPeriod = search.period && within(sql`entry.created_at`, search.period)
  const range =
    search.period && !few && !isByAmount
      ? [
          await rangeOfPeriod(db, rowCounts(everyTransaction), {
            table: 'payments.payments',
            madeAt: sql`entry.created_at`,
            period: search.period,
          }),
        ]
      : []
  return {
    table: 'payments.payments',
    idType: 'bigint',
    madeAt: sql`entry.created_at`,
    splits: [...(few ? [few] : splitsOf(search)), ...range],
    conditions: [
      ...(few && !search.isEverySite ? [sql<SqlBool>`entry.site_id = any(${search.siteIds}::int[])`] : []),
      ...(ofPeriod ?? []),
      ...conditionsOf(search),
    ],
    by: isByAmount ? sql`entry.minor` : undefined,
  }
}

/** The row-count index of the transactions of all sites. */
export const everyTransaction: Measured = {
  list: 'transactions',
  owner: platformOwner,
  table: 'payments.payments',
  owned: sql<SqlBool>`true`,
  madeAt: 'created_at',
}

/** What selects so few that they are read at once, in whatever order. */
async function fewOf(db: Db, search: Search): Promise<Split | undefined> {
  const { orderIds, shopperIds, minor, last4, siteIds, sort } = search
  const few = (...conditions: Condition[]) => fewEntries(db, 'payments.payments', conditions)
  const atSites = sql<SqlBool>`entry.site_id = any(${siteIds}::int[])`
  if (orderIds) return few(sql`entry.order_id = any(${orderIds}::bigint[])`)
  if (shopperIds) return few(sql`entry.shopper_id = any(${shopperIds}::bigint[])`)
  if (last4 !== undefined && sort === 'amount') return few(atSites, sql`entry.card_last4 = ${last4}`)
  if (minor && sort === 'created' && last4 === undefined && !isOneAmount(minor))
    return few(atSites, ...amountConditions(minor))
  return undefined
}

type Minor = NonNullable<TransactionSearch['minor']>
const isOneAmount = ({ from, to }: Minor): boolean => from !== undefined && from === to

/**
 * The streams of an index that has the list's order. The condition of a partial index is written out: it does not follow
 * from values that come as a list.
 */
function splitsOf(search: TransactionSearch): Split[] {
  const { siteIds, isEverySite, last4, minor, methods, statuses, types, declineReasons, sort } = search
  const sites = ledBy('site_id', 'int', siteIds)
  const among = (split: Split, where: Condition): Split[] => [
    sites,
    { ...split, is: sql<SqlBool>`${split.is} and ${where}`, led: { ...split.led!, also: where } },
  ]
  if (sort === 'amount') return [sites]
  if (last4 !== undefined) return [sites, ledBy('card_last4', 'text', [last4])]
  if (minor && isOneAmount(minor)) return [sites, ledBy('minor', 'bigint', [minor.from])]
  if (declineReasons)
    return among(ledBy('decline_reason', 'text', declineReasons), sql`entry.decline_reason is not null`)
  if (methods && !methods.includes('card'))
    return among(ledBy('wallet', 'text', methods), sql`entry.wallet is not null`)
  if (types && !types.includes('deposit')) return among(ledBy('type', 'text', types), sql`entry.type <> 'deposit'`)
  if (statuses && !statuses.includes('captured'))
    return among(ledBy('status', 'text', statuses), sql`entry.status <> 'captured'`)
  return isEverySite ? [] : [sites]
}

/** What the splits have selected already is compared again: that costs nothing, and which they are is said in one place. */
function conditionsOf(search: Search): Condition[] {
  const conditions: Condition[] = []
  const when = <T>(value: T | undefined, condition: (value: T) => Condition) => {
    if (value !== undefined) conditions.push(condition(value))
  }
  when(search.orderIds, (ids) => sql`entry.order_id = any(${ids}::bigint[])`)
  when(search.shopperIds, (ids) => sql`entry.shopper_id = any(${ids}::bigint[])`)
  when(search.statuses, (statuses) => sql`entry.status = any(${statuses}::text[])`)
  when(search.types, (types) => sql`entry.type = any(${types}::text[])`)
  when(search.currency, (currency) => sql`entry.currency = ${currency}`)
  when(search.last4, (last4) => sql`entry.card_last4 = ${last4}`)
  when(search.brands, (brands) => sql`entry.card_brand = any(${brands}::text[])`)
  when(search.methods, (methods) => sql`coalesce(entry.wallet, 'card') = any(${methods}::text[])`)
  when(search.initiator, (initiator) => sql`entry.initiator = ${initiator}`)
  when(search.connectors, (connectors) => sql`entry.connector = any(${connectors}::text[])`)
  when(search.declineReasons, (reasons) => sql`entry.decline_reason = any(${reasons}::text[])`)
  when(search.text, (text) => hasText(text))
  return [...conditions, ...amountConditions(search.minor ?? {})]
}

const amountConditions = ({ from, to }: { from?: bigint; to?: bigint }): Condition[] => [
  ...(from === undefined ? [] : [sql<SqlBool>`entry.minor >= ${from}`]),
  ...(to === undefined ? [] : [sql<SqlBool>`entry.minor <= ${to}`]),
]

const hasText = (text: string): Condition =>
  sql`position(lower(${text}) in lower(concat_ws(E'\n', entry.description, entry.card_holder_name, entry.reference))) > 0`

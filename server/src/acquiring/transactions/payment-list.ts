import type { z } from 'zod'
import { merchantCurrencies, type ShopperId } from '#acquiring/ids'
import {
  fromRow,
  type PaymentMethod,
  type PublicStatus,
  paymentMethods,
  publicStatus,
  type RowCountIndexOf,
  searchTransactions,
  type Transaction,
  type TransactionSearch,
  type TransactionStatus,
  type TransactionTable,
  transactionStatuses,
} from '#acquiring/payments'
import { shopperIdsNamed, shoppersById } from '#acquiring/shoppers'
import { declineReasons } from '#connectors/acquirer/port.ts'
import {
  type Columns,
  type Found,
  type ListReader,
  type LongListParts,
  longList,
  madeQuery,
  ofWhomQuery,
  periodOf,
  type StaffRoute,
  sitesOfList,
} from '#core/access'
import type { Directory, SiteId } from '#core/directory'
import { readId } from '#kernel/base/id.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { oneOf, optional, text } from '#kernel/http/field.ts'
import { amountRange, amountsIn, chosen, inclusive, several, words } from '#kernel/http/filter.ts'
import { paymentColumns } from './export-payments.ts'
import { refuse } from './refusals.ts'
import { type ListedPayment, listedPaymentRecord, listedPaymentShape } from './staff-wire.ts'

type Parts = LongListParts & { directory: Directory; rowCounts: RowCountIndexOf }

const types = [
  'deposit',
  'refund',
  'credit',
  'chargeback',
  'representment',
  'reinstatement',
  'capture-failure',
  'verify-card',
] as const
type StatusWord = PublicStatus | TransactionStatus
const statusWords = [...new Set<StatusWord>([...Object.values(publicStatus), ...transactionStatuses])]
const methodWords = [...paymentMethods, 'wallet'] as const
const [firstWord, ...otherWords] = statusWords

const filters = {
  ...ofWhomQuery,
  ...madeQuery,
  status: several([firstWord!, ...otherWords]).meta({ description: 'As the store sees it, or our own.' }),
  type: several(types),
  currency: optional(oneOf(merchantCurrencies)),
  amount: amountRange(),
  customer: optional(text({ max: 200, what: "the e-mail address, the store's number or our id of a customer" })),
  last4: optional(text({ max: 4, pattern: /^\d{4}$/, what: 'the last four digits of a card' })),
  brand: words({ max: 10, each: 30, what: 'a brand of cards such as visa, or several' }),
  method: several(methodWords).meta({ description: 'What was paid with; `wallet` is any of them.' }),
  initiator: optional(oneOf(['cit', 'mit'])).meta({ description: 'Customer or merchant initiated.' }),
  connector: words({ max: 10, each: 50, what: 'the name of a connector, or several' }),
  reason: several(declineReasons).meta({ description: 'Why it was declined.' }),
  link: optional(text({ max: 64, what: 'the hash of a payment link' })),
  text: optional(
    text({ max: 100, min: 2, what: "part of the description, the name on the card or the acquirer's reference" }),
  ).meta({
    description: 'Part of the description, the name on the card or the reference of the acquirer. No index has it.',
  }),
  sort: optional(oneOf(['-created', 'created', '-amount', 'amount'])).meta({
    default: '-created',
    description: 'By amount only with `currency`. By nothing else: only these have an index.',
  }),
}
type Query = z.output<z.ZodObject<typeof filters>>

/** The payments of one site, several or all, and what followed them; and the same as a file. */
export const paymentListRoutes = (parts: Parts): StaffRoute[] =>
  longList(parts, {
    name: 'payments',
    operations: { list: 'listPayments', export: 'exportPayments' },
    group: 'Payments',
    permission: 'transactions:read',
    summary: 'Payments and what followed them, newest first',
    about:
      'A filter that selects few of very many entries may need more than one page to find them: `searchedTo` says how far a page has looked, and `next` goes on from there.',
    filters,
    shape: listedPaymentShape,
    record: listedPaymentRecord,
    columns: listedColumns,
    find: (query, { caller }) => findPaymentList(parts, caller, query),
  })

async function findPaymentList(
  parts: Parts,
  caller: ListReader,
  query: Query,
): Promise<Found<TransactionTable, ListedPayment>> {
  const scope = await sitesOfList(parts.directory, caller, query)
  const { period, timeZone } = periodOf(query, { zone: scope.timeZone, now: parts.clock.now() })
  const { sort = '-created', currency } = query
  const isByAmount = sort.endsWith('amount')
  if (isByAmount && currency === undefined) throw refuse('currency_needed', { field: 'sort' })
  const search: TransactionSearch = {
    siteIds: scope.siteIds,
    isEverySite: scope.isEverySite,
    period: period && inclusive(period),
    statuses: query.status && chosen(transactionStatuses, query.status, statusesOf),
    types: query.type && chosen(types, query.type),
    currency,
    minor: minorOf(query),
    shopperIds:
      query.customer === undefined ? undefined : await customersNamed(parts.db, scope.siteIds, query.customer),
    link: query.link,
    last4: query.last4,
    brands: query.brand?.map((brand) => brand.toLowerCase()),
    methods: query.method && chosen(paymentMethods, query.method, methodsOf),
    initiator: query.initiator,
    connectors: query.connector,
    declineReasons: query.reason && chosen(declineReasons, query.reason),
    text: query.text,
    sort: isByAmount ? 'amount' : 'created',
  }
  return {
    list: await searchTransactions(parts, search),
    counting: isByAmount ? await searchTransactions(parts, { ...search, sort: 'created' }) : undefined,
    sort,
    period,
    ofWhom: scope.ofWhom,
    timeZone,
    things: (rows) => withCustomers(parts.db, rows.map(fromRow)),
  }
}

/** What the list shows, and a file of it has. */
const listedColumns: Columns<ListedPayment> = {
  ...paymentColumns,
  customer_email: ({ customer }) => customer?.email,
}

async function withCustomers(db: Db, found: readonly Transaction[]): Promise<ListedPayment[]> {
  const customers = await shoppersById(db, [...new Set(found.map((one) => one.shopperId))])
  return found.map((one) => ({ ...one, customer: customers.get(one.shopperId) }))
}

/** A word that is both is the store's: `uncertain`. */
const statusesOf = (word: StatusWord): TransactionStatus[] => {
  const publicly = transactionStatuses.filter((status) => publicStatus[status] === word)
  return publicly.length > 0 ? publicly : transactionStatuses.filter((status) => status === word)
}

const methodsOf = (word: (typeof methodWords)[number]): readonly PaymentMethod[] =>
  word === 'wallet' ? paymentMethods.filter((method) => method !== 'card') : [word]

function minorOf({ amount, currency }: Pick<Query, 'amount' | 'currency'>): TransactionSearch['minor'] {
  if (!amount) return undefined
  if (currency === undefined) throw refuse('currency_needed', { field: 'amount' })
  const minor = amountsIn(amount, currency as Currency)
  if (!minor) throw refuse('amount_too_fine', { field: 'amount', currency })
  return minor
}

/** A number may be ours and the store's. */
async function customersNamed(db: Db, siteIds: readonly SiteId[], customer: string): Promise<ShopperId[]> {
  const named = customer.trim()
  const id = readId<ShopperId>(named)
  const found = await shopperIdsNamed(db, siteIds, named.includes('@') ? { email: named } : { identifier: named })
  return [...new Set([...(id === undefined ? [] : [id]), ...found])]
}

import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { ShopperId, StoredCardId } from '#acquiring/ids'
import {
  ofWhomQuery,
  type SiteScope,
  type StaffRoute,
  seesSite,
  sitesOfList,
  staffRoute,
  type TableListParts,
  tableList,
} from '#core/access'
import type { Directory } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import { formatMoney } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { fewEntries, ledBy, withValues } from '#kernel/db/keyset-parts.ts'
import { id, oneOf, optional, text } from '#kernel/http/field.ts'
import { chosen, type Several, several, words } from '#kernel/http/filter.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { cardActions, cardGuards } from './card-actions.ts'
import { refuse } from './refusals.ts'
import {
  type BilledSubscription,
  billedStatuses,
  type CardUse,
  cardTable,
  type Expiry,
  expiries,
  findCardRow,
  type ListedCard,
  lapses,
  listedCards,
} from './stored-cards.ts'

export type StoredCardParts = TableListParts & { db: Db; clock: Clock; directory: Directory; cardUse: CardUse }

const cardStatuses = ['active', 'deleted'] as const
const wallets = ['applePay', 'googlePay'] as const
const methods = ['card', ...wallets] as const

const storedCardShape = z.strictObject({
  id: z.string(),
  siteId: z.string(),
  shopperId: z.string(),
  storeCustomerId: z.string(),
  email: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  brand: z.string(),
  card: z.string().meta({ description: 'The first six and the last four digits.' }),
  wallet: z.enum(wallets).optional().meta({ description: 'The wallet whose network token it is; absent: a card.' }),
  expiry: z.string(),
  expires: z.enum(expiries).meta({
    description: 'By the calendar of its site. A card works through the last day of its month.',
  }),
  holderName: z.string().optional(),
  status: z.enum(cardStatuses),
  subscriptions: z.int().meta({ description: 'How many are billed with it: none of a deleted card.' }),
  lastUsedAt: momentShape.optional().meta({
    description: 'When it was charged or verified last, among the newest 200 payments of its customer.',
  }),
  createdAt: momentShape,
})

const storedCardRecord = ({
  row,
  shopper,
  expires,
  subscriptions,
  lastUsedAt,
}: ListedCard): z.output<typeof storedCardShape> => ({
  id: String(row.id),
  siteId: String(row.site_id),
  shopperId: String(shopper.id),
  storeCustomerId: shopper.identifier,
  ...(shopper.email !== undefined && { email: shopper.email }),
  ...(shopper.firstName !== undefined && { firstName: shopper.firstName }),
  ...(shopper.lastName !== undefined && { lastName: shopper.lastName }),
  brand: row.brand,
  card: `${row.first6}******${row.last4}`,
  ...(row.wallet && { wallet: row.wallet }),
  expiry: `${String(row.expiry_month).padStart(2, '0')}/${row.expiry_year}`,
  expires,
  ...(row.holder_name !== null && { holderName: row.holder_name }),
  status: row.status,
  subscriptions,
  ...(lastUsedAt && { lastUsedAt: momentText(lastUsedAt) }),
  createdAt: momentText(row.created_at),
})

const billedShape = z.strictObject({
  orderId: z.string(),
  storeOrderId: z.string(),
  description: z.string(),
  status: z.enum(billedStatuses),
  amount: z.string(),
  currency: z.string(),
  nextBillAt: momentShape
    .optional()
    .meta({ description: 'Absent where its site requests each bill, or the last is paid.' }),
})
const wholeCardShape = storedCardShape.extend({
  actions: cardActions.shape,
  billed: z.array(billedShape).meta({ description: 'The subscriptions, the newest first, at most 50.' }),
})

const billedRecord = (one: BilledSubscription): z.output<typeof billedShape> => ({
  orderId: String(one.id),
  storeOrderId: one.externalId,
  description: one.description,
  status: one.status,
  amount: formatMoney(one.amount),
  currency: one.amount.currency,
  ...(one.nextBillAt && { nextBillAt: momentText(one.nextBillAt) }),
})

const reading = { group: 'Shoppers', permission: 'customers:read' } as const

/** The cards that shoppers left with stores, over all sites that one may see. */
export const storedCardRoutes = (parts: StoredCardParts): StaffRoute[] => [
  ...listRoutes(parts),
  staffRoute({
    ...reading,
    method: 'GET',
    caller: 'staff',
    path: '/stored-cards/:cardId',
    operationId: 'getStoredCard',
    summary: 'One stored card, and the subscriptions that are billed with it',
    params: z.object({ cardId: id<StoredCardId>('the id of a stored card') }),
    reply: wholeCardShape,
    run: async ({ caller, params }) => {
      const row = await findCardRow(parts.db, params.cardId)
      if (!row || !(await seesSite(parts.directory, caller, row.site_id)))
        throw refuse('card_not_found', { field: 'cardId' })
      const [[card], billed] = await Promise.all([
        listedCards(parts, [row]),
        row.status === 'active' ? parts.cardUse.subscriptionsWith({ id: row.id, shopperId: row.shopper_id }) : [],
      ])
      const actions = cardActions.record(caller, cardGuards(row))
      return { ...storedCardRecord(card!), billed: billed.map(billedRecord), actions }
    },
  }),
]

const filters = {
  ...ofWhomQuery,
  status: several(cardStatuses),
  expires: several(expiries).meta({
    description:
      'When it lapses, by the month that it is in the time zone of the list. Deleted cards are not selected.',
  }),
  subscriptions: optional(oneOf(['some', 'none'])).meta({
    description: 'Whether a subscription is billed with it. Deleted cards are not selected.',
  }),
  method: several(methods).meta({ description: 'A card that was typed, or the network token of a wallet.' }),
  brand: words({ max: 10, each: 30, what: 'a brand of cards such as visa, or several' }),
  last4: optional(text({ max: 4, pattern: /^\d{4}$/, what: 'the last four digits of a card' })),
  customer: optional(id<ShopperId>('the id of a customer')),
}
type Query = z.output<z.ZodObject<typeof filters>>

const listRoutes = (parts: StoredCardParts): StaffRoute[] =>
  tableList(parts, {
    ...reading,
    name: 'stored-cards',
    operations: { list: 'listStoredCards', export: 'exportStoredCards' },
    summary: 'Stored cards of customers, newest first',
    about: 'With those that were deleted. The whole number of a card is in none of them.',
    table: cardTable,
    isByMoment: true,
    filters,
    shape: storedCardShape,
    record: storedCardRecord,
    whose: async (query, caller) => {
      const { siteIds, timeZone, ofWhom } = await sitesOfList(parts.directory, caller, query)
      const few = query.expires && (await fewLapsing(parts, { siteIds, timeZone }, query.expires))
      return { splits: [few ?? ledBy('site_id', 'int', siteIds)], timeZone, ofWhom }
    },
    selected: (query, timeZone) => selected(parts, query, timeZone),
    things: (rows) => listedCards(parts, rows),
  })

/** The cards that lapse then, if they are few: they may be anywhere among the others, and have an index. */
const fewLapsing = (
  { db, clock }: StoredCardParts,
  { siteIds, timeZone }: Pick<SiteScope, 'siteIds' | 'timeZone'>,
  when: Several<Expiry>,
) =>
  fewEntries(db, cardTable, [
    sql<SqlBool>`entry.site_id = any(${siteIds}::integer[]) and entry.status = 'active'`,
    lapses(chosen(expiries, when), todayIn(clock, timeZone)),
  ])

function selected({ clock, cardUse }: StoredCardParts, query: Query, timeZone: string) {
  const { status, expires, subscriptions, method, brand, last4, customer } = query
  const isBilled = cardUse.isBilled(sql`entry.id`, sql`entry.shopper_id`)
  return {
    narrowed: customer === undefined ? [] : [withValues('shopper_id', 'bigint', [customer])],
    conditions: [
      ...(expires || subscriptions ? [sql<SqlBool>`entry.status = 'active'`] : []),
      ...(status ? [sql<SqlBool>`entry.status = any(${chosen(cardStatuses, status)}::text[])`] : []),
      ...(expires ? [lapses(chosen(expiries, expires), todayIn(clock, timeZone))] : []),
      ...(method ? [sql<SqlBool>`coalesce(entry.wallet, 'card') = any(${chosen(methods, method)}::text[])`] : []),
      ...(brand ? [sql<SqlBool>`entry.brand = any(${brand.map((one) => one.toLowerCase())}::text[])`] : []),
      ...(last4 === undefined ? [] : [sql<SqlBool>`entry.last4 = ${last4}`]),
      // The last, since each card that is left is looked up among the orders of its customer.
      ...(subscriptions ? [subscriptions === 'some' ? isBilled : sql<SqlBool>`not ${isBilled}`] : []),
    ],
  }
}

const todayIn = (clock: Clock, timeZone: string): Temporal.PlainDate =>
  clock.now().toZonedDateTimeISO(timeZone).toPlainDate()

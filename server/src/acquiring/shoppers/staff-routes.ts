import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { ShopperId, StoredCardId } from '#acquiring/ids'
import {
  authorOf,
  ofSites,
  reasonField,
  type StaffRoute,
  seesSite,
  sitesInScope,
  staffList,
  staffRoute,
  tableList,
} from '#core/access'
import type { Vault } from '#core/vault'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { inOrder } from '#kernel/db/list.ts'
import { id, optional, text } from '#kernel/http/field.ts'
import { momentShape, momentText, pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import { shopperColumns } from './export-shoppers.ts'
import { findShoppers, siteOfCard } from './find-shoppers.ts'
import { listCards } from './list-shoppers.ts'
import { refuse } from './refusals.ts'
import { removeCard } from './remove-shopper.ts'
import type { CardOnFile, Shopper } from './shopper.ts'
import { findShopper, shoppersById } from './store.ts'
import { type StoredCardParts, storedCardRoutes } from './stored-card-routes.ts'

export type StaffShopperParts = Writer & StoredCardParts & { vault: Vault }

const shopperShape = z.strictObject({
  id: z.string(),
  siteId: z.string(),
  storeCustomerId: z.string(),
  email: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  country: z.string().optional(),
  removed: z.boolean(),
  erased: z.boolean().meta({ description: 'Nothing of them is kept but what a duty keeps.' }),
  createdAt: momentShape,
})
const cardShape = z.strictObject({
  id: z.string(),
  brand: z.string(),
  card: z.string().meta({ description: 'The first six and the last four digits.' }),
  expiry: z.string(),
  holderName: z.string().optional(),
  status: z.enum(['active', 'deleted']),
})
const wholeShape = shopperShape.extend({
  phone: z.string().optional(),
  address: z.string().optional(),
  city: z.string().optional(),
  zipCode: z.string().optional(),
  state: z.string().optional(),
  cards: z.array(cardShape),
})

export type ShopperRecord = z.output<typeof wholeShape>

const reading = { method: 'GET', group: 'Shoppers', caller: 'staff', permission: 'customers:read' } as const

/** What `florin shopper` does: the customers of stores and their stored cards. */
export const shopperStaffRoutes = (parts: StaffShopperParts): StaffRoute[] => [
  staffList({
    ...reading,
    path: '/shoppers/find',
    operationId: 'findShoppers',
    summary: 'Find customers of stores by our id, the number of the store, or their e-mail address',
    about: 'Only exact matches, the newest 100.',
    query: z.object({ ...pageQuery, text: text({ max: 200, what: 'what is remembered' }) }),
    reply: shopperShape,
    run: async ({ caller, query }) => {
      const siteIds = await sitesInScope(parts.directory, caller)
      return pageOf((await findShoppers(parts, { siteIds, text: query.text })).map(shopperRecord), query)
    },
  }),
  staffRoute({
    ...reading,
    path: '/shoppers/:shopperId',
    operationId: 'getShopper',
    summary: 'One customer of a store, with the stored cards',
    params: z.object({ shopperId: id<ShopperId>('the id of a shopper') }),
    reply: wholeShape,
    run: async ({ caller, params }) => {
      const shopper = await findShopper(parts.db, params.shopperId)
      if (!shopper || !(await seesSite(parts.directory, caller, shopper.siteId)))
        throw refuse('customer_not_found', { field: 'shopperId' })
      return showShopper(parts, shopper)
    },
  }),
  ...storedCardRoutes(parts),
  removeCardRoute(parts),
  ...listRoutes(parts),
]

const listRoutes = (parts: StaffShopperParts): StaffRoute[] => {
  const { filters, whose } = ofSites(parts.directory)
  return tableList(parts, {
    name: 'customers',
    path: '/shoppers',
    operations: { list: 'listShoppers', export: 'exportShoppers' },
    group: reading.group,
    permission: 'customers:read',
    summary: 'Customers of stores, newest first',
    about: 'Those that were deleted are not among them.',
    table: 'shoppers.shoppers',
    filters: {
      ...filters,
      text: optional(text({ max: 200, min: 2, what: 'a part of the name, the e-mail address or the number' })).meta({
        description: 'Part of the name, the e-mail address or the number that the store uses. No index has it.',
      }),
    },
    shape: shopperShape,
    record: shopperRecord,
    whose,
    selected: ({ text }) => ({
      // The condition of the index of the customers of a site, which is counted without rows.
      narrowed: [
        {
          values: sql`(values (true)) as listed(always)`,
          is: sql`entry.removed_at is null`,
          count: 1,
          isCondition: true,
        },
      ],
      conditions: text
        ? [
            sql<SqlBool>`position(lower(${text}) in lower(concat_ws(
          E'\n', entry.email, entry.identifier, concat_ws(' ', entry.first_name, entry.last_name)))) > 0`,
          ]
        : [],
    }),
    things: async (rows) => {
      const ids = rows.map(({ id }) => id)
      return inOrder(ids, [...(await shoppersById(parts.db, ids)).values()])
    },
    columns: shopperColumns,
  })
}

const removeCardRoute = (parts: StaffShopperParts): StaffRoute =>
  staffRoute({
    method: 'POST',
    group: 'Shoppers',
    caller: 'staff',
    path: '/stored-cards/:cardId/remove',
    operationId: 'removeStoredCard',
    summary: 'Delete a stored card; its number is destroyed',
    about: 'Orders that are billed with it need another card.',
    permission: 'stored_cards:delete',
    repeated: 'stored',
    params: z.object({ cardId: id<StoredCardId>('the id of a stored card') }),
    body: z.object(reasonField),
    reply: z.strictObject({ id: z.string(), status: z.literal('deleted') }),
    run: async (call) => {
      const { cardId } = call.params
      const siteId = await siteOfCard(parts, cardId)
      if (siteId === undefined || !(await seesSite(parts.directory, call.caller, siteId)))
        throw refuse('card_not_found', { field: 'cardId' })
      const by = authorOf(call)
      await removeCard(parts, { by, siteId, id: cardId, alongside: () => call.once(String(cardId)) })
      return { id: String(cardId), status: 'deleted' as const }
    },
    recover: async (_caller, subjectId) => ({ id: subjectId, status: 'deleted' as const }),
  })

/** A customer with the newest of the stored cards, deleted ones too. */
export async function showShopper({ db }: { db: Db }, shopper: Shopper): Promise<ShopperRecord> {
  const { cards } = await listCards(db, { shopperId: shopper.id, status: 'all' }, {})
  const { phone, address, city, zipCode, state } = shopper
  const reached = Object.entries({ phone, address, city, zipCode, state }).filter(([, value]) => value !== undefined)
  return { ...shopperRecord(shopper), ...Object.fromEntries(reached), cards: cards.map(cardRecord) }
}

const shopperRecord = (shopper: Shopper): z.output<typeof shopperShape> => ({
  id: String(shopper.id),
  siteId: String(shopper.siteId),
  storeCustomerId: shopper.identifier,
  ...(shopper.email !== undefined && { email: shopper.email }),
  ...(shopper.firstName !== undefined && { firstName: shopper.firstName }),
  ...(shopper.lastName !== undefined && { lastName: shopper.lastName }),
  ...(shopper.country !== undefined && { country: shopper.country }),
  removed: shopper.removed,
  erased: shopper.erased,
  createdAt: momentText(shopper.createdAt),
})

const cardRecord = (card: CardOnFile): z.output<typeof cardShape> => ({
  id: String(card.id),
  brand: card.brand,
  card: `${card.first6}******${card.last4}`,
  expiry: `${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear}`,
  ...(card.holderName !== undefined && { holderName: card.holderName }),
  status: card.status,
})

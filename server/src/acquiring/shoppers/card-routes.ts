import { z } from 'zod'
import { type ApiRoute, apiList, apiRoute, idShape, ownerQuery, pageQuery } from '#acquiring/api'
import type { OrderId, ShopperId, StoredCardId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import { id, oneOf, optional, yesNo } from '#kernel/http/field.ts'
import { fullCardRecord } from './card-record.ts'
import { shopperOf } from './change-shopper.ts'
import { type ImportParts, importRoute } from './import-route.ts'
import { listCards } from './list-shoppers.ts'
import { refuse } from './refusals.ts'
import { removeCard } from './remove-shopper.ts'
import { cardsOnFile } from './store.ts'
import { cardShape } from './wire.ts'

export type CardParts = ImportParts & {
  /** The stored cards that paid, or tried to pay, an order of the site. */
  cardsOfOrder(siteId: SiteId, orderId: OrderId): Promise<StoredCardId[]>
}

const group = 'Cards'
const customerId = id<ShopperId>('the id of the customer who owns the cards', { wrong: 1620, missing: 1620 })
const params = z.object({ id: id<StoredCardId>('the id of a stored card', { wrong: 902 }) })

/** The stored cards of customers (wire fact 3.4). Of a number, the first six and the last four digits are shown. */
export const cardRoutes = (parts: CardParts): ApiRoute[] => [
  importRoute(parts),
  listRoute(parts),
  oneRoute(parts),
  removeRoute(parts),
]

const listRoute = (parts: CardParts): ApiRoute =>
  apiList({
    method: 'GET',
    path: '/card',
    permission: 'cards:read',
    group,
    summary: 'The stored cards of a customer',
    query: z.object({
      customerId,
      ...pageQuery,
      orderId: optional(id<OrderId>('the id of an order')),
      hasToken: optional(yesNo()),
      cardStatus: optional(oneOf(['active', 'deleted', 'all'])).meta({ default: 'active' }),
      ...ownerQuery,
    }),
    data: cardShape,
    run: async ({ caller: { siteId }, query }) => {
      const { id: shopperId } = await shopperOf(parts, siteId, query.customerId)
      const among = query.orderId && (await parts.cardsOfOrder(siteId, query.orderId))
      const requested = query.cardStatus ?? (query.hasToken === false ? 'deleted' : 'active')
      // A deleted card has no token, so these contradict each other.
      const nothing =
        (query.hasToken === true && requested === 'deleted') || (query.hasToken === false && requested === 'active')
      const status =
        requested === 'all' && query.hasToken !== undefined ? (query.hasToken ? 'active' : 'deleted') : requested
      const { cards, pagination } = await listCards(parts.db, { shopperId, status, among: nothing ? [] : among }, query)
      return { data: await Promise.all(cards.map((card) => fullCardRecord(parts, card))), pagination }
    },
  })

const oneRoute = (parts: CardParts): ApiRoute =>
  apiRoute({
    method: 'GET',
    path: '/card/:id',
    permission: 'cards:read',
    group,
    summary: 'One stored card',
    params,
    query: z.object({ customerId }),
    data: cardShape,
    run: async ({ caller, params, query }) => {
      const shopper = await shopperOf(parts, caller.siteId, query.customerId)
      const [card] = await cardsOnFile(parts.db, [params.id])
      if (card?.shopperId !== shopper.id) throw refuse('card_not_found')
      return { data: await fullCardRecord(parts, card) }
    },
  })

const removeRoute = (parts: CardParts): ApiRoute =>
  apiRoute({
    method: 'DELETE',
    path: '/card/:id',
    permission: 'cards:delete',
    group,
    summary: 'Delete a stored card',
    about: 'Its number is destroyed. Orders that are billed with it need another card.',
    params,
    data: z.strictObject({ id: idShape }),
    run: async ({ caller, params, once }) => {
      await removeCard(parts, { by: caller.by, siteId: caller.siteId, id: params.id, alongside: once })
      return { data: { id: params.id } }
    },
    recover: async (_caller, subjectId) => ({ data: { id: subjectId } }),
  })

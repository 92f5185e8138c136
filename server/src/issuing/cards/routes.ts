import { z } from 'zod'
import { type IssuingRoute, issuingList, issuingRoute, pageQuery } from '#issuing/api'
import { type ProductId, readUuid } from '#issuing/ids'
import { assets } from '#kernel/base/assets.ts'
import { oneOf, optional, text, trueOrFalse } from '#kernel/http/field.ts'
import { inputOf, recoverCard } from './call.ts'
import { byHolder, type Card, reissueReasons } from './card.ts'
import { cardStates } from './card-states.ts'
import { activateCard, cardOfHolder, closeCard, freezeCard, type OfHolder, unfreezeCard } from './change-status.ts'
import type { CardsContext } from './context.ts'
import { issueCard } from './issue-card.ts'
import { provisioningRoutes } from './provisioning/routes.ts'
import { refuse } from './refusals.ts'
import { reissueCard } from './reissue-card.ts'
import { secretRoutes } from './secret-routes.ts'
import { settingRoutes } from './setting-routes.ts'
import {
  addressField,
  cardRecord,
  cardShape,
  idField,
  labelField,
  nameField,
  pinField,
  readCardId,
  subscriptionCardField,
} from './shapes.ts'
import { cardsOf } from './store.ts'

const group = 'Cards'

/** Every route of cards, in the order of the specification; our own behind them. */
export const cardRoutes = (ctx: CardsContext): IssuingRoute[] => [
  listRoute(ctx),
  issueRoute(ctx),
  statusRoute(ctx, { name: 'freeze', operationId: 'freezeCard', summary: 'Freeze card', carryOut: freezeCard }),
  statusRoute(ctx, { name: 'unfreeze', operationId: 'unfreezeCard', summary: 'Unfreeze card', carryOut: unfreezeCard }),
  reissueRoute(ctx),
  ...secretRoutes(ctx),
  ...provisioningRoutes(ctx),
  getRoute(ctx),
  activateRoute(ctx),
  statusRoute(ctx, {
    name: 'close',
    operationId: 'closeCard',
    summary: 'Close card',
    about: 'For good. A reissued card is closed by itself.',
    carryOut: closeCard,
  }),
  ...settingRoutes(ctx),
]

const listRoute = ({ db }: CardsContext) =>
  issuingList({
    method: 'GET',
    path: '/cards',
    operationId: 'listCards',
    group,
    summary: 'List issued cards',
    about: 'Oldest first, with those that are closed.',
    caller: 'holder',
    permission: 'cards:read',
    query: z.object({ ...pageQuery, status: optional(oneOf(cardStates.statuses)) }),
    reply: cardShape,
    run: async ({ caller: { holderId }, query: { page = 1, size = 20, status } }) => {
      const { data, total } = await cardsOf(db, holderId, { page, size, status })
      return { data: data.map(cardRecord), page, size, total }
    },
  })

const getRoute = (ctx: CardsContext) =>
  issuingRoute({
    method: 'GET',
    path: '/cards/:id',
    operationId: 'getCard',
    group,
    summary: 'One card',
    caller: 'holder',
    permission: 'cards:read',
    params: idField,
    reply: cardShape,
    run: async ({ caller: { holderId }, params }) =>
      cardRecord(await cardOfHolder(ctx, holderId, readCardId(params.id))),
  })

const issueRoute = (ctx: CardsContext) =>
  issuingRoute({
    method: 'POST',
    path: '/cards',
    operationId: 'issueCard',
    group,
    summary: 'Issue card',
    about:
      'For a customer whose KYC is approved, on the open account in the currency. A physical card needs nameOnCard, deliveryAddress and pin.',
    caller: 'holder',
    permission: 'cards:create',
    status: 201,
    repeated: 'stored',
    body: z.object({
      subscriptionCardId: subscriptionCardField,
      isVirtual: trueOrFalse(),
      currency: oneOf(assets, { what: 'the code of the currency of one of your accounts, such as EUR' }),
      label: optional(labelField),
      nameOnCard: optional(nameField),
      deliveryAddress: optional(addressField),
      pin: optional(pinField),
    }),
    reply: cardShape,
    run: async ({ caller, body, ip, once }) => {
      const { subscriptionCardId, isVirtual, nameOnCard, ...rest } = body
      const productId = readUuid<ProductId>(subscriptionCardId)
      if (!productId)
        throw refuse('card_product_not_found', { field: 'subscriptionCardId', productId: subscriptionCardId })
      const fields = { ...rest, productId, virtual: isVirtual, nameOnCard: nameOnCard?.toUpperCase() }
      const by = byHolder(caller.holderId, ip)
      const { label, deliveryAddress, pin } = fields
      return cardRecord(await issueCard(ctx, { ...fields, label, deliveryAddress, pin, ...caller, by, once }))
    },
    recover: recoverCard(ctx),
  })

type StatusRoute = {
  name: string
  operationId: string
  summary: string
  about?: string
  carryOut(ctx: CardsContext, input: OfHolder): Promise<Card>
}

const statusRoute = (ctx: CardsContext, { name, carryOut, ...texts }: StatusRoute) =>
  issuingRoute({
    method: 'POST',
    path: `/cards/:id/${name}`,
    ...texts,
    group,
    caller: 'holder',
    permission: `cards:${name}`,
    repeated: 'stored',
    params: idField,
    reply: cardShape,
    run: async (call) => cardRecord(await carryOut(ctx, inputOf(call))),
    recover: recoverCard(ctx),
  })

const reissueRoute = (ctx: CardsContext) =>
  issuingRoute({
    method: 'POST',
    path: '/cards/:id/reissue/:reason',
    operationId: 'reissueCard',
    group,
    summary: 'Reissue card',
    about:
      'Replies the new card, which has another number. A card that is lost, stolen or compromised is closed at once; one that is damaged or expired when its successor is activated. If it is lost, stolen or compromised before that, it is closed at once, and the reply is the successor that was ordered before.',
    caller: 'holder',
    permission: 'cards:reissue',
    status: 201,
    repeated: 'stored',
    params: z.object({ id: z.string(), reason: oneOf(reissueReasons) }),
    reply: cardShape,
    run: async (call) => cardRecord(await reissueCard(ctx, { ...inputOf(call), reason: call.params.reason })),
    recover: recoverCard(ctx),
  })

const activateRoute = (ctx: CardsContext) =>
  issuingRoute({
    method: 'POST',
    path: '/cards/:id/activate',
    operationId: 'activateCard',
    group,
    summary: 'Activate a physical card',
    about: 'With the last four digits of its number, which its holder reads from the card.',
    caller: 'holder',
    permission: 'cards:activate',
    repeated: 'stored',
    params: idField,
    body: z.object({ lastFour: text({ max: 4, pattern: /^\d{4}$/, what: 'the last four digits of the card' }) }),
    reply: cardShape,
    run: async (call) => cardRecord(await activateCard(ctx, { ...inputOf(call), lastFour: call.body.lastFour })),
    recover: recoverCard(ctx),
  })

import { z } from 'zod'
import { languages } from '#core/i18n'
import { type IssuingRoute, issuingList, issuingPage, issuingRoute, pageQuery } from '#issuing/api'
import { readTopupId, type TopupId } from '#issuing/ids'
import { topupTypes } from '#issuing/programmes'
import { amount, amountIn, oneOf, optional } from '#kernel/http/field.ts'
import type { TopupsContext } from './context.ts'
import type { CryptoContext } from './crypto/context.ts'
import { cryptoRoutes } from './crypto/routes.ts'
import { currencies } from './currencies.ts'
import { createFiatTopup } from './fiat/create-fiat-topup.ts'
import { topupPage } from './fiat/topup-page.ts'
import { limitRoutes } from './limit-routes.ts'
import { refuse } from './refusals.ts'
import { topupRecord, topupShape } from './shapes.ts'
import { findTopupOf, getTopup, topupsOnPage } from './store.ts'
import { topupFactsOf } from './topup-facts.ts'
import { topupStates } from './topup-states.ts'

const group = 'Topups'

export const topupRoutes = (ctx: CryptoContext): IssuingRoute[] => [
  listRoute(ctx),
  ...limitRoutes(ctx),
  ...cryptoRoutes(ctx),
  oneRoute(ctx),
  fiatRoute(ctx),
]

const listRoute = (ctx: TopupsContext) =>
  issuingList({
    method: 'GET',
    path: '/topups',
    operationId: 'listTopups',
    group,
    summary: "The customer's topups",
    about: 'Newest first.',
    caller: 'holder',
    permission: 'topups:read',
    query: z.object({ ...pageQuery, type: optional(oneOf(topupTypes)), status: optional(oneOf(topupStates.statuses)) }),
    reply: topupShape,
    run: async ({ caller: { holderId }, query: { page = 1, size = 20, type, status } }) => {
      const { data, total } = await topupsOnPage(ctx.db, { holderId, type, status, page, size })
      const facts = await topupFactsOf(ctx.db, data)
      return { data: data.map((topup) => topupRecord(topup, facts.get(topup.id))), page, size, total }
    },
  })

const oneRoute = (ctx: TopupsContext) =>
  issuingRoute({
    method: 'GET',
    path: '/topups/:id',
    operationId: 'getTopupById',
    group,
    summary: 'One topup',
    caller: 'holder',
    permission: 'topups:read',
    params: z.object({ id: z.string() }),
    reply: topupShape,
    run: async ({ caller: { holderId }, params }) => {
      const id = readTopupId(params.id)
      const topup = id && (await findTopupOf(ctx.db, holderId, id))
      if (!topup) throw refuse('topup_not_found', { topupId: params.id.slice(0, 50) })
      return topupRecord(topup, (await topupFactsOf(ctx.db, [topup])).get(topup.id))
    },
  })

const fiatRoute = (ctx: TopupsContext) =>
  issuingPage({
    method: 'POST',
    path: '/topups/fiat',
    operationId: 'createFiatTopup',
    group,
    summary: 'Create a topup that is paid by card',
    about:
      'Replies a page for the customer’s browser, whose form leads to the hosted payment page. It goes there by itself, or with the button if the programme says so. topupCreated has the id of the topup.',
    caller: 'holder',
    permission: 'topups:create',
    repeated: 'stored',
    body: z.object({
      amount: amount(),
      currency: oneOf(currencies),
      language: optional(oneOf(languages)).meta({ description: 'Of the pages. Default: the customer’s.' }),
    }),
    run: async ({ caller, body: { amount: given, currency, language }, once }) => {
      const topup = await createFiatTopup(ctx, { ...caller, amount: amountIn(given, currency), once })
      return topupPage(ctx, topup, { language })
    },
    recover: async (_caller, id) => topupPage(ctx, await getTopup(ctx.db, id as TopupId), { language: undefined }),
  })

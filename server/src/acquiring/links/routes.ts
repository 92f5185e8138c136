import { z } from 'zod'
import { type ApiRoute, apiList, apiRoute } from '#acquiring/api'
import { text } from '#kernel/http/field.ts'
import { changeLink } from './change-link.ts'
import type { LinksContext } from './context.ts'
import { createLink } from './create-link.ts'
import type { LinkId } from './ids.ts'
import { listLinks } from './list-links.ts'
import { changedLink, linkFilters, newLink } from './parameters.ts'
import { refuse } from './refusals.ts'
import { removeLink } from './remove-link.ts'
import { findLink, getLink } from './store.ts'
import { linkMadeShape, linkNamedShape, linkShape, linkToWire, linkUrl } from './wire.ts'

const group = 'Payment links'
const path = '/payment-link/:hash'
const params = z.object({ hash: text({ max: 200, what: 'the hash of a payment link' }) })

/** Payment links (merchant-payments, {office_api_url}). */
export const linkRoutes = (ctx: LinksContext): ApiRoute[] => [
  makeRoute(ctx),
  readRoute(ctx),
  listRoute(ctx),
  changeRoute(ctx),
  removeRoute(ctx),
]

const makeRoute = (ctx: LinksContext): ApiRoute =>
  apiRoute({
    method: 'POST',
    path: '/payment-link',
    // As a signed request: items, own data.
    bodyBytesMax: 524_288,
    permission: 'links:create',
    group,
    summary: 'Make a payment link',
    about: 'What a shopper who opens the link would be refused for is refused here already.',
    body: newLink,
    data: linkMadeShape,
    status: 201,
    run: async ({ caller, body, once }) => {
      const { hash } = await createLink(ctx, { siteId: caller.siteId, parameters: body, once })
      return { data: { hash, url: linkUrl(ctx.publicUrl, { hash }) } }
    },
    recover: async (_caller, id) => {
      const { hash } = await getLink(ctx.db, id as LinkId)
      return { data: { hash, url: linkUrl(ctx.publicUrl, { hash }) } }
    },
  })

const readRoute = ({ db, clock, publicUrl }: LinksContext): ApiRoute =>
  apiRoute({
    method: 'GET',
    path,
    permission: 'links:read',
    group,
    summary: 'Read a payment link',
    params,
    data: linkShape,
    run: async ({ caller: { siteId, timeZone }, params: { hash } }) => {
      const link = await findLink(db, siteId, hash)
      if (!link) throw refuse('link_not_found', { hash })
      return { data: linkToWire(link, { publicUrl, now: clock.now(), timeZone }) }
    },
  })

const listRoute = (ctx: LinksContext): ApiRoute =>
  apiList({
    method: 'GET',
    path: '/payment-link',
    permission: 'links:read',
    group,
    summary: 'List payment links',
    query: linkFilters,
    data: linkShape,
    run: async ({ caller: { siteId, timeZone }, query: filters }) => {
      const { links, pagination } = await listLinks(ctx, { siteId, timeZone, filters })
      const seen = { publicUrl: ctx.publicUrl, now: ctx.clock.now(), timeZone }
      return { data: links.map((link) => linkToWire(link, seen)), pagination }
    },
  })

const changeRoute = (ctx: LinksContext): ApiRoute =>
  apiRoute({
    method: 'PUT',
    path,
    permission: 'links:change',
    group,
    summary: 'Change a payment link',
    about:
      'A field that is left out stays as it is; an empty one is removed. Shoppers who have begun to pay keep the terms they saw, unless the link is closed.',
    params,
    body: changedLink,
    data: linkNamedShape,
    run: async ({ caller, params: { hash }, body: parameters, once }) => {
      await changeLink(ctx, { siteId: caller.siteId, hash, parameters, once })
      return { data: { hash } }
    },
    recover: (_caller, id) => named(ctx, id),
  })

const removeRoute = (ctx: LinksContext): ApiRoute =>
  apiRoute({
    method: 'DELETE',
    path,
    permission: 'links:delete',
    group,
    summary: 'Remove a payment link for good',
    params,
    data: linkNamedShape,
    run: async ({ caller, params: { hash }, once }) => {
      await removeLink(ctx, { siteId: caller.siteId, hash, once })
      return { data: { hash } }
    },
    recover: (_caller, id) => named(ctx, id),
  })

const named = async ({ db }: LinksContext, id: bigint) => ({ data: { hash: (await getLink(db, id as LinkId)).hash } })

import { z } from 'zod'
import {
  type ApiCaller,
  type ApiRoute,
  apiList,
  apiRoute,
  idShape,
  ownerQuery,
  pageQuery,
  siteIdField,
} from '#acquiring/api'
import type { ShopperId } from '#acquiring/ids'
import type { Author } from '#core/directory'
import type { Vault } from '#core/vault'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import { type ApiMoment, id, moment, optional, text, yesNo } from '#kernel/http/field.ts'
import { type ChangeShopperInput, changeShopper, createShopper, shopperOf } from './change-shopper.ts'
import { changedCustomerFields, emailField, identifierField, newCustomerFields, tagField } from './customer-fields.ts'
import { listShoppers } from './list-shoppers.ts'
import { removeShopper } from './remove-shopper.ts'
import { customerRecord, customerShape } from './wire.ts'

export type CustomerParts = Writer & {
  clock: Clock
  vault: Vault
  /** Ends whatever the shopper still has, because they are deleted. Safe to repeat. */
  endOrdersOf(shopperId: ShopperId, by: Author): Promise<void>
}

const group = 'Customers'
const customerId = id<ShopperId>('the id of a customer, as returned by POST /customer', { wrong: 1620, missing: 1620 })
const params = z.object({ id: customerId })
const idOnly = z.strictObject({ id: idShape })

/** The customers of a site (wire fact 3.3). */
export const customerRoutes = (parts: CustomerParts): ApiRoute[] => [
  createRoute(parts),
  apiRoute({
    method: 'GET',
    path: '/customer/:id',
    permission: 'customers:read',
    group,
    summary: 'One customer',
    params,
    data: customerShape,
    run: async ({ caller, params }) => ({ data: customerRecord(await shopperOf(parts, caller.siteId, params.id)) }),
  }),
  listRoute(parts),
  changeRoute(parts),
  removeRoute(parts),
]

const createRoute = (parts: CustomerParts): ApiRoute =>
  apiRoute({
    method: 'POST',
    path: '/customer',
    permission: 'customers:create',
    group,
    summary: 'A new customer',
    about: 'The hosted checkout makes customers by itself. An identifier that the site has already is refused.',
    body: z.object({
      siteId: optional(siteIdField),
      identifier: identifierField,
      email: emailField,
      ...newCustomerFields,
    }),
    data: customerShape,
    status: 201,
    run: async ({ caller, body, once }) => {
      const input = { ...inputOf(body, caller), identifier: body.identifier }
      const id = await createShopper(parts, { ...input, siteId: caller.siteId, alongside: once })
      return { data: customerRecord(await shopperOf(parts, caller.siteId, id)) }
    },
    recover: async ({ siteId }, subjectId) => ({
      data: customerRecord(await shopperOf(parts, siteId, subjectId as ShopperId)),
    }),
  })

const changeRoute = (parts: CustomerParts): ApiRoute =>
  apiRoute({
    method: 'PUT',
    path: '/customer/:id',
    permission: 'customers:change',
    group,
    summary: 'Change a customer',
    about: 'A field that is left out stays as it is; an empty one is removed. `tag[]` replaces all tags.',
    params,
    body: z.object(changedCustomerFields),
    data: customerShape,
    run: async ({ caller, params, body, once }) => {
      await changeShopper(parts, { ...inputOf(body, caller), siteId: caller.siteId, id: params.id, alongside: once })
      return { data: customerRecord(await shopperOf(parts, caller.siteId, params.id)) }
    },
    recover: async ({ siteId }, subjectId) => ({
      data: customerRecord(await shopperOf(parts, siteId, subjectId as ShopperId)),
    }),
  })

type Sent = Omit<ChangeShopperInput, 'whitelisted' | 'whitelistedUntil' | 'tags'> & {
  tag?: readonly string[] | null | undefined
  isWhitelisted?: boolean | undefined
  isWhitelistedUntil?: ApiMoment | null | undefined
}

const inputOf = (
  { tag, isWhitelisted, isWhitelistedUntil, ...rest }: Sent & { siteId?: unknown },
  caller: ApiCaller,
) => {
  const { siteId: _, ...facts } = rest
  return {
    ...facts,
    tags: tag,
    whitelisted: isWhitelisted,
    whitelistedUntil: isWhitelistedUntil === null ? null : isWhitelistedUntil?.in(caller.timeZone, 'to'),
  }
}

const removeRoute = (parts: CustomerParts): ApiRoute =>
  apiRoute({
    method: 'DELETE',
    path: '/customer/:id',
    permission: 'customers:delete',
    group,
    summary: 'Delete a customer',
    about:
      'Ends their recurring and managed orders and destroys their stored cards. What they have paid stays on record.',
    params,
    data: idOnly,
    run: async ({ caller, params, once }) => {
      await shopperOf(parts, caller.siteId, params.id)
      await parts.endOrdersOf(params.id, caller.by)
      await removeShopper(parts, { by: caller.by, siteId: caller.siteId, id: params.id, alongside: once })
      // An order that was placed just before they were gone.
      await parts.endOrdersOf(params.id, caller.by)
      return { data: { id: params.id } }
    },
    recover: async (_caller, subjectId) => ({ data: { id: subjectId } }),
  })

const listRoute = ({ db }: CustomerParts): ApiRoute =>
  apiList({
    method: 'GET',
    path: '/customer',
    permission: 'customers:read',
    group,
    summary: 'The customers of the site',
    searchPath: '/customer-search',
    query: z.object({
      ...pageQuery,
      identifier: optional(text({ max: 92, what: 'an identifier' })),
      identifierMatchPartial: optional(yesNo()),
      email: optional(text({ max: 150, what: 'an e-mail address' })),
      isWhitelisted: optional(yesNo()),
      isWhitelistedUntilFrom: optional(moment()),
      isWhitelistedUntilTo: optional(moment()),
      tag: optional(tagField),
      country: optional(text({ max: 2, what: 'a country code' })),
      state: optional(text({ max: 6, what: 'a state' })),
      createdAtFrom: optional(moment()),
      createdAtTo: optional(moment()),
      ...ownerQuery,
    }),
    data: customerShape,
    run: async ({ caller, query }) => {
      const at = (when: ApiMoment | undefined, edge: 'from' | 'to'): Instant | undefined =>
        when?.in(caller.timeZone, edge)
      const { siteId } = caller
      const { shoppers, pagination } = await listShoppers(db, {
        siteId,
        page: query,
        filter: {
          identifier: query.identifier,
          partial: query.identifierMatchPartial,
          email: query.email,
          whitelisted: query.isWhitelisted,
          whitelistedFrom: at(query.isWhitelistedUntilFrom, 'from'),
          whitelistedTo: at(query.isWhitelistedUntilTo, 'to'),
          tag: query.tag,
          country: query.country,
          state: query.state,
          createdFrom: at(query.createdAtFrom, 'from'),
          createdTo: at(query.createdAtTo, 'to'),
        },
      })
      return { data: shoppers.map(customerRecord), pagination }
    },
  })

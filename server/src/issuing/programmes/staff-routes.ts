import { z } from 'zod'
import {
  authorOf,
  reasonField,
  refuseWhatChanged,
  type StaffCaller,
  type StaffRoute,
  seenField,
  staffList,
  staffRoute,
} from '#core/access'
import type { SiteId } from '#core/directory'
import { keyKinds } from '#core/issuervault'
import { partnerInScope, partnersInScope, readPartnerId } from '#core/partners'
import { type ProductId, readUuid } from '#issuing/ids'
import { listOf, oneOf, optional, text, trueOrFalse, wholeNumber } from '#kernel/http/field.ts'
import { pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import { addProduct } from './add-product.ts'
import { changeProduct, changeSettings } from './change-programme.ts'
import type { ProgrammesContext } from './context.ts'
import type { Product } from './product.ts'
import { refuse } from './refusals.ts'
import { rotateProductKey } from './rotate-product-key.ts'
import {
  keyRecord,
  keyShape,
  nameField,
  productRecord,
  productShape,
  settingFields,
  settingsRecord,
  settingsShape,
  termFields,
} from './staff-shapes.ts'
import { findProductVersion, productsOnPage, settingsOf } from './store.ts'

const group = 'Programmes'
const reading = { group, caller: 'staff', permission: 'programmes:read', method: 'GET' } as const
const changing = { group, caller: 'operator', permission: 'programmes:change' } as const
const ofPartner = z.object({ partnerId: z.string() })
const ofProduct = z.object({ productId: z.string() })

/** What `florin programme` does, for programs. */
export const programmeStaffRoutes = (ctx: ProgrammesContext): StaffRoute[] => [
  ...settingsRoutes(ctx),
  ...productRoutes(ctx),
  addRoute(ctx),
  changeRoute(ctx),
  ...keyRoutes(ctx),
]

const settingsRoutes = (ctx: ProgrammesContext): StaffRoute[] => [
  staffRoute({
    ...reading,
    path: '/partners/:partnerId/programme',
    operationId: 'getProgramme',
    summary: 'The settings of a partner’s programme',
    params: ofPartner,
    reply: settingsShape,
    run: async ({ caller, params }) => {
      const partnerId = partnerInScope(caller, params.partnerId)
      if (!(await ctx.partners.find(partnerId))) throw refuse('programme_partner_not_found', { field: 'partnerId' })
      return settingsRecord(partnerId, await settingsOf(ctx.db, partnerId))
    },
  }),
  staffRoute({
    ...changing,
    method: 'PATCH',
    path: '/partners/:partnerId/programme',
    operationId: 'changeProgramme',
    summary: 'Change the settings that are sent, leave the rest',
    params: ofPartner,
    body: z.object({ ...reasonField, ...settingFields }),
    reply: settingsShape,
    run: async ({ caller, params, ip, body }) => {
      const partnerId = partnerInScope(caller, params.partnerId)
      const { reason: _, topupSite, ...rest } = body
      const changes = { ...rest, topupSite: topupSite as SiteId | null | undefined }
      const settings = await changeSettings(ctx, { by: authorOf({ caller, ip, body }), partnerId, changes })
      return settingsRecord(partnerId, settings)
    },
  }),
]

const productRoutes = (ctx: ProgrammesContext): StaffRoute[] => [
  staffList({
    ...reading,
    path: '/products',
    operationId: 'listProducts',
    summary: 'Card products, oldest first, and how many numbers each has used',
    query: z.object({ ...pageQuery, partnerId: optional(text({ max: 10, what: 'the id of a partner' })) }),
    reply: productShape,
    run: async ({ caller, query: { partnerId, page = 1, size = 20 } }) => {
      const only = partnersInScope(caller, partnerId)
      const { data, total } = await productsOnPage(ctx.db, { only, page, size })
      return { data: await Promise.all(data.map((product) => recordOf(ctx, product))), page, size, total }
    },
  }),
  staffRoute({
    ...reading,
    path: '/products/:productId',
    operationId: 'getProduct',
    summary: 'One card product',
    params: ofProduct,
    reply: productShape,
    run: async ({ caller, params }) => recordOf(ctx, await productInScope(ctx, caller, params.productId)),
  }),
]

const addRoute = (ctx: ProgrammesContext) =>
  staffRoute({
    ...changing,
    method: 'POST',
    path: '/products',
    operationId: 'addProduct',
    summary: 'Add a card product, with keys of its own',
    status: 201,
    repeated: 'stored',
    body: z.object({
      ...reasonField,
      partnerId: text({ max: 10, what: 'the id of a partner' }),
      name: nameField,
      prefix: text({ max: 14, what: 'the first 6 to 14 digits of its card numbers' }),
      currencies: listOf(text({ max: 10, what: 'a currency, such as EUR' }), { max: 50 }),
      virtual: optional(trueOrFalse()).meta({ description: 'Issues virtual cards.', default: true }),
      physical: optional(trueOrFalse()).meta({ description: 'Issues physical cards.', default: false }),
      months: optional(wholeNumber({ min: 1, max: 120 })).meta({ description: 'How long a card is valid.' }),
      expiryOrder: optional(oneOf(['YYMM', 'MMYY'])).meta({ description: 'In CVV2; it never changes.' }),
      serviceCode: optional(text({ max: 3, what: 'three digits, such as 201' })),
      ...termFields,
    }),
    reply: productShape,
    run: async ({ caller, ip, body, once }) => {
      const { reason: _, partnerId: of, virtual = true, physical = false, ...terms } = body
      const partnerId = readPartnerId(of)
      if (partnerId === undefined) throw refuse('programme_partner_not_found', { field: 'partnerId' })
      const input = { ...terms, virtual, physical }
      return recordOf(ctx, await addProduct(ctx, { by: authorOf({ caller, ip, body }), partnerId, input, once }))
    },
    recover: async (caller, productId) => recordOf(ctx, await productInScope(ctx, caller, productId)),
  })

const changeRoute = (ctx: ProgrammesContext) =>
  staffRoute({
    ...changing,
    method: 'PATCH',
    path: '/products/:productId',
    operationId: 'changeProduct',
    summary: 'Change the terms that are sent, leave the rest',
    params: ofProduct,
    body: z.object({
      ...reasonField,
      name: optional(nameField),
      active: optional(trueOrFalse()).meta({ description: 'An inactive product issues no new cards.' }),
      ...termFields,
      ...seenField,
    }),
    reply: productShape,
    run: async ({ caller, params, ip, body }) => {
      const { id: productId } = await productInScope(ctx, caller, params.productId)
      const { reason: _, seen, ...changes } = body
      const by = authorOf({ caller, ip, body })
      const range = await ctx.issuerVault.rangeOf(productId)
      const expect = (product: Product) => refuseWhatChanged(productRecord(product, range), seen)
      return productRecord(await changeProduct(ctx, { by, productId, changes, expect }), range)
    },
  })

const keyRoutes = (ctx: ProgrammesContext): StaffRoute[] => [
  staffList({
    group,
    caller: 'operator',
    permission: 'keys:read',
    method: 'GET',
    path: '/products/:productId/keys',
    operationId: 'listProductKeys',
    summary: 'The keys of a card product by their check values, newest first, without the keys themselves',
    params: ofProduct,
    query: z.object(pageQuery),
    reply: keyShape,
    run: async ({ caller, params, query }) => {
      const { id } = await productInScope(ctx, caller, params.productId)
      const { data, ...page } = pageOf(await ctx.issuerVault.keysOf(id), query)
      return { data: data.map(keyRecord), ...page }
    },
  }),
  staffRoute({
    group,
    caller: 'operator',
    permission: 'keys:rotate',
    method: 'POST',
    path: '/products/:productId/keys',
    operationId: 'rotateProductKey',
    needsRecentProof: true,
    summary: 'Make a new version of a key; cards keep theirs until they expire',
    about: 'Each call makes one more version, and two can be in use at a time.',
    status: 201,
    params: ofProduct,
    body: z.object({ ...reasonField, kind: oneOf(keyKinds) }),
    reply: keyShape,
    run: async ({ caller, params, ip, body }) => {
      const { id: productId } = await productInScope(ctx, caller, params.productId)
      return keyRecord(await rotateProductKey(ctx, { by: authorOf({ caller, ip, body }), productId, kind: body.kind }))
    },
  }),
]

const recordOf = async ({ issuerVault }: ProgrammesContext, product: Product) =>
  productRecord(product, await issuerVault.rangeOf(product.id))

async function productInScope({ db }: ProgrammesContext, caller: StaffCaller, unchecked: string): Promise<Product> {
  const id = readUuid<ProductId>(unchecked)
  const found = id && (await findProductVersion(db, id))
  const only = found && partnersInScope(caller, String(found.product.partnerId))
  if (!found || only?.length === 0)
    throw refuse('product_not_found', { field: 'productId', productId: unchecked.slice(0, 50) })
  return found.product
}

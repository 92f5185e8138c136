import { z } from 'zod'
import { merchantInScope } from '#acquiring/merchant-payouts'
import {
  authorOf,
  reasonField,
  recoverWaiting,
  refuseWhatChanged,
  type StaffCaller,
  type StaffRoute,
  seenField,
  staffRoute,
  type TableListParts,
  tableList,
  waitingShape,
  waitsFor,
} from '#core/access'
import { type Merchant, merchantStates, merchantsSelected, merchantTable, readMerchantId } from '#core/directory'
import { withValues } from '#kernel/db/keyset-parts.ts'
import { clearable, optional, text } from '#kernel/http/field.ts'
import { chosen, several } from '#kernel/http/filter.ts'
import { closeMerchant, type MerchantsContext, reopenMerchant } from './close-merchant.ts'
import { merchantActions, merchantGuards } from './merchant-actions.ts'
import { merchantShape, wholeMerchantShape } from './shapes.ts'
import { merchantRecord, requireMerchant, showMerchant } from './show-merchant.ts'
import { siteKeyRoutes } from './site-key-routes.ts'

const group = 'Merchants'
const params = z.object({ merchantId: z.string() })
const nameField = text({ max: 100, what: 'a name' })

/** What `florin merchant` and `florin site key` show and do, for programs. */
export const merchantStaffRoutes = (ctx: MerchantsContext & TableListParts): StaffRoute[] => [
  ...readingRoutes(ctx),
  ...changingRoutes(ctx),
  statusRoute(ctx, {
    action: 'close',
    change: closeMerchant,
    summary: 'Close a merchant: no new payments from now on; what is left runs out',
  }),
  statusRoute(ctx, {
    action: 'reopen',
    change: reopenMerchant,
    summary: 'Open a merchant again; subscriptions that were ended stay ended',
  }),
  ...siteKeyRoutes(ctx),
]

const listRoutes = (ctx: MerchantsContext & TableListParts): StaffRoute[] =>
  tableList(ctx, {
    name: 'merchants',
    operations: { list: 'listMerchants', export: 'exportMerchants' },
    group,
    permission: 'merchants:read',
    summary: 'Merchants, by their numbers',
    table: merchantTable,
    usualSort: 'created',
    filters: {
      status: several(merchantStates.statuses),
      text: optional(text({ max: 100, min: 2, what: 'a part of the name' })).meta({
        description: 'Part of the name or the legal name.',
      }),
    },
    shape: merchantShape,
    record: merchantRecord,
    whose: (_query, { staff: { scope } }) => {
      const own = scope.kind === 'merchant' ? readMerchantId(scope.id) : undefined
      const splits = scope.kind === 'platform' ? [] : [withValues('id', 'int', own === undefined ? [] : [own])]
      return Promise.resolve({ splits, timeZone: 'UTC', ofWhom: undefined })
    },
    selected: ({ status, text }) => ({
      conditions: merchantsSelected({ statuses: status && chosen(merchantStates.statuses, status), text }),
    }),
    things: (rows) => Promise.all(rows.map(async ({ id }) => (await ctx.directory.merchant(id))!)),
  })

const readingRoutes = (ctx: MerchantsContext & TableListParts): StaffRoute[] => [
  ...listRoutes(ctx),
  staffRoute({
    method: 'GET',
    path: '/merchants/:merchantId',
    operationId: 'getMerchant',
    group,
    summary: 'A merchant, its sites, and what is left of it when it closes',
    caller: 'staff',
    permission: 'merchants:read',
    params,
    reply: wholeMerchantShape.extend({ actions: merchantActions.shape }),
    run: async ({ caller, params: { merchantId } }) => {
      const isOperator = caller.staff.scope.kind === 'platform'
      const merchant = await merchantFor(ctx, caller, merchantId)
      const actions = merchantActions.record(caller, merchantGuards(merchant))
      return { ...(await showMerchant(ctx, merchant, { isOperator })), actions }
    },
  }),
]

/** One that the caller may not see is not there. */
const merchantFor = async (ctx: MerchantsContext, caller: StaffCaller, unchecked: string): Promise<Merchant> =>
  requireMerchant(ctx, await merchantInScope(ctx, caller, unchecked))

const changingRoutes = (ctx: MerchantsContext): StaffRoute[] => [
  staffRoute({
    method: 'POST',
    path: '/merchants',
    operationId: 'createMerchant',
    group,
    summary: 'Add a merchant',
    caller: 'operator',
    permission: 'merchants:create',
    status: 201,
    repeated: 'stored',
    body: z.object({ ...reasonField, name: nameField }),
    reply: merchantShape,
    run: async ({ caller, ip, body, once }) => {
      const by = authorOf({ caller, ip, body })
      return merchantRecord(await ctx.directory.createMerchant({ by, name: body.name, alongside: once }))
    },
    recover: async (caller, id) => merchantRecord(await merchantFor(ctx, caller, id)),
  }),
  staffRoute({
    method: 'PATCH',
    path: '/merchants/:merchantId',
    operationId: 'changeMerchant',
    group,
    summary: 'Change what is known of a merchant',
    about: 'What is left out stays; an empty text removes.',
    caller: 'operator',
    permission: 'merchants:change',
    params,
    body: z.object({
      ...reasonField,
      name: optional(nameField),
      legalName: clearable(nameField),
      registrationNumber: clearable(text({ max: 40, what: 'a number of a register' })),
      taxNumber: clearable(text({ max: 40, what: 'a number for value added tax' })),
      address: clearable(text({ max: 300, lines: true, what: 'an address of up to six lines' })),
      country: clearable(text({ max: 2, what: 'a two-letter country code' })),
      email: clearable(text({ max: 254, what: 'an e-mail address' })),
      ...seenField,
    }),
    reply: merchantShape,
    run: async ({ caller, params: { merchantId }, ip, body }) => {
      const { id } = await merchantFor(ctx, caller, merchantId)
      const { reason: _reason, seen, ...changes } = body
      const by = authorOf({ caller, ip, body })
      const expect = (merchant: Merchant) => refuseWhatChanged(merchantRecord(merchant), seen)
      return merchantRecord(await ctx.directory.changeMerchant({ by, merchantId: id, changes, expect }))
    },
  }),
]

type StatusRoute = { action: 'close' | 'reopen'; change: typeof closeMerchant; summary: string }

const statusRoute = (ctx: MerchantsContext, { action, change, summary }: StatusRoute): StaffRoute =>
  staffRoute({
    method: 'POST',
    path: `/merchants/:merchantId/${action}`,
    operationId: `${action}Merchant`,
    group,
    needsRecentProof: true,
    summary,
    about:
      'Where `FLORIN_APPROVALS` has `merchants:close`, the reply is 202, and the same call is done once another person has approved.',
    caller: 'operator',
    permission: 'merchants:close',
    params,
    repeated: 'stored',
    body: z.object(reasonField),
    reply: merchantShape,
    accepted: waitingShape,
    run: async ({ caller, params: { merchantId }, ip, body, once }) => {
      const { id } = await merchantFor(ctx, caller, merchantId)
      const { merchant, waits } = await change(ctx, { by: authorOf({ caller, ip, body }), merchantId: id, once })
      return waits ? waitsFor(waits) : merchantRecord(merchant)
    },
    recover: recoverWaiting(ctx, async (caller, id) => merchantRecord(await merchantFor(ctx, caller, id))),
  })

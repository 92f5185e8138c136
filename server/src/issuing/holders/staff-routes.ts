import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import {
  authorOf,
  reasonField,
  type StaffCaller,
  type StaffRoute,
  staffRoute,
  type TableListParts,
  tableList,
} from '#core/access'
import { ofPartners, partnersInScope } from '#core/partners'
import { readHolderId } from '#issuing/ids'
import { inOrder } from '#kernel/db/list.ts'
import { chosen, several } from '#kernel/http/filter.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import type { HoldersContext } from './context.ts'
import { endSessions } from './end-sessions.ts'
import { holderStatuses } from './holder.ts'
import { refuse } from './refusals.ts'
import { findSummary, type HolderSummary, summariesById } from './summaries.ts'

const customerShape = z.strictObject({
  id: z.string(),
  partnerId: z.string(),
  status: z.enum(holderStatuses),
  erased: z.boolean().meta({ description: 'Nothing of them is kept but what a duty keeps.' }),
  hasEmail: z.boolean(),
  hasPassword: z.boolean(),
  secondFactor: z.boolean().meta({ description: 'A login by e-mail also needs a code.' }),
  wallets: z.int(),
  openSessions: z.int(),
  createdAt: momentShape,
})

const customerRecord = ({ partnerId, createdAt, ...rest }: HolderSummary): z.output<typeof customerShape> => ({
  ...rest,
  partnerId: String(partnerId),
  createdAt: momentText(createdAt),
})

const about = { group: 'Customers', caller: 'staff' as const }
const params = z.object({ customerId: z.string() })
const endedShape = z.strictObject({ customer: customerShape, ended: z.int() })

/** Customers as the staff see them: nothing that names a person. */
export const holderStaffRoutes = (ctx: HoldersContext & TableListParts): StaffRoute[] => [
  ...listRoutes(ctx),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/customers/:customerId',
    operationId: 'getCustomer',
    summary: 'One customer, without what names the person',
    permission: 'customers:read',
    params,
    reply: customerShape,
    run: async ({ caller, params }) => customerRecord(await customerInScope(ctx, caller, params.customerId)),
  }),
  staffRoute({
    ...about,
    method: 'POST',
    path: '/customers/:customerId/end-sessions',
    operationId: 'endCustomerSessions',
    summary: 'Log a customer out everywhere, now',
    about: 'Its access and refresh tokens work no more. The customer can log in again.',
    permission: 'sessions:end',
    repeated: 'stored',
    params,
    body: z.object(reasonField),
    reply: endedShape,
    run: async ({ caller, params, ip, body, once }) => {
      const { id, partnerId } = await customerInScope(ctx, caller, params.customerId)
      const by = authorOf({ caller, ip, body })
      const ended = await endSessions(ctx, {
        ...{ by, holder: { id, partnerId } },
        once: (holderId, count) => once(holderId, String(count)),
      })
      return { customer: customerRecord(await customerInScope(ctx, caller, id)), ended }
    },
    recover: async (caller, id, ended) => ({
      customer: customerRecord(await customerInScope(ctx, caller, id)),
      ended: Number(ended ?? 0),
    }),
  }),
]

const listRoutes = (ctx: HoldersContext & TableListParts): StaffRoute[] =>
  tableList(ctx, {
    name: 'card-customers',
    path: '/customers',
    operations: { list: 'listCustomers', export: 'exportCardCustomers' },
    group: about.group,
    permission: 'customers:read',
    summary: 'Customers of partners, newest first, without what names a person',
    table: 'holders.holders',
    idType: 'text',
    filters: { ...ofPartners.filters, status: several(holderStatuses) },
    shape: customerShape,
    record: customerRecord,
    whose: ofPartners.whose,
    selected: ({ status }) => ({
      conditions: status ? [sql<SqlBool>`entry.status = any(${chosen(holderStatuses, status)}::text[])`] : [],
    }),
    things: async (rows) => {
      const ids = rows.map(({ id }) => id)
      return inOrder(ids, await summariesById(ctx.db, ids, ctx.clock.now()))
    },
  })

async function customerInScope(
  { db, clock }: HoldersContext,
  caller: StaffCaller,
  unchecked: string,
): Promise<HolderSummary> {
  const id = readHolderId(unchecked)
  const found = id && (await findSummary(db, id, clock.now()))
  const only = found && partnersInScope(caller, String(found.partnerId))
  if (!found || only?.length === 0)
    throw refuse('customer_not_there', { field: 'customerId', customerId: unchecked.slice(0, 50) })
  return found
}

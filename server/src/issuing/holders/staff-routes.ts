import { z } from 'zod'
import { authorOf, reasonField, type StaffCaller, type StaffRoute, staffList, staffRoute } from '#core/access'
import { partnersInScope } from '#core/partners'
import { readHolderId } from '#issuing/ids'
import { optional, text } from '#kernel/http/field.ts'
import { momentShape, momentText, pageQuery } from '#kernel/http/json-shape.ts'
import type { HoldersContext } from './context.ts'
import { endSessions } from './end-sessions.ts'
import { refuse } from './refusals.ts'
import { findSummary, type HolderSummary, summariesOnPage } from './summaries.ts'

const customerShape = z.strictObject({
  id: z.string(),
  partnerId: z.string(),
  status: z.enum(['active', 'closed']),
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
export const holderStaffRoutes = (ctx: HoldersContext): StaffRoute[] => [
  staffList({
    ...about,
    method: 'GET',
    path: '/customers',
    operationId: 'listCustomers',
    summary: 'Customers of partners, oldest first, without what names a person',
    permission: 'customers:read',
    query: z.object({ ...pageQuery, partnerId: optional(text({ max: 10, what: 'the id of a partner' })) }),
    reply: customerShape,
    run: async ({ caller, query: { partnerId, page = 1, size = 20 } }) => {
      const only = partnersInScope(caller, partnerId)
      const { data, total } = await summariesOnPage(ctx.db, { only, page, size, now: ctx.clock.now() })
      return { data: data.map(customerRecord), page, size, total }
    },
  }),
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
      const ended = await endSessions(ctx, { by: authorOf({ caller, ip, body }), holder: { id, partnerId }, once })
      return { customer: customerRecord(await customerInScope(ctx, caller, id)), ended }
    },
    recover: async (caller, id) => ({ customer: customerRecord(await customerInScope(ctx, caller, id)), ended: 0 }),
  }),
]

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

import { z } from 'zod'
import { type StaffRoute, staffList, staffRoute } from '#core/access'
import { partnersInScope } from '#core/partners'
import { readHolderId, readTopupId } from '#issuing/ids'
import { topupTypes } from '#issuing/programmes'
import { oneOf, optional, text } from '#kernel/http/field.ts'
import { pageQuery } from '#kernel/http/json-shape.ts'
import type { DecidingContext } from './crypto/decide-parked.ts'
import { depositStaffRoutes } from './crypto/deposit-routes.ts'
import { refuse } from './refusals.ts'
import { type TopupFacts, topupRecord, topupShape } from './shapes.ts'
import { findTopup, topupsOnPage } from './store.ts'
import type { Topup } from './topup.ts'
import { topupFactsOf } from './topup-facts.ts'
import { topupStates } from './topup-states.ts'

const staffShape = topupShape.extend({
  partnerId: z.string(),
  customerId: z.string(),
  siteId: z.int().optional().meta({ description: 'The site that takes the payment of a fiat topup.' }),
  transactionId: z.string().optional().meta({ description: 'The transaction at that site.' }),
})

const staffRecord = (topup: Topup, facts: TopupFacts | undefined): z.output<typeof staffShape> => ({
  ...topupRecord(topup, facts),
  partnerId: String(topup.partnerId),
  customerId: topup.holderId,
  ...(topup.siteId !== undefined && { siteId: topup.siteId }),
  ...(topup.transactionId !== undefined && { transactionId: String(topup.transactionId) }),
})

const about = { group: 'Topups', caller: 'staff', permission: 'topups:read' } as const

/** What `florin topups` shows, for programs. */
export const topupStaffRoutes = (ctx: DecidingContext): StaffRoute[] => [
  staffList({
    ...about,
    method: 'GET',
    path: '/topups',
    operationId: 'listTopups',
    summary: 'Topups, newest first',
    query: z.object({
      ...pageQuery,
      partnerId: optional(text({ max: 10, what: 'the id of a partner' })),
      customerId: optional(text({ max: 31, what: 'the id of a customer' })),
      type: optional(oneOf(topupTypes)),
      status: optional(oneOf(topupStates.statuses)),
    }),
    reply: staffShape,
    run: async ({ caller, query: { partnerId, customerId, type, status, page = 1, size = 20 } }) => {
      const holderId = readHolderId(customerId)
      const only = customerId !== undefined && !holderId ? [] : partnersInScope(caller, partnerId)
      const { data, total } = await topupsOnPage(ctx.db, { only, holderId, type, status, page, size })
      const facts = await topupFactsOf(ctx.db, data)
      return { data: data.map((topup) => staffRecord(topup, facts.get(topup.id))), page, size, total }
    },
  }),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/topups/:topupId',
    operationId: 'getTopup',
    summary: 'One topup',
    params: z.object({ topupId: z.string() }),
    reply: staffShape,
    run: async ({ caller, params: { topupId } }) => {
      const id = readTopupId(topupId)
      const topup = id && (await findTopup(ctx.db, id))
      const only = topup && partnersInScope(caller, String(topup.partnerId))
      if (!topup || only?.length === 0) throw refuse('topup_not_found', { topupId: topupId.slice(0, 50) })
      return staffRecord(topup, (await topupFactsOf(ctx.db, [topup])).get(topup.id))
    },
  }),
  ...depositStaffRoutes(ctx),
]

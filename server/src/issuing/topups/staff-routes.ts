import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { type StaffRoute, staffRoute, type TableListParts, tableList } from '#core/access'
import { ofPartners, partnersInScope } from '#core/partners'
import { readHolderId, readTopupId } from '#issuing/ids'
import { topupTypes } from '#issuing/programmes'
import { withValues } from '#kernel/db/keyset-parts.ts'
import { inOrder } from '#kernel/db/list.ts'
import { optional, text } from '#kernel/http/field.ts'
import { chosen, several } from '#kernel/http/filter.ts'
import type { DecidingContext } from './crypto/decide-parked.ts'
import { depositStaffRoutes } from './crypto/deposit-routes.ts'
import { refuse } from './refusals.ts'
import { type TopupFacts, topupRecord, topupShape } from './shapes.ts'
import { findTopup, topupsById } from './store.ts'
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
export const topupStaffRoutes = (ctx: DecidingContext & TableListParts): StaffRoute[] => [
  ...listRoutes(ctx),
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

const listRoutes = (ctx: DecidingContext & TableListParts): StaffRoute[] =>
  tableList(ctx, {
    name: 'topups',
    operations: { list: 'listTopups', export: 'exportTopups' },
    group: about.group,
    permission: about.permission,
    summary: 'Topups, newest first',
    table: 'topups.topups',
    idType: 'text',
    filters: {
      ...ofPartners.filters,
      customerId: optional(text({ max: 31, what: 'the id of a customer' })),
      type: several(topupTypes),
      status: several(topupStates.statuses),
    },
    shape: staffShape,
    record: ({ topup, facts }: { topup: Topup; facts: TopupFacts | undefined }) => staffRecord(topup, facts),
    whose: ofPartners.whose,
    selected: ({ customerId, type, status }) => ({
      narrowed: customerId === undefined ? [] : [withValues('holder_id', 'text', [readHolderId(customerId) ?? ''])],
      conditions: [
        ...(type ? [sql<SqlBool>`entry.type = any(${chosen(topupTypes, type)}::text[])`] : []),
        ...(status ? [sql<SqlBool>`entry.status = any(${chosen(topupStates.statuses, status)}::text[])`] : []),
      ],
    }),
    things: async (rows) => {
      const ids = rows.map(({ id }) => id)
      const topups = inOrder(ids, await topupsById(ctx.db, ids))
      const facts = await topupFactsOf(ctx.db, topups)
      return topups.map((topup) => ({ topup, facts: facts.get(topup.id) }))
    },
  })

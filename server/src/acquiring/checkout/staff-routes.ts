import { z } from 'zod'
import { authorOf, reasonField, type StaffRoute, seesSite, sitesInScope, staffList, staffRoute } from '#core/access'
import { id } from '#kernel/http/field.ts'
import { momentShape, momentText, pageQuery } from '#kernel/http/json-shape.ts'
import type { CheckoutContext } from './context.ts'
import { endSession } from './end-session.ts'
import type { SessionId } from './ids.ts'
import { openSessions } from './list-sessions.ts'
import { previewRoutes } from './preview-routes.ts'
import { recoveryRoutes } from './recovery-routes.ts'
import { refuse } from './refusals.ts'
import type { Session } from './session.ts'
import { findSession } from './store.ts'

const sessionShape = z.strictObject({
  id: z.string(),
  siteId: z.string(),
  orderId: z.string(),
  status: z.enum(['open', 'ended']),
  link: z.string().optional().meta({ description: 'The hash of the payment link that it came by.' }),
  createdAt: momentShape,
  endsAt: momentShape.optional().meta({ description: 'Unless the shopper does something before.' }),
})
export type SessionRecord = z.output<typeof sessionShape>

export const sessionRecord = ({ id, siteId, orderId, status, options, createdAt, dueAt }: Session): SessionRecord => ({
  id: String(id),
  siteId: String(siteId),
  orderId: String(orderId),
  status,
  ...(options.link && { link: options.link.hash }),
  createdAt: momentText(createdAt),
  ...(dueAt && { endsAt: momentText(dueAt) }),
})

const about = { group: 'Sessions', caller: 'staff' } as const

/** What `florin session` does: payment pages that shoppers have open, and an end to one. */
export const sessionStaffRoutes = (ctx: CheckoutContext): StaffRoute[] => [
  ...previewRoutes(ctx),
  ...recoveryRoutes(ctx),
  staffList({
    ...about,
    method: 'GET',
    path: '/sessions',
    operationId: 'listSessions',
    summary: 'Payment pages that are open, newest first',
    permission: 'sessions:read',
    query: z.object(pageQuery),
    reply: sessionShape,
    run: async ({ caller, query: { page = 1, size = 20 } }) => {
      const siteIds = await sitesInScope(ctx.directory, caller)
      const { data, total } = await openSessions(ctx, { siteIds, page, size })
      return { data: data.map(sessionRecord), page, size, total }
    },
  }),
  staffRoute({
    ...about,
    method: 'POST',
    path: '/sessions/:sessionId/end',
    operationId: 'endSession',
    summary: 'End a payment page before it ends by itself',
    about: 'Its order cannot be paid any more. While a payment is under way nothing is ended.',
    permission: 'sessions:end',
    params: z.object({ sessionId: id<bigint>('the id of a session') }),
    body: z.object(reasonField),
    reply: sessionShape,
    run: async (call) => {
      const found = await findSession(ctx.db, call.params.sessionId as SessionId)
      if (!found || !(await seesSite(ctx.directory, call.caller, found.siteId)))
        throw refuse('session_not_found', { field: 'sessionId' })
      return sessionRecord(await endSession(ctx, { by: authorOf(call), id: found.id }))
    },
  }),
]

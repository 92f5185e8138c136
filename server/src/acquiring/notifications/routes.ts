import { z } from 'zod'
import { type ApiRoute, apiList, creationOf, creationShape, idShape, ownerQuery, pageQuery } from '#acquiring/api'
import { openSafeCursor } from '#kernel/db/safe-cursor.ts'
import { type ApiMoment, id, idAbove, listOf, moment, oneOf, optional } from '#kernel/http/field.ts'
import { type LogParts, listLog, messages, type ResourceType, resourceTypes } from './notification-log.ts'

const every = [...messages.order, ...messages.transaction] as const

const logShape = z.strictObject({
  id: idShape,
  siteId: idShape,
  resourceId: idShape,
  resourceType: z.enum(resourceTypes),
  message: z.enum(every),
  ...creationShape,
})

/** The log of what happened (wire fact 3.5): of everything, of orders, and of transactions. */
export function notificationRoutes(ctx: Omit<LogParts, 'safeCursor'>): ApiRoute[] {
  const parts = { ...ctx, safeCursor: openSafeCursor(ctx.db, 'outbox.events') }
  return [undefined, ...resourceTypes].map((about) => logRoute(parts, about))
}

const logRoute = (parts: LogParts, about: ResourceType | undefined): ApiRoute =>
  apiList({
    method: 'GET',
    path: about ? `/notification-for-${about}` : '/notification',
    permission: 'notifications:read',
    group: 'Notifications',
    summary: about ? `What happened to ${about}s` : 'What happened at the site',
    about: 'To follow it, send greaterThanId with the id of the last entry you have read, and reverseSorting=0.',
    query: z.object({
      ...pageQuery,
      ...ownerQuery,
      greaterThanId: optional(idAbove()),
      resourceId: optional(id<bigint>('the id of an order or a transaction')),
      resourceType: optional(oneOf(resourceTypes)),
      message: optional(listOf(oneOf(about ? messages[about] : every), { max: 50 })),
      occurredAtFrom: optional(moment()),
      occurredAtTo: optional(moment()),
    }),
    data: logShape,
    run: async ({ caller: { siteId, timeZone }, query }) => {
      const at = (when: ApiMoment | undefined, edge: 'from' | 'to') => when?.in(timeZone, edge)
      const { entries, pagination } = await listLog(parts, {
        siteId,
        about: about ?? query.resourceType,
        page: query,
        filter: {
          idAbove: query.greaterThanId,
          resourceId: query.resourceId,
          messages: query.message,
          from: at(query.occurredAtFrom, 'from'),
          to: at(query.occurredAtTo, 'to'),
        },
      })
      const data = entries.map(({ occurredAt, ...entry }) => ({ ...entry, siteId, ...creationOf(occurredAt) }))
      return { data, pagination }
    },
  })
